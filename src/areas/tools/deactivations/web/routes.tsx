import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { groupCard } from '#areas/groups/web/shared.tsx';
import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    deactivations: typeof nb;
  }
}

const texts = () => loadTexts('deactivations', 'list', 'form', 'errors');

const tab = {
  id: 'deactivation',
  title: 'shell:tab.deactivation',
  permission: 'users.deactivate',
} as const;

contributeTabs(userCard, {
  ...tab,
  order: 50,
  load: async () => {
    const [{ UserTab }] = await Promise.all([import('./CardTabs.tsx'), texts()]);
    return UserTab;
  },
});
contributeTabs(groupCard, {
  ...tab,
  // Its whole name (specification §2): a group is told of in a column of tabs, a person in a narrow row.
  title: 'shell:tab.groupDeactivation',
  group: 'services',
  order: 60,
  load: async () => {
    const [{ GroupTab }] = await Promise.all([import('./CardTabs.tsx'), texts()]);
    return GroupTab;
  },
});

/** No entry of the menu of its own: it stands beside the other ways to shut somebody out. */
export const deactivationsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/deactivations',
    staticData: { title: 'tab.deactivation' },
    loader: texts,
    component: lazyRouteComponent(() => import('./DeactivationsPage.tsx'), 'DeactivationsPage'),
  }),
];
