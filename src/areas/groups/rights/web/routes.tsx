/** Adds its tabs to the group's card; it has no page of its own. */
import { groupCard } from '#areas/groups/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import type { Area } from '#web/nav.ts';

export const groupRightsArea: Area = { nav: [] };

contributeTabs(
  groupCard,
  {
    id: 'access',
    group: 'services',
    title: 'rights:tab.access',
    order: 10,
    load: async () => (await import('./AccessTab.tsx')).AccessTab,
  },
  {
    id: 'administered',
    group: 'services',
    title: 'rights:tab.administered',
    order: 20,
    load: async () => (await import('./AdministeredTab.tsx')).AdministeredTab,
  },
);
