import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    accounts: typeof nb;
  }
}

/** No entry of the menu: the central administration leads here. */
export const accountsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/central-admin/accounts',
    staticData: { title: 'tab.portalAccounts' },
    loader: () => loadTexts('accounts', 'list', 'card', 'form', 'errors', 'settings', 'why'),
    component: lazyRouteComponent(() => import('./AccountsPage.tsx'), 'AccountsPage'),
  }),
];
