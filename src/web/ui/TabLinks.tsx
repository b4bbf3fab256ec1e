import './Tabs.css';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

interface TabLinksProps {
  label: string;
  /** `list` stands beside the content, for more than eight tabs, in TabLinkGroups. */
  layout?: 'row' | 'list';
  children: ReactNode;
}

/** The tabs of a card: each is a page of its own, so they are links. */
export function TabLinks({ label, layout = 'row', children }: TabLinksProps) {
  return (
    <nav aria-label={label} className={layout === 'row' ? 'ui-tabs' : 'ui-tab-list'}>
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
