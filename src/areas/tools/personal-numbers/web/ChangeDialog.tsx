import './personal-numbers.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { users } from '#areas/users/contract.ts';
import { personName } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { LongTextInput, SearchInput, TextInput } from '#web/form/fields.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

import { personalNumbers } from '../contract.ts';
import { CheckNumber } from './CheckNumber.tsx';
import { Hours } from './Hours.tsx';

interface ChangeDialogProps {
  userName?: string;
  displayName?: string;
  /** False for somebody who has none to replace. */
  hasNumber?: boolean;
  onClose: () => void;
}

const touches = ['user', 'ssndeviation', 'home'];
const SHOWN = 20;

/** Registers that a person is to have another number; the evening's import carries it out. */
export function ChangeDialog({ userName, displayName, hasNumber = true, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('personal-numbers');
  const mayCheck = useMay(personalNumbers.check.permission);
  const title = displayName === undefined ? t('change.new') : t('change.newFor', { name: displayName });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ContractForm
        route={personalNumbers.update}
        values={{
          ...(userName === undefined && { userName: '' }),
          ...(hasNumber && { oldSsn: '' }),
          newSsn: '',
          comment: '',
        }}
        {...(userName !== undefined && { fixed: { userName } })}
        namespace="personal-numbers"
        touches={touches}
        saveLabel={t('change.save')}
        noticeOf={() => ({ tone: 'success', text: t('change.saved') })}
        onSaved={onClose}
        onCancel={onClose}
      >
        <Hours />
        {userName === undefined && <Person />}
        {hasNumber && <TextInput name="oldSsn" />}
        <TextInput name="newSsn" />
        {mayCheck && <CheckNumber />}
        <LongTextInput name="comment" />
      </ContractForm>
    </Dialog>
  );
}

function Person() {
  const [typed, setTyped] = useState('');
  // What is chosen stands in the field as `Name (user name)`; that is no new search.
  const asked = /\(([^)]+)\)$/.exec(typed.trim())?.[1] ?? typed.trim();
  const { data, isFetching } = useRead(
    users.list,
    { search: asked, pageSize: SHOWN },
    { enabled: asked.length > 1, handleErrors: false },
  );
  const options = (data?.Items ?? []).map((row) => ({
    value: row.userName,
    label: `${personName(row)} (${row.userName})`,
    note: [row.primarySchool?.name, row.className ?? row.title].filter(Boolean).join(' · '),
  }));
  return <SearchInput name="userName" options={options} onSearch={setTyped} isSearching={isFetching} />;
}
