import { ChevronUpDownIcon } from '@navikt/aksel-icons';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import type { Session } from '../session.ts';
import { later } from '../ui/later.tsx';
import { notify } from '../ui/notices.ts';
import { Popover } from '../ui/Popover.tsx';
import { Pressable } from '../ui/Pressable.tsx';
import type { SearchListOption } from '../ui/SearchList.tsx';
import { WHOLE_OWNER } from './wholeOwner.ts';

const SchoolList = later(async () => (await import('./SchoolList.tsx')).SchoolList);

/** Where the user stands. Switching re-issues the tokens for that school (specification §4). */
export function SchoolSwitcher({ me, session }: { me: Me; session: Session }) {
  const { t } = useTranslation();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const name = me.currentSchool?.name ?? t('school.all');

  const words = (
    <span className="sidebar-card-words">
      <strong className="truncate">{name}</strong>
      <small className="truncate">{me.ownerName}</small>
    </span>
  );
  if (!me.mayStandAtOwner && me.schools.length < 2) {
    return (
      <div className="sidebar-card" data-framed data-static>
        {words}
      </div>
    );
  }

  const change = async ({ value, label }: SearchListOption) => {
    setPending(true);
    try {
      await session.switchSchool(value === WHOLE_OWNER ? undefined : value);
      await router.navigate({ to: '/home' });
      await router.invalidate();
      notify({ tone: 'success', text: t('school.switched', { name: label }) });
    } catch {
      notify({ tone: 'danger', text: t('school.failed') });
    } finally {
      setPending(false);
    }
  };

  return (
    <Popover
      label={t('school.switch')}
      padded={false}
      trigger={
        <Pressable className="sidebar-card" data-framed isPending={isPending}>
          <span className="visually-hidden">{t('school.switch')}: </span>
          {words}
          <ChevronUpDownIcon aria-hidden />
        </Pressable>
      }
    >
      {(close) => (
        <SchoolList
          me={me}
          session={session}
          onChoose={(option) => {
            close();
            void change(option);
          }}
        />
      )}
    </Popover>
  );
}
