import { PencilWritingIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

export const examsArea: Area = {
  nav: [
    {
      to: '/examinations',
      title: 'title.examGroups',
      icon: PencilWritingIcon,
      group: 'people',
      permission: 'exams.read',
    },
  ],
};

export const examsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/examinations',
    staticData: { title: 'title.examGroups' },
    loader: () => loadTexts('exams', 'locks', 'list', 'card', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./ExamsPage.tsx'), 'ExamsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/examinations/$id/live',
    staticData: { title: 'title.examGroups' },
    loader: () => loadTexts('exams', 'card', 'errors'),
    component: lazyRouteComponent(() => import('./LivePage.tsx'), 'LivePage'),
  }),
];
