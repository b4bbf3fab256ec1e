/** What other areas may use of the rules for passwords: the form, as a part of a page of settings. */
import { lazy } from 'react';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'password-rules': typeof nb;
  }
}

export const PasswordRules = lazy(async () => ({
  default: (await import('./PasswordRules.tsx')).PasswordRules,
}));
