import { GlobeIcon, PersonGroupIcon } from '@navikt/aksel-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { contributeTabs } from '#web/card/registry.ts';
import { loadTexts } from '#web/i18n.ts';
import type { Area } from '#web/nav.ts';
import { shellRoute } from '#web/rootRoute.ts';

import { groupCard } from './shared.tsx';

export const groupsArea: Area = {
  nav: [
    {
      to: '/groups',
      title: 'title.userGroups',
      icon: PersonGroupIcon,
      group: 'people',
      permission: 'groups.read',
    },
    {
      to: '/superadmin/global-groups',
      title: 'title.globalGroups',
      icon: GlobeIcon,
      group: 'people',
      permission: 'global-groups.manage',
    },
  ],
  palette: [
    {
      id: 'groups',
      title: 'title.userGroups',
      permission: 'groups.read',
      search: async (text, signal) => (await import('./palette.ts')).searchGroups(text, signal),
    },
  ],
};

contributeTabs(
  groupCard,
  {
    id: 'overview',
    title: 'groups:tab.overview',
    order: 10,
    load: async () => (await import('./OverviewTab.tsx')).OverviewTab,
  },
  {
    id: 'members',
    group: 'people',
    title: 'groups:tab.members',
    order: 10,
    count: ({ memberCount }) => memberCount,
    load: async () => (await import('./MembersTab.tsx')).MembersTab,
  },
  {
    id: 'member-of',
    group: 'people',
    title: 'groups:tab.memberOf',
    order: 20,
    count: ({ memberOfGroups }) => memberOfGroups,
    load: async () => (await import('./RelatedTabs.tsx')).MemberOfTab,
  },
  {
    id: 'nested',
    group: 'people',
    title: 'groups:tab.nested',
    order: 30,
    isFor: ({ nestedGroups, can }) => nestedGroups > 0 || can.includes('members'),
    count: ({ nestedGroups }) => nestedGroups,
    load: async () => (await import('./RelatedTabs.tsx')).NestedTab,
  },
);

const texts = () => loadTexts('groups', 'list', 'card');
const groupPage = lazyRouteComponent(() => import('./GroupPage.tsx'), 'GroupPage');

export const groupsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/groups',
    staticData: { title: 'title.userGroups' },
    loader: texts,
    component: lazyRouteComponent(() => import('./GroupsPage.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/superadmin/global-groups',
    staticData: { title: 'title.globalGroups' },
    loader: texts,
    component: lazyRouteComponent(() => import('./GlobalGroupsPage.tsx'), 'GlobalGroupsPage'),
  }),
  // The card opened without a tab, and one of its tabs.
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/groups/$name',
    staticData: { title: 'title.userGroups' },
    loader: texts,
    component: groupPage,
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/groups/$name/$tab',
    staticData: { title: 'title.userGroups' },
    loader: texts,
    component: groupPage,
  }),
];
