import { RocketIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { rootRoute, shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    setup: typeof nb;
  }
}

export const setupArea: Area = {
  nav: [
    {
      to: '/central-admin/first-day',
      title: 'title.firstDay',
      icon: RocketIcon,
      group: 'administration',
      permission: 'connections.manage',
    },
  ],
};

export const setupRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/central-admin/first-day',
    staticData: { title: 'title.firstDay' },
    loader: () => loadTexts('setup', 'connections', 'form'),
    component: lazyRouteComponent(() => import('./FirstDayPage.tsx'), 'FirstDayPage'),
  }),
];

/** Outside the shell: nobody can sign in yet. */
export const firstVisitRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  staticData: { title: 'title.firstVisit' },
  loader: () => loadTexts('setup', 'login', 'form'),
  component: lazyRouteComponent(() => import('./FirstVisitPage.tsx'), 'FirstVisitPage'),
});
