import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

export const manyUsersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/users/paste',
    staticData: { title: 'title.users' },
    loader: () => loadTexts('many', 'errors', 'form'),
    component: lazyRouteComponent(() => import('./PastePage.tsx'), 'PastePage'),
  }),
];
