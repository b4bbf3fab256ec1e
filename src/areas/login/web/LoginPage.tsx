import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { currentLanguage } from '#web/i18n.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { AnchorButton } from '#web/ui/LinkButton.tsx';

import { LoginFrame, useFrontPage } from './LoginFrame.tsx';

/** Sign-in through the education identity federation (specification §2). */
export function LoginPage() {
  const { t } = useTranslation('login');
  const { session } = useShellContext();
  const frontPage = useFrontPage(session);
  useGoHomeWhenSignedIn();
  return (
    <LoginFrame
      frontPage={frontPage}
      lead={frontPage === undefined ? undefined : t('lead', { owner: frontPage.ownerName })}
    >
      <div className="login-way">
        <AnchorButton variant="primary" size="large" href={session.federationUrl(currentLanguage())}>
          {t('withFeide')}
        </AnchorButton>
        <p className="meta">{t('feideHelp')}</p>
      </div>
      <p className="login-other">
        <Link to="/central-admin/login">{t('central')}</Link>
      </p>
    </LoginFrame>
  );
}

/** Also when the sign-in happened in another tab. */
export function useGoHomeWhenSignedIn(): void {
  const { session } = useShellContext();
  const navigate = useNavigate();
  const status = useSessionState(session)?.status;
  useEffect(() => {
    if (status === 'signed-in' || status === 'no-access') void navigate({ href: '/home', replace: true });
  }, [status, navigate]);
}
