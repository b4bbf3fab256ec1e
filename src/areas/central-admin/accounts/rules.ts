/** What stands against an act on the account of somebody who keeps the portal. Pure: the server fills in the standing. */
import type { ErrorCode } from '#kernel/errors.ts';
import { keysOf } from '#kernel/keys.ts';
import type { Role } from '#kernel/permissions.ts';
import { because, type Cannot, judged, type Why, whyOf } from '#kernel/why.ts';

import { type AccountAct, accountActs } from './contract.ts';

export interface Standing {
  isSelf: boolean;
  isClosed: boolean;
  isLocked: boolean;
  hasFactor: boolean;
  roles: readonly Role[];
}

export interface Against {
  code: ErrorCode;
  why: Why;
}

const against = (code: ErrorCode): Against => ({ code, why: whyOf(code) ?? because(code) });

/** Every role but the portal's own can read people. */
const readsPeople = (roles: readonly Role[]): boolean => roles.some((role) => role !== 'centralAdmin');

/**
 * Setting a password or removing the second factor gives access to the account, so only a superadmin may do it to an
 * account that reads people. One's own account is changed under one's own settings, which ask for the current password.
 */
export function againstAct(
  act: AccountAct,
  asker: readonly Role[],
  { isSelf, isClosed, roles }: Standing,
): Against | undefined {
  if (isSelf && act !== 'unlock' && act !== 'sessions') return against('portal-account.own');
  if (readsPeople(roles) && !asker.includes('superadmin')) return against('portal-account.reads-people');
  if (isClosed && act === 'password') return against('portal-account.closed');
  return undefined;
}

/** The acts that make sense on the account as it is, and which of them the asker may not do and why. */
export function actsOn(
  asker: readonly Role[],
  account: Standing,
): { can: AccountAct[]; cannot: (Cannot & { act: AccountAct })[] } {
  const { isClosed, isLocked, hasFactor } = account;
  const fits: Record<AccountAct, boolean> = {
    password: !isClosed,
    unlock: isLocked && !isClosed,
    factor: hasFactor,
    close: !isClosed,
    open: isClosed,
    sessions: !isClosed,
  };
  const { can, cannot } = judged<AccountAct>({
    password: undefined,
    unlock: undefined,
    factor: undefined,
    close: undefined,
    open: undefined,
    sessions: undefined,
    ...Object.fromEntries(accountActs.map((act) => [act, againstAct(act, asker, account)?.why])),
  });
  const fitting = new Set(keysOf(fits).filter((act) => fits[act]));
  return { can: can.filter((act) => fitting.has(act)), cannot: cannot.filter(({ act }) => fitting.has(act)) };
}
