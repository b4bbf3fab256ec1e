import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    superadmins: typeof nb;
  }
}

/** No entry of the menu: access management leads here. */
export const superadminRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/superadmins',
    staticData: { title: 'tab.superadmins' },
    loader: () => loadTexts('superadmins', 'access', 'list', 'card', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./SuperadminsPage.tsx'), 'SuperadminsPage'),
  }),
];
