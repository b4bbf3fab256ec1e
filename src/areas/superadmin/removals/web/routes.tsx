import { TrashIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    removals: typeof nb;
  }
}

export const removalsArea: Area = {
  nav: [
    {
      to: '/superadmin/removals',
      title: 'title.removals',
      icon: TrashIcon,
      group: 'administration',
      permission: 'directory.manage',
    },
  ],
};

export const removalsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/removals',
    staticData: { title: 'title.removals' },
    loader: () => loadTexts('removals', 'list'),
    component: lazyRouteComponent(() => import('./RemovalsPage.tsx'), 'RemovalsPage'),
  }),
];
