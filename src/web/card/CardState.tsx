import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Refusal } from '#kernel/errors.ts';

import { reasonOf } from '../list/ListStates.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { type Reading, ReadState } from './ReadState.tsx';

/** What a card needs of the reading of its subject; `useRead` answers with one. */
export interface CardRead<Subject> extends Reading {
  data: Subject | undefined;
}

/** The card before its subject has come, or when it did not. */
export function CardState({ read, wayOut }: { read: CardRead<unknown>; wayOut?: ReactNode }) {
  const { t } = useTranslation('card');
  if (!read.error) return <SkeletonLines lines={8} />;
  const reason = reasonOf(read.error);
  if (reason !== undefined) {
    return (
      <ErrorState title={t('denied')} action={wayOut}>
        {reason}
      </ErrorState>
    );
  }
  const isGone = read.error instanceof Refusal && read.error.code.endsWith('.not-found');
  return isGone ? (
    <ErrorState title={t('gone')} action={wayOut}>
      {t('goneHelp')}
    </ErrorState>
  ) : (
    <ReadState read={read} failed={t('failed')} />
  );
}
