import { ClockDashedIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { groupCard } from '#areas/groups/web/shared.tsx';
import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';
import { later } from '#web/ui/later.tsx';

const FollowOperations = later(async () => (await import('./FollowOperations.tsx')).FollowOperations);

export const logsArea: Area = {
  nav: [
    {
      to: '/logs',
      title: 'title.logs',
      icon: ClockDashedIcon,
      group: 'administration',
      permission: 'log.read',
    },
  ],
  bar: [{ id: 'operations', permission: 'operations.read', component: FollowOperations }],
};

contributeTabs(userCard, {
  id: 'changes',
  title: 'logs:tab.changes',
  order: 900,
  permission: 'log.read',
  load: async () => (await import('./CardTabs.tsx')).UserChangesTab,
});
contributeTabs(groupCard, {
  id: 'changes',
  group: 'history',
  title: 'logs:tab.changes',
  order: 900,
  permission: 'log.read',
  load: async () => (await import('./CardTabs.tsx')).GroupChangesTab,
});

const texts = () => loadTexts('logs', 'list');

export const logsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs',
    staticData: { title: 'tab.changeLog' },
    loader: texts,
    component: lazyRouteComponent(() => import('./ChangeLogPage.tsx'), 'ChangeLogPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs/operations',
    staticData: { title: 'tab.log' },
    loader: texts,
    component: lazyRouteComponent(() => import('./OperationsPage.tsx'), 'OperationsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs/admin',
    staticData: { title: 'tab.superadminLog' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AdminLogPage.tsx'), 'AdminLogPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs/numbers',
    staticData: { title: 'tab.ssnLog' },
    loader: () => loadTexts('logs', 'personal-numbers', 'list'),
    component: lazyRouteComponent(() => import('./NumberLogPage.tsx'), 'NumberLogPage'),
  }),
];
