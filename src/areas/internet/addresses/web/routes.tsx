import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

export const addressesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/addresses',
    staticData: { title: 'title.internet' },
    loader: () => loadTexts('addresses', 'locks', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./AddressesPage.tsx'), 'AddressesPage'),
  }),
];
