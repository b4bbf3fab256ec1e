import './personal-numbers.css';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { LongTextInput, TextInput } from '#web/form/fields.tsx';
import { PersonInput } from '#web/form/PersonInput.tsx';
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
        {userName === undefined && <PersonInput name="userName" />}
        {hasNumber && <TextInput name="oldSsn" />}
        <TextInput name="newSsn" />
        {mayCheck && <CheckNumber />}
        <LongTextInput name="comment" />
      </ContractForm>
    </Dialog>
  );
}
