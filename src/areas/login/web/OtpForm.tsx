import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Session, SignInFailure } from '#web/session.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import type { ProvedPassword } from './proved-password.ts';
import { useFailureText } from './useFailureText.ts';

interface OtpFormProps {
  session: Session;
  proved: ProvedPassword;
  remember: boolean;
  onCancel: () => void;
}

/** The second step of signing in with a password: a code of the authenticator, or one on paper. */
export function OtpForm({ session, proved, remember, onCancel }: OtpFormProps) {
  const { t } = useTranslation('login');
  const failureText = useFailureText();
  const field = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<SignInFailure>();

  // The one thing to do on this page is to fill in this form.
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (otp.trim() === '') return field.current?.focus();

    setPending(true);
    setFailure(undefined);
    const { userName: username, password } = proved;
    const refused = await session.signInWithPassword({ username, password, otp: otp.trim(), remember });
    setPending(false);
    setFailure(refused);
    if (!refused) return undefined;
    setOtp('');
    return field.current?.focus();
  };

  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {failure === undefined ? (
        <p role="status">{t('otpLead')}</p>
      ) : (
        <Alert tone="danger" isLive>
          {failureText(failure)}
        </Alert>
      )}
      <TextField
        label={t('otp')}
        hint={t('otpHelp')}
        name="otp"
        autoComplete="one-time-code"
        spellCheck={false}
        inputRef={field}
        value={otp}
        onChange={setOtp}
        error={isTried && otp.trim() === '' && failure === undefined ? t('otpRequired') : undefined}
      />
      <Button type="submit" variant="primary" size="large" isPending={isPending}>
        {t('submit')}
      </Button>
      <Button onPress={onCancel}>{t('otpCancel')}</Button>
    </form>
  );
}
