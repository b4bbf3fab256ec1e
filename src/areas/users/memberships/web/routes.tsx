/** Adds its tab to the card of a person; it has no page of its own. */
import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import type { Area } from '#web/nav.ts';

export const userMembershipsArea: Area = { nav: [] };

contributeTabs(userCard, {
  id: 'groups',
  title: 'users:tab.groups',
  order: 20,
  permission: 'users.read',
  load: async () => (await import('./GroupsTab.tsx')).GroupsTab,
});
