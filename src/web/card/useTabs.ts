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

/** Whether the titles of the card's tabs have come. Asked while the subject is on its way, they come beside it. */
export function useTabTexts<Subject>(card: Card<Subject>): boolean {
  return useTranslation(loose(namespacesOf(card)), { useSuspense: false }).ready;
}

/** The areas that have a tab or a group on the card: a tab's title has its area's name before it. */
function namespacesOf<Subject>({ tabs, groups }: Card<Subject>): string[] {
  const titles = [...tabs.map(({ title }) => title), ...Object.values(groups)];
  return [...new Set(titles.map((title) => title.split(':')[0] ?? ''))];
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
  const { t } = useTranslation(loose(namespacesOf(card)));
  return {
    groups,
    all,
    current: all.find(({ id }) => id === wanted) ?? all[0],
    say: loose(t),
  };
}
