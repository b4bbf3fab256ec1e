import { CogIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import { KeepSettings } from './KeepSettings.tsx';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    settings: typeof nb;
  }
}

export const settingsArea: Area = {
  nav: [
    {
      to: '/settings',
      title: 'title.settings',
      icon: CogIcon,
      group: 'administration',
      permission: undefined,
    },
  ],
  // Not lazy: a choice made while its code is on the way would never be told.
  bar: [{ id: 'settings', permission: undefined, component: KeepSettings }],
};

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings',
    staticData: { title: 'title.settings' },
    loader: () => loadTexts('settings', 'login', 'second-factor', 'form', 'errors'),
    component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
  }),
];
