/**
 * The portal's time in the browser: the machine's own, or in a demo municipality the moved clock's (design.md §1,
 * "Time is a parameter"). Whatever counts days back from now asks here.
 */
import { settings } from '#areas/settings/contract.ts';

import { useRead } from './api/hooks.ts';

export interface PortalClock {
  /** A demo municipality, plainly marked. */
  isDemo: boolean;
  /** What to add to the machine's time, in milliseconds. */
  offsetMs: number;
  /** What it showed when the server was last asked, in milliseconds since 1970. */
  asOf: number;
}

/** Undefined until the server has said it. */
export function usePortalClock(): PortalClock | undefined {
  const { data, dataUpdatedAt } = useRead(settings.site, {}, { handleErrors: false });
  if (!data) return undefined;
  const asOf = Date.parse(data.now);
  return { isDemo: data.demo, offsetMs: data.demo ? asOf - dataUpdatedAt : 0, asOf };
}
