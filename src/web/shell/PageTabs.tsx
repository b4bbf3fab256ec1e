import './PageTabs.css';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Permission } from '#kernel/permissions.ts';

import { type TitleKey, permitted } from '../nav.ts';
import { useSessionState } from '../session.ts';
import { drawAside } from '../ui/draw-aside.ts';
import { useShellContext } from './useShellContext.ts';

export interface PageTab {
  to: string;
  /** Of the shell's texts; or the area's own word for it. */
  title: TitleKey | { own: string };
  permission: Permission;
}

interface PageTabsProps {
  label: string;
  pages: readonly PageTab[];
}

/** From one page of an area to its others: those this reader may see, and nothing where there is only one. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const { t } = useTranslation('shell');
  const { session } = useShellContext();
  const seen = permitted(pages, useSessionState(session)?.me?.permissions ?? []);
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone the page one has come to may be the last in the row.
  useEffect(() => {
    const open = [...(nav.current?.children ?? [])].find((tab) => tab.getAttribute('href') === path);
    if (nav.current && open) drawAside(nav.current, open);
  }, [path]);
  if (seen.length < 2) return null;
  return (
    <nav ref={nav} className="page-tabs" aria-label={label}>
      {seen.map(({ to, title }) => (
        <Link key={to} to={to} className="page-tab" activeOptions={{ exact: true, includeSearch: false }}>
          {typeof title === 'string' ? t(title) : title.own}
        </Link>
      ))}
    </nav>
  );
}
