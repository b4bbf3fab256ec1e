import { DatabaseIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    directory: typeof nb;
  }
}

export const directoryArea: Area = {
  nav: [
    {
      to: '/superadmin/directory',
      title: 'title.directory',
      icon: DatabaseIcon,
      group: 'administration',
      permission: 'directory.manage',
    },
  ],
};

contributeTabs(userCard, {
  id: 'directory',
  title: 'shell:title.directory',
  order: 80,
  load: async () => {
    const [{ AccountTab }] = await Promise.all([import('./AccountTab.tsx'), loadTexts('directory')]);
    return AccountTab;
  },
});

export const directoryRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/directory',
    staticData: { title: 'title.directory' },
    loader: () => loadTexts('directory', 'list', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./DirectoryPage.tsx'), 'DirectoryPage'),
  }),
];
