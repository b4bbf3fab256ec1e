import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';

import { login } from '../contract.ts';

interface RecoverFormProps {
  /** With the next recovery code, which is seen only now. */
  onSaved: (recoveryCode: string) => void;
  onCancel: () => void;
}

/** A new password by the printed recovery code. */
export function RecoverForm({ onSaved, onCancel }: RecoverFormProps) {
  return (
    <ContractForm
      route={login.recover}
      values={{ userName: '', recoveryCode: '', newPassword: '', repeatPassword: '' }}
      namespace="login"
      onSaved={(made) => onSaved(made.recoveryCode)}
      onCancel={onCancel}
    >
      <TextInput name="userName" autoComplete="username" />
      <TextInput name="recoveryCode" />
      <TextInput name="newPassword" type="password" autoComplete="new-password" />
      <TextInput name="repeatPassword" type="password" autoComplete="new-password" />
    </ContractForm>
  );
}
