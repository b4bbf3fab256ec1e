/** What other areas may use of the change of primary school on the screen. */
import { lazy } from 'react';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'primary-school': typeof nb;
  }
}

export const PrimarySchoolDialog = lazy(async () => ({
  default: (await import('./PrimarySchoolDialog.tsx')).PrimarySchoolDialog,
}));

/** Whom to ask at one's own school. */
export const WhomToAsk = lazy(async () => ({ default: (await import('./WhomToAsk.tsx')).WhomToAsk }));
