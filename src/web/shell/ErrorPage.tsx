import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PlainPage } from './PlainPage.tsx';
import { useShellContext } from './useShellContext.ts';

/** `/error` (specification §2 and §8): 402 is what a call that answered 401 leads to, 408 a time-out. */
export function ErrorPage() {
  const { errorCode, returnUrl } = useSearch({ from: '/error' });
  if (errorCode === 402 || errorCode === 401) return <LoggedOut />;
  if (errorCode === 403) return <AccessDenied />;
  return (
    <Unavailable code={errorCode ?? (returnUrl === undefined ? undefined : 504)} returnUrl={returnUrl} />
  );
}

function LoggedOut() {
  const { t } = useTranslation();
  return (
    <PlainPage
      title={t('title.loggedOut')}
      acts={
        <LinkButton variant="primary" to="/login">
          {t('loggedOut.act')}
        </LinkButton>
      }
    >
      <p>{t('loggedOut.text')}</p>
    </PlainPage>
  );
}

function AccessDenied() {
  const { t } = useTranslation();
  const { session } = useShellContext();
  return (
    <PlainPage
      title={t('title.accessDenied')}
      acts={
        <>
          <Button variant="primary" onPress={() => void session.signOutOfFederation()}>
            {t('denied.act')}
          </Button>
          <LinkButton to="/home">{t('error.home')}</LinkButton>
        </>
      }
    >
      <p>{t('denied.text')}</p>
    </PlainPage>
  );
}

function Unavailable({ code, returnUrl }: { code: number | undefined; returnUrl: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title =
    code === 504 ? t('error.gatewayTitle') : code === 408 ? t('error.timeoutTitle') : t('error.title');
  // Only addresses of ours: a link with somebody else's returnUrl must not lead away.
  const back =
    returnUrl !== undefined && /^\/(?![/\\])/.test(returnUrl) && !returnUrl.startsWith('/api')
      ? returnUrl
      : '/';
  return (
    <PlainPage
      title={title}
      acts={
        <>
          <Button variant="primary" onPress={() => void navigate({ href: back, replace: true })}>
            {t('error.retry')}
          </Button>
          <LinkButton to="/home">{t('error.home')}</LinkButton>
        </>
      }
    >
      <p>{t('error.text')}</p>
      {code !== undefined && <p className="meta">{t('error.code', { code })}</p>}
    </PlainPage>
  );
}
