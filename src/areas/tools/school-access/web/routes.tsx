import { PersonCheckmarkIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

export const schoolAccessArea: Area = {
  nav: [
    {
      to: '/tools/temporary-access',
      also: ['/tools/blocked-access', '/tools/deactivations'],
      title: 'title.access',
      icon: PersonCheckmarkIcon,
      group: 'people',
      permission: 'school-access.read',
    },
  ],
};

const texts = () => loadTexts('school-access', 'list', 'card', 'form', 'errors');

contributeTabs(userCard, {
  id: 'access',
  title: 'shell:tab.access',
  order: 40,
  permission: 'school-access.read',
  load: async () => {
    const [{ UserTab }] = await Promise.all([import('./UserTab.tsx'), texts()]);
    return UserTab;
  },
});

export const schoolAccessRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/temporary-access',
    staticData: { title: 'tab.temporaryAccess' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AccessPage.tsx'), 'TemporaryAccessPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tools/blocked-access',
    staticData: { title: 'tab.blockedAccess' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AccessPage.tsx'), 'BlockedAccessPage'),
  }),
];
