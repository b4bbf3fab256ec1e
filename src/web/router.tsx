/** The address space of the portal (specification §2). Pages are fetched when they are first visited. */
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { firstVisitRoute } from '#areas/central-admin/setup/web/routes.tsx';
import { loginRoutes } from '#areas/login/web/routes.tsx';

import { areaRoutes, areas } from './areas.ts';
import { navigateWith } from './goTo.ts';
import type { TitleKey } from './nav.ts';
import { rootRoute, shellRoute } from './rootRoute.ts';
import { parseSearch, stringifySearch } from './search.ts';
import type { Session } from './session.ts';
import { CrashPage } from './shell/CrashPage.tsx';

const emptyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: '/home', replace: true });
  },
});

/** 402 is what a call that answered 401 leads to (specification §8). */
function errorTitle(search: object): TitleKey {
  const code = 'errorCode' in search ? search.errorCode : undefined;
  if (code === 402 || code === 401) return 'title.loggedOut';
  return code === 403 ? 'title.accessDenied' : 'title.error';
}

interface ErrorSearch {
  errorCode?: number;
  returnUrl?: string;
  page?: string;
  reference?: string;
}

const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error',
  staticData: { title: errorTitle },
  validateSearch: ({ errorCode, returnUrl, page, reference }: Record<string, unknown>): ErrorSearch => ({
    ...(Number.isInteger(Number(errorCode)) && errorCode !== undefined
      ? { errorCode: Number(errorCode) }
      : {}),
    ...(typeof returnUrl === 'string' ? { returnUrl } : {}),
    ...(typeof page === 'string' ? { page } : {}),
    // Shown as it stands: only what a reference of ours looks like.
    ...(typeof reference === 'string' && /^[\w-]{1,64}$/.test(reference) ? { reference } : {}),
  }),
  component: lazyRouteComponent(() => import('./shell/ErrorPage.tsx'), 'ErrorPage'),
});

/** Any other path leads to the empty path. */
const otherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/', replace: true });
  },
});

/** The gallery of components, only in development builds. */
const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => shellRoute,
        path: '/dev/ui',
        component: lazyRouteComponent(() => import('./dev/Gallery.tsx'), 'Gallery'),
      }),
    ]
  : [];

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([emptyRoute, ...areaRoutes, ...devRoutes]),
  ...loginRoutes,
  firstVisitRoute,
  errorRoute,
  otherRoute,
]);

export function createPortalRouter(session: Session) {
  const router = createRouter({
    routeTree,
    context: {
      session,
      nav: areas.flatMap(({ nav }) => nav),
      palette: areas.flatMap(({ palette = [] }) => palette),
      bar: areas.flatMap(({ bar = [] }) => bar),
    },
    defaultPreload: 'intent',
    // Data is the query cache's business; the router only fetches code.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: lazyRouteComponent(() => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
  });

  navigateWith(
    (address, { replace }) => void router.navigate({ href: address, replace, ignoreBlocker: true }),
  );

  // Signed out here or in another tab: whatever page one is on, it leads to the sign-in (specification §2).
  session.subscribe(() => {
    const isInside = router.state.matches.some(({ routeId }) => routeId === shellRoute.id);
    if (isInside && session.current()?.status === 'signed-out') {
      void router.navigate({ href: '/login', replace: true, ignoreBlocker: true });
    }
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
