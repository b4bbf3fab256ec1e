import { PaletteIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    site: typeof nb;
  }
}

export const siteArea: Area = {
  nav: [
    {
      to: '/superadmin/site',
      title: 'title.site',
      icon: PaletteIcon,
      group: 'administration',
      permission: 'site.manage',
    },
  ],
};

export const siteRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/site',
    staticData: { title: 'title.site' },
    loader: () => loadTexts('site', 'form'),
    component: lazyRouteComponent(() => import('./SitePage.tsx'), 'SitePage'),
  }),
];
