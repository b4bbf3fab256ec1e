import './personal-numbers.css';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type UserDetail, users } from '#areas/users/contract.ts';
import { readOptions, useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { later } from '#web/ui/later.tsx';

import { personalNumbers, type SsnDuplicate } from '../contract.ts';
import { Compare } from './Compare.tsx';
import { RegisterChange } from './RegisterChange.tsx';

const dialogs = {
  merge: later(async () => (await import('./MergeDialog.tsx')).MergeDialog),
  ignore: later(async () => (await import('./IgnoreDialog.tsx')).IgnoreDialog),
};

interface DuplicateCardProps {
  id: number;
  onClose: () => void;
}

/** Accounts with the same number, side by side, and what a person decides about them. */
export function DuplicateCard({ id, onClose }: DuplicateCardProps) {
  const { t } = useTranslation('personal-numbers');
  const read = useRead(personalNumbers.duplicates, { id, pageSize: 1 }, { handleErrors: false });
  const row = read.data?.Items.find((item) => item.id === id);
  return (
    <Drawer title={t('duplicate.one')} {...(row && { subtitle: row.ssnMasked })} onClose={onClose}>
      {row ? (
        <Body row={row} onDone={onClose} />
      ) : read.data && !read.isFetching ? (
        <p className="card-panel">{t('duplicate.gone')}</p>
      ) : (
        <CardState read={{ ...read, data: undefined }} />
      )}
    </Drawer>
  );
}

function Body({ row, onDone }: { row: SsnDuplicate; onDone: () => void }) {
  const { t } = useTranslation('personal-numbers');
  const maySettle = useMay(personalNumbers.merge.permission);
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const people = useQueries({
    queries: row.accounts.map(({ userName }) =>
      readOptions(users.get, { name: userName }, { handleErrors: false }),
    ),
  }).flatMap(({ data }): UserDetail[] => (data ? [data] : []));
  const Dialog = open && dialogs[open];
  const isWhole = row.elsewhere === 0 && row.accounts.length > 1;
  return (
    <div className="card-panel number-card">
      <Alert tone={row.suggestion === 'merge' ? 'info' : 'warning'}>
        {t(`duplicate.suggests.${row.suggestion}`)}
      </Alert>
      {row.elsewhere > 0 && <p>{t('duplicate.elsewhere', { count: row.elsewhere })}</p>}
      {people.length === row.accounts.length ? <Compare people={people} /> : null}
      <div className="number-acts">
        {row.suggestion !== 'merge' && <RegisterChange />}
        {maySettle && isWhole && (
          <>
            <Button
              variant={row.suggestion === 'merge' ? 'primary' : 'secondary'}
              onPress={() => setOpen('merge')}
            >
              {t('merge.label')}
            </Button>
            <Button onPress={() => setOpen('ignore')}>{t('ignore.label')}</Button>
          </>
        )}
      </div>
      {Dialog && <Dialog row={row} onClose={() => setOpen(undefined)} onDone={onDone} />}
    </div>
  );
}
