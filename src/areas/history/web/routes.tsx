/** Adds its tabs to the cards they are about; it has no page of its own. */
import { groupCard } from '#areas/groups/web/shared.tsx';
import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import type { Area } from '#web/nav.ts';

export const historyArea: Area = { nav: [] };

contributeTabs(groupCard, {
  id: 'then',
  group: 'history',
  title: 'history:tab.membersThen',
  order: 890,
  permission: 'log.read',
  load: async () => (await import('./MembersThenTab.tsx')).MembersThenTab,
});
contributeTabs(userCard, {
  id: 'then',
  title: 'history:tab.groupsThen',
  order: 890,
  permission: 'log.read',
  load: async () => (await import('./GroupsThenTab.tsx')).GroupsThenTab,
});
