import { KeyVerticalIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { userCard } from '#areas/users/web/shared.tsx';
import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

export const accessArea: Area = {
  nav: [
    {
      to: '/superadmin/access',
      also: ['/superadmin/superadmins'],
      title: 'tab.accessManagement',
      icon: KeyVerticalIcon,
      group: 'administration',
      permission: 'access.read',
    },
  ],
};

const texts = () => loadTexts('access', 'list', 'card', 'form', 'errors');

contributeTabs(userCard, {
  id: 'roles',
  title: 'shell:tab.roles',
  order: 870,
  permission: 'access.read',
  isFor: ({ role }) => role !== 'student',
  load: async () => {
    const [{ RolesTab }] = await Promise.all([import('./RolesTab.tsx'), texts(), loadTexts('why')]);
    return RolesTab;
  },
});
contributeTabs(userCard, {
  id: 'whocan',
  title: 'shell:tab.whoCan',
  order: 880,
  permission: 'access.order',
  load: async () => {
    const [{ WhoCanTab }] = await Promise.all([import('./WhoCanTab.tsx'), texts()]);
    return WhoCanTab;
  },
});

export const accessRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/access',
    staticData: { title: 'tab.accessManagement' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AccessPage.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/access/admins',
    staticData: { title: 'tab.schoolAdmins' },
    loader: texts,
    component: lazyRouteComponent(() => import('./AdminsPage.tsx'), 'AdminsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/access/who-can',
    staticData: { title: 'tab.whoCan' },
    loader: texts,
    component: lazyRouteComponent(() => import('./WhoCanPage.tsx'), 'WhoCanPage'),
  }),
];
