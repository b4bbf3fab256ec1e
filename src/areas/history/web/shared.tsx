/** What other areas may use of the history on the screen: who held which role at a school on a day. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    history: typeof nb;
  }
}

/** At the school the reader stands at, or of the whole owner. */
export const RolesOnDay = later(
  async () => (await import('./RolesThen.tsx')).RolesThen,
  <SkeletonLines lines={6} />,
);
