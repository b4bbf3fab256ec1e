import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'data-sources': typeof nb;
  }
}

/** No entry of the menu: the user import leads here. */
export const dataSourcesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/data-sources',
    staticData: { title: 'title.import' },
    loader: () => loadTexts('data-sources', 'list', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./DataSourcesPage.tsx'), 'DataSourcesPage'),
  }),
];
