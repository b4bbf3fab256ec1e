/** What other areas may use of the history on the screen: who held which role at a school on a day. */
import { lazy, Suspense } from 'react';

import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    history: typeof nb;
  }
}

const RolesThen = lazy(async () => ({ default: (await import('./RolesThen.tsx')).RolesThen }));

/** At the school the reader stands at, or of the whole owner. */
export function RolesOnDay() {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <RolesThen />
    </Suspense>
  );
}
