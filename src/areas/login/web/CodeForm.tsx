import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Session, SignInFailure } from '#web/session.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { useFailureText } from './useFailureText.ts';

export function CodeForm({ session }: { session: Session }) {
  const { t } = useTranslation('login');
  const failureText = useFailureText();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<SignInFailure>();

  // The one thing to do on this page is to fill in this form.
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (code.trim() === '') return field.current?.focus();

    setPending(true);
    setFailure(undefined);
    const refused = await session.signInWithCode(code.trim());
    setPending(false);
    setFailure(refused);
    return refused && field.current?.focus();
  };

  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== undefined && (
        <Alert tone="danger" isLive>
          {failureText(failure)}
        </Alert>
      )}
      <TextField
        label={t('code')}
        hint={t('codeHelp')}
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        inputRef={field}
        value={code}
        onChange={setCode}
        error={isTried && code.trim() === '' ? t('codeRequired') : undefined}
      />
      <Button type="submit" variant="primary" size="large" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
