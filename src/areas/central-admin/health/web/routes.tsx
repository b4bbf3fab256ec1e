import { HeartIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    health: typeof nb;
  }
}

export const healthArea: Area = {
  nav: [
    {
      to: '/central-admin',
      title: 'title.admin',
      icon: HeartIcon,
      group: 'administration',
      permission: 'portal-health.read',
    },
  ],
};

export const healthRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/central-admin',
    staticData: { title: 'title.admin' },
    loader: () => loadTexts('health'),
    component: lazyRouteComponent(() => import('./HealthPage.tsx'), 'HealthPage'),
  }),
];
