import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import { isWithin, type NavEntry, type NavGroup, navGroups } from '../nav.ts';
import type { Session } from '../session.ts';
import { Logo } from './Logo.tsx';
import { SchoolSwitcher } from './SchoolSwitcher.tsx';
import { UserMenu } from './UserMenu.tsx';

interface SidebarProps {
  me: Me;
  session: Session;
  entries: readonly NavEntry[];
  /** `side`: always there; `drawer`: the phone's menu. */
  place: 'side' | 'drawer';
  onNavigate?: () => void;
}

export function Sidebar({ me, session, entries, place, onNavigate }: SidebarProps) {
  const { t } = useTranslation();
  return (
    <aside className="sidebar" data-place={place} aria-label={t('nav.menu')}>
      {place === 'side' && (
        <Link to="/home" className="sidebar-brand">
          <Logo />
          {t('product')}
        </Link>
      )}
      <div className="sidebar-school">
        <SchoolSwitcher me={me} session={session} />
      </div>
      <nav className="sidebar-nav" aria-label={t('nav.label')}>
        {navGroups.map((group) => (
          <NavSection
            key={group}
            group={group}
            entries={entries.filter((entry) => entry.group === group)}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
      <div className="sidebar-foot">
        <UserMenu me={me} session={session} {...(onNavigate === undefined ? {} : { onNavigate })} />
      </div>
    </aside>
  );
}

interface NavSectionProps {
  group: NavGroup;
  entries: readonly NavEntry[];
  onNavigate: (() => void) | undefined;
}

function NavSection({ group, entries, onNavigate }: NavSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={group === 'top' ? undefined : id}>
      {group !== 'top' && <h2 id={id}>{t(`nav.${group}`)}</h2>}
      <ul className="sidebar-group">
        {entries.map(({ to, also, title, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="sidebar-link"
              {...(isWithin({ to, also }, path) && { 'aria-current': 'page' })}
              onClick={onNavigate}
            >
              <Icon aria-hidden />
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
