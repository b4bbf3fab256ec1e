import { RouterIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    connections: typeof nb;
  }
}

export const connectionsArea: Area = {
  nav: [
    {
      to: '/central-admin/connections',
      title: 'title.connections',
      icon: RouterIcon,
      group: 'administration',
      permission: 'connections.manage',
    },
  ],
};

export const connectionsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/central-admin/connections',
    staticData: { title: 'title.connections' },
    loader: () => loadTexts('connections', 'form'),
    component: lazyRouteComponent(() => import('./ConnectionsPage.tsx'), 'ConnectionsPage'),
  }),
];
