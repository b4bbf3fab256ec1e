import type { ReactNode } from 'react';

import { dateInOslo } from '#web/format.ts';
import { usePortalClock } from '#web/portalClock.ts';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

/** The days to look at are counted back from the portal's own day, so that one is waited for. */
export function WhenToday({ children }: { children: (today: string) => ReactNode }) {
  const clock = usePortalClock();
  return clock === undefined ? <SkeletonLines lines={6} /> : children(dateInOslo(clock.asOf));
}
