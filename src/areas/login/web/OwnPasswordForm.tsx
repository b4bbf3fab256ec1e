import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';

import { login } from '../contract.ts';

interface OwnPasswordFormProps {
  userName: string;
  /** The current password, where it was just proved; otherwise it is asked for. */
  currentPassword?: string | undefined;
  onSaved: () => void;
  onCancel: () => void;
}

/** The owner of a portal account chooses a new password. The texts of the namespace `login` must have been read. */
export function OwnPasswordForm({ userName, currentPassword, onSaved, onCancel }: OwnPasswordFormProps) {
  const isAsked = currentPassword === undefined;
  const typed = { newPassword: '', repeatPassword: '' };
  return (
    <ContractForm
      route={login.changeOwnPassword}
      values={isAsked ? { currentPassword: '', ...typed } : { ...typed, otp: '' }}
      fixed={isAsked ? { userName } : { userName, currentPassword }}
      namespace="login"
      onSaved={onSaved}
      onCancel={onCancel}
    >
      {isAsked && <TextInput name="currentPassword" type="password" autoComplete="current-password" />}
      <TextInput name="newPassword" type="password" autoComplete="new-password" />
      <TextInput name="repeatPassword" type="password" autoComplete="new-password" />
      {/* Whoever is signed in has shown the second factor already. */}
      {!isAsked && <TextInput name="otp" autoComplete="one-time-code" />}
    </ContractForm>
  );
}
