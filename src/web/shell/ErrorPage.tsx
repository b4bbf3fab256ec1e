import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { currentLanguage } from '../i18n.ts';
import { ownPage } from '../own-address.ts';
import { Button } from '../ui/Button.tsx';
import { AnchorButton, LinkButton } from '../ui/LinkButton.tsx';
import { PlainPage } from './PlainPage.tsx';
import { useShellContext } from './useShellContext.ts';

/** `/error` (specification §2 and §8): 402 is what a call that answered 401 leads to, 408 a time-out. */
export function ErrorPage() {
  const { errorCode, returnUrl, page, reference } = useSearch({ from: '/error' });
  if (errorCode === 402 || errorCode === 401) return <LoggedOut />;
  if (errorCode === 403) return <AccessDenied />;
  // The portal's own answers may have these codes too; only its way to the federation leaves a reference.
  if ((errorCode === 502 || errorCode === 503) && reference !== undefined) {
    return <NoFederation code={errorCode} reference={reference} />;
  }
  return (
    <Unavailable
      code={errorCode ?? (returnUrl === undefined ? undefined : 504)}
      // Only pages of ours: a link that somebody else made must not lead away.
      back={ownPage(page) ?? ownPage(returnUrl) ?? '/'}
    />
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

/** Signing in led nowhere: 502 = the federation does not answer, or not as it should; 503 = none is set up. */
function NoFederation({ code, reference }: { code: 502 | 503; reference: string }) {
  const { t } = useTranslation();
  const { session } = useShellContext();
  const [supportUrl, setSupportUrl] = useState<string>();
  useEffect(() => {
    void session
      .frontPage(currentLanguage())
      .then((page) => setSupportUrl(page.supportUrl))
      .catch(() => undefined);
  }, [session]);
  return (
    <PlainPage
      title={t(code === 502 ? 'federation.awayTitle' : 'federation.noneTitle')}
      acts={
        <>
          {code === 502 && (
            <AnchorButton variant="primary" href={session.federationUrl(currentLanguage())}>
              {t('error.retry')}
            </AnchorButton>
          )}
          <LinkButton to="/login">{t('federation.otherWay')}</LinkButton>
          {supportUrl !== undefined && (
            <AnchorButton href={supportUrl}>{t('federation.support')}</AnchorButton>
          )}
        </>
      }
    >
      <p>{t(code === 502 ? 'federation.awayText' : 'federation.noneText')}</p>
      {supportUrl === undefined && <p>{t('federation.call')}</p>}
      <p className="meta">
        {t('error.code', { code })}
        {` · ${t('federation.reference', { reference })}`}
      </p>
    </PlainPage>
  );
}

function Unavailable({ code, back }: { code: number | undefined; back: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { session } = useShellContext();
  const supportUrl = session.site()?.supportUrl ?? undefined;
  const title =
    code === 504 ? t('error.gatewayTitle') : code === 408 ? t('error.timeoutTitle') : t('error.title');
  return (
    <PlainPage
      title={title}
      acts={
        <>
          <Button variant="primary" onPress={() => void navigate({ href: back, replace: true })}>
            {t('error.retry')}
          </Button>
          <LinkButton to="/home">{t('error.home')}</LinkButton>
          {supportUrl !== undefined && (
            <AnchorButton href={supportUrl}>{t('federation.support')}</AnchorButton>
          )}
        </>
      }
    >
      <p>{t('error.text')}</p>
      {code !== undefined && <p className="meta">{t('error.code', { code })}</p>}
    </PlainPage>
  );
}
