/** What other areas may use of acts on users on the screen: the menu of one, and the dialogs of many. */
import { lazy } from 'react';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    many: typeof nb;
  }
}

/** In the order they are offered. */
export const bulkKinds = [
  'firstTime',
  'addToGroup',
  'requirePassword',
  'unlock',
  'deactivate',
  'activate',
  'deleteExpired',
] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Fetched with the first card, not with the list. */
export const UserActs = lazy(async () => ({ default: (await import('./UserActs.tsx')).UserActs }));

export const UserBulkDialog = lazy(async () => ({
  default: (await import('./UserBulkDialog.tsx')).UserBulkDialog,
}));

/** A pasted list of people: found, decided about where there is doubt, and handed to whoever acts on them. */
export const PasteBox = lazy(async () => ({ default: (await import('./PasteBox.tsx')).PasteBox }));
