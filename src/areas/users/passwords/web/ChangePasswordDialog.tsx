import './passwords.css';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { passwords } from '../contract.ts';
import { PasswordFields } from './PasswordFields.tsx';

const empty = { newPassword: '', repeatPassword: '', mustChangeAtLogin: true };

interface PasswordOwner {
  userName: string;
  displayName: string;
}

interface ChangePasswordDialogProps {
  owner: PasswordOwner;
  onClose: () => void;
}

/** A new password for somebody else, who then chooses their own at the next sign-in. */
export function ChangePasswordDialog({ owner, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation('passwords');
  return (
    <Dialog title={t('change.title')} isOpen onClose={onClose}>
      <p className="password-owner">
        <strong>{owner.displayName}</strong> <span className="meta">{owner.userName}</span>
      </p>
      <ContractForm
        route={passwords.change}
        values={empty}
        fixed={{ userName: owner.userName }}
        namespace="passwords"
        saveLabel={t('change.save')}
        onCancel={onClose}
        onSaved={onClose}
      >
        <PasswordFields />
        <CheckInput name="mustChangeAtLogin" />
        <p className="meta">{t('change.unlocks')}</p>
      </ContractForm>
    </Dialog>
  );
}
