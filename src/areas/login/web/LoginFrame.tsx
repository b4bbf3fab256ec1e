import './Login.css';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { changeLanguage, currentLanguage, languagesHere } from '#web/i18n.ts';
import type { FrontPage, Session } from '#web/session.ts';
import { languageNames } from '#web/shell/languageNames.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Pressable } from '#web/ui/Pressable.tsx';

/** What the pages before sign-in show, in the reader's language; undefined until it has come, or when it does not come. */
export function useFrontPage(session: Session): FrontPage | undefined {
  useTranslation('login');
  const language = currentLanguage();
  const [page, setPage] = useState<FrontPage>();
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      // Sign-in works without it; a lost server says so itself when the form is sent.
      const found = await session.frontPage(language).catch(() => undefined);
      if (!isGone) setPage(found);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [session, language]);
  return page;
}

interface LoginFrameProps {
  /** In place of «Logg inn i Vaktmester». */
  title?: string;
  lead?: string | undefined;
  frontPage: FrontPage | undefined;
  children: ReactNode;
}

/** On a portal that nobody administers yet the first visitor goes to its setup. */
export function useSetupFirst(frontPage: FrontPage | undefined): void {
  const navigate = useNavigate();
  const isNeeded = frontPage?.isSetUp === false;
  useEffect(() => {
    if (isNeeded) void navigate({ to: '/setup', replace: true });
  }, [isNeeded, navigate]);
}

export function LoginFrame({ title, lead, frontPage, children }: LoginFrameProps) {
  const { t } = useTranslation('login');
  return (
    <div className="login">
      <main className="login-stage">
        {frontPage !== undefined && frontPage.information !== '' && (
          <div className="login-information">
            <Alert tone={frontPage.severity}>
              <p lang={frontPage.informationLanguage}>{frontPage.information}</p>
            </Alert>
          </div>
        )}
        <div className="login-card">
          <header>
            <Logo size={44} />
            <h1 className="page-title">{title ?? t('title')}</h1>
            {lead !== undefined && <p>{lead}</p>}
          </header>
          {children}
        </div>
      </main>
      <LoginFoot frontPage={frontPage} />
    </div>
  );
}

function LoginFoot({ frontPage }: { frontPage: FrontPage | undefined }) {
  const { t } = useTranslation('login');
  return (
    <footer className="login-foot">
      <fieldset className="login-languages" aria-label={t('language')}>
        {languagesHere().map((language) => (
          <Pressable
            key={language}
            className="login-language"
            aria-pressed={language === currentLanguage()}
            onPress={() => void changeLanguage(language)}
          >
            <span lang={language}>{languageNames[language]}</span>
          </Pressable>
        ))}
      </fieldset>
      {currentLanguage() === 'fr' && <span>{t('frenchHere')}</span>}
      {frontPage?.accessibilityUrl !== undefined && (
        <a href={frontPage.accessibilityUrl} rel="noreferrer">
          {t('accessibility')}
        </a>
      )}
      {frontPage?.privacyUrl !== undefined && (
        <a href={frontPage.privacyUrl} rel="noreferrer">
          {t('privacy')}
        </a>
      )}
      {frontPage !== undefined && <span>{t('version', { version: frontPage.version })}</span>}
    </footer>
  );
}
