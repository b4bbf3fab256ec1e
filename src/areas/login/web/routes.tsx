import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { loadTexts } from '#web/i18n.ts';
import { ownPage } from '#web/own-address.ts';
import { type RouterContext, rootRoute } from '#web/rootRoute.ts';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    login: typeof nb;
  }
}

/** Whoever is signed in already goes to the root path instead, replacing the history entry (specification §2). */
async function onlySignedOut({ context }: { context: RouterContext }): Promise<void> {
  const { status } = await context.session.ready();
  if (status !== 'signed-out') throw redirect({ href: '/', replace: true });
}

const texts = () => loadTexts('login');

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { title: 'title.login', hasFrench: true },
  beforeLoad: onlySignedOut,
  loader: texts,
  component: lazyRouteComponent(() => import('./LoginPage.tsx'), 'LoginPage'),
});

const centralLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/central-admin/login',
  staticData: { title: 'title.login', hasFrench: true },
  beforeLoad: onlySignedOut,
  loader: texts,
  component: lazyRouteComponent(() => import('./CentralLoginPage.tsx'), 'CentralLoginPage'),
});

/** Where the federation's sign-in comes back to, with a code that works once (`auth_type` C). */
const loginDoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/done',
  staticData: { title: 'title.login', hasFrench: true },
  // Only a path of our own: never an address that would lead the signed-in reader elsewhere.
  validateSearch: ({ returnUrl }: Record<string, unknown>): { returnUrl?: string } =>
    typeof returnUrl === 'string' && ownPage(returnUrl) !== undefined ? { returnUrl } : {},
  loader: texts,
  component: lazyRouteComponent(() => import('./LoginDonePage.tsx'), 'LoginDonePage'),
});

export const loginRoutes = [loginRoute, centralLoginRoute, loginDoneRoute];
