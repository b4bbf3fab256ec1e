/** The two kinds of access on the screen: which rows of the contract, which words. */
import { blockedAccess, blockedAccessList, temporaryAccess, temporaryAccessList } from '../contract.ts';

export const kinds = {
  temporary: { routes: temporaryAccess, list: temporaryAccessList, path: '/tools/temporary-access' },
  block: { routes: blockedAccess, list: blockedAccessList, path: '/tools/blocked-access' },
} as const;

export type Kind = keyof typeof kinds;

/** Reading one of the two makes nothing stale of the other, but a person's card shows both. */
export const touches = ['user', 'home'] as const;
