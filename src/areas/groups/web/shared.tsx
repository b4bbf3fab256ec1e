/** What other areas may use of groups on the screen: the card they add tabs to, and its marks. */
import { defineCard } from '#web/card/registry.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { chatStatuses, GroupDetail, teamStatuses } from '../contract.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    groups: typeof nb;
  }
}

/** Tabs are added from an area's `routes.tsx` with `contributeTabs(groupCard, …)`, in one of these groups. */
export const groupCard = defineCard<GroupDetail>('group', {
  people: 'groups:tabs.people',
  services: 'groups:tabs.services',
  history: 'groups:tabs.history',
});

export const teamTones: Record<(typeof teamStatuses)[number], StatusTone> = {
  none: 'neutral',
  creating: 'info',
  created: 'success',
  archiving: 'info',
  archived: 'neutral',
  createFailed: 'danger',
  archiveFailed: 'danger',
};

export const chatTones: Record<(typeof chatStatuses)[number], StatusTone> = {
  default: 'success',
  restricted: 'warning',
  blocked: 'danger',
};

/** The address of a group's card. */
export const groupAddress = (name: string): string => `/groups/${encodeURIComponent(name)}`;

const taught: ReadonlySet<GroupDetail['type']> = new Set(['class', 'basis', 'instruction', 'tutor']);

/** Groups that pupils are taught in: what is done most with a class stands in the head of its card. */
export const isTaught = ({ type }: Pick<GroupDetail, 'type'>): boolean => taught.has(type);
