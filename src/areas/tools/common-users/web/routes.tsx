import { PersonRectangleIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'common-users': typeof nb;
  }
}

export const commonUsersArea: Area = {
  nav: [
    {
      to: '/tools/common-users',
      title: 'title.commonUsers',
      icon: PersonRectangleIcon,
      group: 'people',
      permission: 'common-users.read',
    },
  ],
};

export const commonUsersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/common-users',
    staticData: { title: 'title.commonUsers' },
    loader: () => loadTexts('common-users', 'list', 'form', 'passwords', 'errors'),
    component: lazyRouteComponent(() => import('./CommonUsersPage.tsx'), 'CommonUsersPage'),
  }),
];
