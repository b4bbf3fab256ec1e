import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Session, SignInFailure } from '#web/session.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { OtpForm } from './OtpForm.tsx';
import type { ProvedPassword } from './proved-password.ts';
import { useFailureText } from './useFailureText.ts';

interface PasswordFormProps {
  session: Session;
  /** The password was right, but its owner must choose another first. */
  onMustChange: (proved: ProvedPassword) => void;
}

export function PasswordForm({ session, onMustChange }: PasswordFormProps) {
  const { t } = useTranslation('login');
  const failureText = useFailureText();
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<SignInFailure>();
  const [asksOtp, setAsksOtp] = useState(false);

  // The one thing to do on this page is to fill in this form.
  useEffect(() => usernameField.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (username.trim() === '') return usernameField.current?.focus();
    if (password === '') return passwordField.current?.focus();

    setPending(true);
    setFailure(undefined);
    const refused = await session.signInWithPassword({ username: username.trim(), password, remember });
    setPending(false);
    if (refused?.reason === 'otp-needed') return setAsksOtp(true);
    if (refused?.reason === 'must-change') return onMustChange({ userName: username.trim(), password });
    setFailure(refused);
    if (!refused) return undefined;
    setPassword('');
    return passwordField.current?.focus();
  };

  if (asksOtp) {
    return (
      <OtpForm
        session={session}
        proved={{ userName: username.trim(), password }}
        remember={remember}
        onCancel={() => {
          setAsksOtp(false);
          setPassword('');
        }}
      />
    );
  }
  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== undefined && (
        <Alert tone="danger" isLive>
          {failureText(failure)}
        </Alert>
      )}
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        inputRef={usernameField}
        value={username}
        onChange={setUsername}
        error={isTried && username.trim() === '' ? t('usernameRequired') : undefined}
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        inputRef={passwordField}
        value={password}
        onChange={setPassword}
        error={isTried && password === '' && failure === undefined ? t('passwordRequired') : undefined}
      />
      <Checkbox
        label={t('remember')}
        hint={t('rememberHelp')}
        name="remember"
        isSelected={remember}
        onChange={setRemember}
      />
      <Button type="submit" variant="primary" size="large" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
