import { HashtagIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'personal-numbers': typeof nb;
  }
}

export const personalNumbersArea: Area = {
  nav: [
    {
      to: '/tools/personal-numbers',
      title: 'title.personalNumbers',
      icon: HashtagIcon,
      group: 'people',
      permission: 'national-number.deviations',
    },
  ],
};

const texts = () => loadTexts('personal-numbers', 'users', 'list', 'card', 'form', 'errors');

export const personalNumbersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/personal-numbers',
    staticData: { title: 'tab.ssnDeviation' },
    loader: texts,
    component: lazyRouteComponent(() => import('./DeviationsPage.tsx'), 'DeviationsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/personal-numbers/duplicates',
    staticData: { title: 'tab.ssnDuplicate' },
    loader: texts,
    component: lazyRouteComponent(() => import('./DuplicatesPage.tsx'), 'DuplicatesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/personal-numbers/changes',
    staticData: { title: 'tab.ssnChange' },
    loader: texts,
    component: lazyRouteComponent(() => import('./ChangesPage.tsx'), 'ChangesPage'),
  }),
];
