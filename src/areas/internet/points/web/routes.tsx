import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

export const pointsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/points',
    staticData: { title: 'title.internet' },
    loader: () => loadTexts('points', 'locks', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./PointsPage.tsx'), 'PointsPage'),
  }),
];
