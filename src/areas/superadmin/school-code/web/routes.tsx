import { PadlockLockedIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'school-code': typeof nb;
  }
}

export const schoolCodeArea: Area = {
  nav: [
    {
      to: '/superadmin/school-codes',
      title: 'title.schoolCodes',
      icon: PadlockLockedIcon,
      group: 'administration',
      permission: 'school-codes.issue',
    },
  ],
};

export const schoolCodeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/school-codes',
    staticData: { title: 'title.schoolCodes' },
    loader: () => loadTexts('school-code', 'list'),
    component: lazyRouteComponent(() => import('./SchoolCodesPage.tsx'), 'SchoolCodesPage'),
  }),
];
