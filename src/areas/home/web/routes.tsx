import { HouseIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import { type Days, daysIn } from './days.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    home: typeof nb;
  }
}

export const homeArea: Area = {
  nav: [{ to: '/home', title: 'title.home', icon: HouseIcon, group: 'top', permission: undefined }],
};

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/home',
    staticData: { title: 'title.home' },
    validateSearch: ({ days }: Record<string, unknown>): { days?: Days } => {
      const chosen = daysIn(days);
      return chosen === undefined ? {} : { days: chosen };
    },
    loader: () => loadTexts('home'),
    component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  }),
];
