import { FileImportIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    import: typeof nb;
  }
}

export const importArea: Area = {
  nav: [
    {
      to: '/tools/import',
      also: ['/tools/identities', '/superadmin/data-sources'],
      title: 'title.import',
      icon: FileImportIcon,
      group: 'administration',
      permission: 'import.read',
    },
  ],
};

const texts = () => loadTexts('import', 'list', 'errors');

export const importRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/import',
    staticData: { title: 'title.import' },
    loader: texts,
    component: lazyRouteComponent(() => import('./RunsPage.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/import/new',
    staticData: { title: 'title.import' },
    loader: texts,
    component: lazyRouteComponent(() => import('./UploadPage.tsx'), 'UploadPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/import/$id',
    staticData: { title: 'title.import' },
    loader: texts,
    component: lazyRouteComponent(() => import('./RunPage.tsx'), 'RunPage'),
  }),
];
