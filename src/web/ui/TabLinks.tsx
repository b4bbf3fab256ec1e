import './Tabs.css';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

import { drawAside } from './draw-aside.ts';

interface TabLinksProps {
  label: string;
  /** `list` stands beside the content, for more than eight tabs, in TabLinkGroups. */
  layout?: 'row' | 'list';
  children: ReactNode;
}

/** The tabs of a card: each is a page of its own, so they are links. */
export function TabLinks({ label, layout = 'row', children }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef<Element>(undefined);
  // The open one may be the last in a row that is drawn aside. Where the reader has drawn it stays until another opens.
  useEffect(() => {
    const open = nav.current?.querySelector('[aria-current]');
    if (!nav.current || !open || open === shown.current) return;
    shown.current = open;
    if (layout === 'row') drawAside(nav.current, open);
  });
  return (
    <nav ref={nav} aria-label={label} className={layout === 'row' ? 'ui-tabs' : 'ui-tab-list'}>
      {children}
    </nav>
  );
}

export function TabLinkGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ui-tab-group">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface TabAnchorProps extends ComponentProps<'a'> {
  count?: string | undefined;
}

function TabAnchor({ count, children, ...rest }: TabAnchorProps) {
  return (
    <a {...rest} className="ui-tab">
      {children}
      {count !== undefined && <span className="ui-tab-count">{count}</span>}
    </a>
  );
}

/** Takes the router's `to`, `params`, `search`; `count` is shown after the name. */
export const TabLink = createLink(TabAnchor);
