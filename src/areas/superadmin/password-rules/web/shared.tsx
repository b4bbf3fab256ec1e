/** What other areas may use of the rules for passwords: the form, as a part of a page of settings. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'password-rules': typeof nb;
  }
}

export const PasswordRules = later(
  async () => (await import('./PasswordRules.tsx')).PasswordRules,
  <SkeletonLines lines={4} />,
);
