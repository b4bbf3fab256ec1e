import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    identities: typeof nb;
  }
}

/** No entry of the menu: the user import leads here. */
export const identitiesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/identities',
    staticData: { title: 'title.import' },
    loader: () => loadTexts('identities', 'list', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./IdentitiesPage.tsx'), 'IdentitiesPage'),
  }),
];
