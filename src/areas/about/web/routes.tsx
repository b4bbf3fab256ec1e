import { CodeIcon, InformationSquareIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    about: typeof nb;
  }
}

export const aboutArea: Area = {
  nav: [
    {
      to: '/api-reference',
      title: 'title.apiReference',
      icon: CodeIcon,
      group: 'administration',
      permission: 'api-reference.read',
    },
    {
      to: '/about',
      title: 'title.about',
      icon: InformationSquareIcon,
      group: 'administration',
      permission: undefined,
    },
  ],
};

const texts = () => loadTexts('about');

export const aboutRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/about',
    staticData: { title: 'title.about' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AboutPage.tsx'), 'AboutPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/api-reference',
    staticData: { title: 'title.apiReference' },
    loader: texts,
    component: lazyRouteComponent(() => import('./ApiReferencePage.tsx'), 'ApiReferencePage'),
  }),
];
