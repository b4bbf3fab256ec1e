import './Shell.css';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { permitted } from '../nav.ts';
import { useSessionState } from '../session.ts';
import { later } from '../ui/later.tsx';
import { useIsPhone } from '../ui/media.ts';
import { NoAccessPage } from './NoAccessPage.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useShellContext } from './useShellContext.ts';

const PhoneMenu = later(async () => (await import('./PhoneMenu.tsx')).PhoneMenu);

/** Around every page of a signed-in user: the areas, the school, search, what runs, the user. */
export function Shell() {
  const { t } = useTranslation();
  const { session, nav, palette } = useShellContext();
  const state = useSessionState(session);
  const isPhone = useIsPhone();
  const shell = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);

  const isOpen = state?.status === 'signed-in';
  // The button one signed in with is gone, and with it the place from which Tab goes on: begin at the top.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) shell.current?.focus({ preventScroll: true });
  }, [isOpen]);

  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // What led to the page went with the page before it: the keyboard begins where the new one does, not at the menu.
  useEffect(() => {
    if (path !== undefined && document.activeElement === document.body) {
      main.current?.focus({ preventScroll: true });
    }
  }, [path]);

  if (state?.status === 'no-access') return <NoAccessPage session={session} />;
  const me = state?.me;
  if (!me) return null;

  const entries = permitted(nav, me.permissions);
  const sidebar = { me, session, entries };
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };

  return (
    <div className="shell" ref={shell} tabIndex={-1}>
      <a className="shell-skip" href="#main" onClick={skip}>
        {t('skip.main')}
      </a>
      {!isPhone && <Sidebar {...sidebar} place="side" />}
      <div className="shell-frame">
        <TopBar me={me} session={session} isPhone={isPhone} onSearch={() => setPaletteOpen(true)} />
        <main id="main" ref={main} className="shell-main" tabIndex={-1}>
          {/* A page of another school begins anew: nothing of the school before stays on the screen. */}
          <Outlet key={me.currentSchool?.code ?? ''} />
        </main>
        {isPhone && <PhoneBar entries={entries} onMore={() => setMenuOpen(true)} isMenuOpen={isMenuOpen} />}
      </div>
      {isPhone && isMenuOpen && <PhoneMenu {...sidebar} isOpen onClose={() => setMenuOpen(false)} />}
      <PaletteHost
        entries={entries}
        providers={permitted(palette, me.permissions)}
        isOpen={isPaletteOpen}
        onOpenChange={setPaletteOpen}
      />
    </div>
  );
}
