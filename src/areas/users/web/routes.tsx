import { PersonIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import { userCard } from './shared.tsx';

export const usersArea: Area = {
  nav: [{ to: '/users', title: 'title.users', icon: PersonIcon, group: 'people', permission: 'users.read' }],
  palette: [
    {
      id: 'users',
      title: 'title.users',
      permission: 'users.read',
      search: async (text, signal) => (await import('./palette.ts')).searchUsers(text, signal),
    },
  ],
};

contributeTabs(
  userCard,
  {
    id: 'overview',
    title: 'users:tab.overview',
    order: 10,
    load: async () => (await import('./OverviewTab.tsx')).OverviewTab,
  },
  {
    id: 'groups',
    title: 'users:tab.groups',
    order: 20,
    permission: 'users.read',
    load: async () => (await import('#areas/users/memberships/web/shared.tsx')).loadGroupsTab(),
  },
);

export const usersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/users',
    staticData: { title: 'title.users' },
    loader: () => loadTexts('users', 'list'),
    component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
  }),
];
