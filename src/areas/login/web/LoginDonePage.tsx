import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SignInFailure } from '#web/session.ts';
import { PlainPage } from '#web/shell/PlainPage.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import { useFailureText } from './useFailureText.ts';

/** Back from the federation: trades the code for tokens, once. */
export function LoginDonePage() {
  const { t } = useTranslation('login');
  const { session } = useShellContext();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { returnUrl = '/home' } = useSearch({ from: '/login/done' });
  // After the #, which no server and no log sees.
  const code = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('code') ?? undefined });
  const sent = useRef<string>(undefined);
  const [failure, setFailure] = useState<SignInFailure | undefined>(
    code === undefined ? { reason: 'unavailable' } : undefined,
  );

  useEffect(() => {
    if (code === undefined || sent.current === code) return;
    sent.current = code;
    const signIn = async () => {
      const refused = await session.signInWithCode(code);
      if (refused) setFailure(refused);
      else await navigate({ href: returnUrl, replace: true });
    };
    void signIn();
  }, [code, navigate, returnUrl, session]);

  if (!failure) {
    return (
      <PlainPage title={t('signingIn')} acts={null}>
        {null}
      </PlainPage>
    );
  }
  return (
    <PlainPage
      title={t('doneFailed')}
      acts={
        <LinkButton variant="primary" to="/login">
          {t('tryAgain')}
        </LinkButton>
      }
    >
      <p role="alert">{failureText(failure)}</p>
    </PlainPage>
  );
}
