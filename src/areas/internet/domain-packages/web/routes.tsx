import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { shellRoute } from '#web/rootRoute.ts';

const texts = () => loadTexts('domain-packages', 'locks', 'list', 'card', 'form', 'errors');
const packages = () => import('./PackagesPage.tsx');

export const domainPackagesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/domain-packages',
    staticData: { title: 'title.internet' },
    loader: texts,
    component: lazyRouteComponent(packages, 'SchoolPackagesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/global-domain-packages',
    staticData: { title: 'title.internet' },
    loader: texts,
    component: lazyRouteComponent(packages, 'GlobalPackagesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/always-open',
    staticData: { title: 'title.internet' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AlwaysOpenPage.tsx'), 'AlwaysOpenPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/internet/exam-resources',
    staticData: { title: 'title.internet' },
    loader: texts,
    component: lazyRouteComponent(() => import('./ExamResourcesPage.tsx'), 'ExamResourcesPage'),
  }),
];
