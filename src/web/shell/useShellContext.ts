import { useRouteContext } from '@tanstack/react-router';

import type { BarPart, NavEntry, PaletteProvider } from '../nav.ts';
import type { Session } from '../session.ts';

interface ShellContext {
  session: Session;
  nav: readonly NavEntry[];
  palette: readonly PaletteProvider[];
  bar: readonly BarPart[];
}

/** What the router was started with. Typed here, so that pages need not import the router that imports them. */
export function useShellContext(): ShellContext {
  return useRouteContext({ from: '__root__' });
}
