/** Adds its tab to the group's card; it has no page of its own. */
import { groupCard } from '#areas/groups/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import type { Area } from '#web/nav.ts';

export const agreementsArea: Area = { nav: [] };

contributeTabs(groupCard, {
  id: 'agreement',
  group: 'services',
  title: 'agreements:tab.agreement',
  order: 30,
  load: async () => (await import('./AgreementTab.tsx')).AgreementTab,
});
