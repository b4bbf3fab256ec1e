/** The two routes everything hangs on: the root, and the shell that only signed-in users pass (specification §2). */
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';

import { speakHere } from './i18n.ts';
import type { BarPart, NavEntry, PaletteProvider, TitleKey } from './nav.ts';
import type { Session } from './session.ts';
import { RootPage } from './shell/RootPage.tsx';

export interface RouterContext {
  session: Session;
  nav: readonly NavEntry[];
  palette: readonly PaletteProvider[];
  bar: readonly BarPart[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title, in the document title and read out on arrival. A child without one keeps its parent's. */
    title?: TitleKey | ((search: object) => TitleKey);
    /** The page is in French too; the others are shown in English to whoever chose French. */
    hasFrench?: boolean;
  }
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ matches, preload }) => {
    if (!preload) await speakHere(matches.some(({ staticData }) => staticData.hasFrench));
  },
  component: RootPage,
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context }) => {
    const { status } = await context.session.ready();
    if (status === 'signed-out') throw redirect({ href: '/login', replace: true });
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});
