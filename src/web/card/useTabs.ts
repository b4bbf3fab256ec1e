import { useTranslation } from 'react-i18next';

import { loose } from '../loose.ts';
import { useSessionState } from '../session.ts';
import { useShellContext } from '../shell/useShellContext.ts';
import { type Card, type RegisteredTab, type TabGroup, tabsOf } from './registry.ts';

export interface Tabs<Subject> {
  groups: readonly TabGroup<Subject>[];
  all: readonly RegisteredTab<Subject>[];
  /** The one in the address, or the first. */
  current: RegisteredTab<Subject> | undefined;
  say: (title: string) => string;
}

export function useTabs<Subject>(
  card: Card<Subject>,
  subject: Subject,
  wanted: string | undefined,
): Tabs<Subject> {
  const { session } = useShellContext();
  const permissions = useSessionState(session)?.me?.permissions ?? [];
  const groups = tabsOf(card, subject, permissions);
  const all = groups.flatMap(({ tabs }) => tabs);
  const titles = [...all.map(({ title }) => title), ...Object.values(card.groups)];
  const namespaces = [...new Set(titles.map((title) => title.split(':')[0] ?? ''))];
  const { t } = useTranslation(loose(namespaces));
  return {
    groups,
    all,
    current: all.find(({ id }) => id === wanted) ?? all[0],
    say: loose(t),
  };
}
