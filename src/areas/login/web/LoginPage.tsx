import { Link, useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { currentLanguage } from '#web/i18n.ts';
import { type FrontPage, useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { AnchorButton, LinkButton } from '#web/ui/LinkButton.tsx';

import { LoginFrame, useFrontPage, useSetupFirst } from './LoginFrame.tsx';

/** Sign-in through the education identity federation (specification §2). */
export function LoginPage() {
  const { t } = useTranslation('login');
  const { session } = useShellContext();
  const frontPage = useFrontPage(session);
  useSetupFirst(frontPage);
  useGoHomeWhenSignedIn();
  return (
    <LoginFrame frontPage={frontPage} lead={leadOf(t, frontPage)}>
      {frontPage?.hasFederation === false ? (
        <div className="login-way">
          <p>{t('noFederation')}</p>
          <LinkButton variant="primary" size="large" to="/central-admin/login">
            {t('central')}
          </LinkButton>
        </div>
      ) : (
        <>
          <div className="login-way">
            <AnchorButton variant="primary" size="large" href={session.federationUrl(currentLanguage())}>
              {t('withFeide')}
            </AnchorButton>
            <p className="meta">{t('feideHelp')}</p>
          </div>
          <p className="login-other">
            <Link to="/central-admin/login">{t('central')}</Link>
          </p>
        </>
      )}
    </LoginFrame>
  );
}

/** A new installation has no owner's name yet. */
export function leadOf(t: TFunction<'login'>, frontPage: FrontPage | undefined): string | undefined {
  if (frontPage === undefined) return undefined;
  const { ownerName } = frontPage;
  return ownerName === '' ? t('leadWithoutOwner') : t('lead', { owner: ownerName });
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
