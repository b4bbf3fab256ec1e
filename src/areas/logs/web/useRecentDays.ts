import { useMemo } from 'react';

import { dateInOslo } from '#web/format.ts';
import type { AnyList } from '#web/list/definition.ts';
import { useListAddress } from '#web/list/useListAddress.ts';
import { usePortalClock } from '#web/portalClock.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * What a log is asked besides its filters: the last days, where the reader has not chosen others. Never asked without a
 * period: the log of years is long. `undefined` until the portal's day is known.
 */
export function useRecentDays(list: AnyList): Readonly<Record<string, unknown>> | undefined {
  const clock = usePortalClock();
  const [{ filters }] = useListAddress(list, false);
  const hasPeriod = filters['at'] !== undefined;
  const since = clock && dateInOslo(clock.asOf - DAYS * DAY_MS);
  return useMemo(() => {
    if (since === undefined) return undefined;
    return hasPeriod ? {} : { at: `${since}..` };
  }, [since, hasPeriod]);
}
