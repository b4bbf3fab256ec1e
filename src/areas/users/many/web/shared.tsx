/** What other areas may use of acts on users on the screen: the menu of one, and the dialogs of many. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    many: typeof nb;
  }
}

export { type BulkKind, bulkKinds } from './bulk-kinds.ts';
export { usePastedList } from './usePastedList.ts';

/** Fetched with the first card, not with the list. */
export const UserActs = later(async () => (await import('./UserActs.tsx')).UserActs);

export const UserBulkDialog = later(async () => (await import('./UserBulkDialog.tsx')).UserBulkDialog);

/** A pasted list of people: found, decided about where there is doubt, and handed to whoever acts on them. */
export const PasteBox = later(
  async () => (await import('./PasteBox.tsx')).PasteBox,
  <SkeletonLines lines={5} />,
);
