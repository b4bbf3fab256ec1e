import './paste.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';

import type { Candidate } from '../contract.ts';
import { type BulkKind, bulkKinds } from './bulk-kinds.ts';
import { UserBulkDialog } from './shared.tsx';

const nameOf = (userName: string): string => userName;

/** What the reader may do to them, at the foot of the page where it stays in sight. */
export function PasteActs({ people }: { people: readonly Candidate[] }) {
  const { t } = useTranslation('many');
  const [asked, setAsked] = useState<BulkKind>();
  const may: Record<BulkKind, boolean> = {
    firstTime: useMay('passwords.issue'),
    addToGroup: useMay('users.groups'),
    requirePassword: useMay('users.update'),
    unlock: useMay('passwords.issue'),
    deactivate: useMay('users.deactivate'),
    activate: useMay('users.deactivate'),
    renew: useMay('users.update'),
    deleteExpired: useMay('users.delete'),
  };
  const keys = people.map(({ userName }) => userName);
  return (
    <>
      <div className="paste-acts" role="toolbar" aria-label={t('paste.acts')}>
        <strong>{t('paste.chosen', { count: formatNumber(people.length) })}</strong>
        {bulkKinds
          .filter((kind) => may[kind])
          .map((kind) => (
            <Button key={kind} onPress={() => setAsked(kind)}>
              {t(`kind.${kind}`)}
            </Button>
          ))}
      </div>
      {asked && (
        <UserBulkDialog
          kind={asked}
          chosen={{ selection: { all: false, keys }, question: { search: '' }, count: keys.length, nameOf }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
