/** What other areas may use of the change of primary school on the screen. */
import { later } from '#web/ui/later.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'primary-school': typeof nb;
  }
}

export const PrimarySchoolDialog = later(
  async () => (await import('./PrimarySchoolDialog.tsx')).PrimarySchoolDialog,
);

/** Whom to ask at one's own school. */
export const WhomToAsk = later(async () => (await import('./WhomToAsk.tsx')).WhomToAsk);
