/** What other areas may use of passwords on the screen, fetched when first opened. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    passwords: typeof nb;
  }
}

export const ChangePasswordDialog = later(
  async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog,
);

/** First-time passwords for one or many: made, shown once, printed. */
export const FirstTimeDialog = later(async () => (await import('./FirstTimeDialog.tsx')).FirstTimeDialog);

/** The two fields of a new password, for a form of another area with the namespace `passwords`. */
export const PasswordFields = later(
  async () => (await import('./PasswordFields.tsx')).PasswordFields,
  <SkeletonLines lines={4} />,
);
