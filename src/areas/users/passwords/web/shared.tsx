/** What other areas may use of passwords on the screen, fetched when first opened. */
import { lazy } from 'react';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    passwords: typeof nb;
  }
}

export const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));

/** First-time passwords for one or many: made, shown once, printed. */
export const FirstTimeDialog = lazy(async () => ({
  default: (await import('./FirstTimeDialog.tsx')).FirstTimeDialog,
}));

/** The two fields of a new password, for a form of another area with the namespace `passwords`. */
export const PasswordFields = lazy(async () => ({
  default: (await import('./PasswordFields.tsx')).PasswordFields,
}));
