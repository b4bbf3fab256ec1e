/** What other areas may use of acts on many on the screen: how far one is, and how each row went. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    bulk: typeof nb;
  }
}

/** From the start of the act to its result; it goes on when the dialog is closed. */
export const ProgressDialog = later(async () => (await import('./ProgressDialog.tsx')).ProgressDialog);

/** Who was refused and why, with the ways on: once more for them, and the whole result as a file. */
export const Outcomes = later(
  async () => (await import('./Outcomes.tsx')).Outcomes,
  <SkeletonLines lines={3} />,
);

/** The events of acts on many are named so: `user.many-unlocked`. */
export const isOnMany = (event: string): boolean => event.includes('.many-');
