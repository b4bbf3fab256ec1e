/** What other areas may use of a person's groups on the screen: adding, and taking out. */
import { later } from '#web/ui/later.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    memberships: typeof nb;
  }
}

/** The tab of a person's card. */
export const loadGroupsTab = async () => (await import('./GroupsTab.tsx')).GroupsTab;

export { AddToGroups, TakeFromGroups } from './dialogs.ts';

/** The groups people may be put into, to search and choose among. */
export const GroupPicker = later(async () => (await import('./GroupPicker.tsx')).GroupPicker);
