import type { AnyRoute } from '@tanstack/react-router';

import type { createPortalRouter } from './router.tsx';
import type { Session } from './session.ts';

const ignore = (): void => {};

/**
 * What the address will need, asked for at once instead of one after the other: who the reader is, the page's program and
 * its texts. The router asks for the same when it comes to it, and finds it there or on its way. What fails now is tried
 * again by the router, which knows what to show when it fails again.
 */
export function fetchAhead(router: ReturnType<typeof createPortalRouter>, session: Session): void {
  session.ready().catch(ignore);
  // Nobody is signed in: the address leads to the sign-in, whatever it is.
  if (session.current()?.status === 'signed-out') return;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route: AnyRoute | undefined = router.routesById[routeId];
    if (!route) continue;
    router.loadRouteChunk(route)?.catch(ignore);
    // A loader of ours does nothing but fetch texts.
    const { loader } = route.options;
    if (typeof loader === 'function') Promise.resolve(loader({})).catch(ignore);
  }
}
