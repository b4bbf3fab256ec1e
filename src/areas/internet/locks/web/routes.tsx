import { GlobeSlashIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { groupCard, isTaught } from '#areas/groups/web/shared.tsx';
import { userCard } from '#areas/users/web/shared.tsx';
import { contributeActs, contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import { contributeListAct } from '#web/list/contribute.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import { MOST_GROUPS } from '../limits.ts';

export const locksArea: Area = {
  nav: [
    {
      to: '/internet',
      title: 'title.internet',
      icon: GlobeSlashIcon,
      group: 'people',
      permission: 'locks.read',
    },
  ],
};

const texts = () => loadTexts('locks', 'list', 'card', 'form', 'errors');

const tab = {
  id: 'locks',
  title: 'shell:tab.locks',
  permission: 'locks.read',
} as const;

contributeTabs(userCard, {
  ...tab,
  order: 60,
  load: async () => {
    const [{ UserTab }] = await Promise.all([import('./CardTabs.tsx'), texts()]);
    return UserTab;
  },
});
contributeTabs(groupCard, {
  ...tab,
  group: 'services',
  order: 20,
  isFor: ({ school }) => school !== null,
  load: async () => {
    const [{ GroupTab }] = await Promise.all([import('./CardTabs.tsx'), texts()]);
    return GroupTab;
  },
});
contributeActs(groupCard, {
  id: 'lock',
  permission: 'locks.manage',
  isFor: (group) => isTaught(group) && group.school !== null && group.archived === null,
  load: async () => {
    const [{ CloseNet }] = await Promise.all([import('./CloseNet.tsx'), texts()]);
    return CloseNet;
  },
});

contributeListAct('groups', {
  id: 'lock',
  title: 'act.closeNet',
  icon: GlobeSlashIcon,
  permission: 'locks.manage',
  most: MOST_GROUPS,
  load: async () => {
    const [{ CloseNetForMany }] = await Promise.all([import('./CloseNet.tsx'), texts()]);
    return CloseNetForMany;
  },
});

export const locksRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet',
    staticData: { title: 'title.internet' },
    loader: texts,
    component: lazyRouteComponent(() => import('./LocksPage.tsx'), 'LocksPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/explain',
    staticData: { title: 'title.internet' },
    loader: texts,
    component: lazyRouteComponent(() => import('./ExplainPage.tsx'), 'ExplainPage'),
  }),
];
