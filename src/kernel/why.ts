/**
 * "Why?" (design.md §4): whatever is refused or not offered says which rule decided and who can grant it. The answer
 * travels with the row as `can` and `cannot`, and the browser has the words (`web/why`).
 */
import { z } from 'zod';

import type { ErrorCode, errors } from './errors.ts';
import { keysOf } from './keys.ts';
import { type Permission, type Role, roles, rolesWith } from './permissions.ts';
import { type Actor, prove } from './scope.ts';

/** `rule`: a permission of the table, or a rule by its own name (`undo.running`). Nobody can grant some of them. */
export const Why = z.object({ rule: z.string(), grantedBy: z.array(z.enum(roles)) });
export type Why = z.output<typeof Why>;

/** An act this reader may not do on this row, and why. */
export const Cannot = Why.extend({ act: z.string() });
export type Cannot = z.output<typeof Cannot>;

/** Why an actor may not use a permission where they stand; undefined when they may. */
export function lacking(actor: Actor | undefined, permission: Permission): Why | undefined {
  if (actor && prove(actor, permission)) return undefined;
  return { rule: permission, grantedBy: rolesWith(permission) };
}

/** The refusals of a right, told by their status. The others say themselves what stands in the way, to everybody. */
type Forbidden = {
  [Code in ErrorCode]: (typeof errors)[Code]['status'] extends 403 ? Code : never;
}[ErrorCode];

/** Which roles the rule behind such a refusal lets through; nobody where it is there for all. */
const above: Readonly<Record<Forbidden, readonly Role[]>> = {
  'access.denied': [],
  'request.forged': [],
  'sign-in.school-invalid': ['superadmin'],
  'password.admin-account': ['superadmin'],
  'user.admin-account': ['superadmin'],
  'user.guest': ['superadmin'],
  'user.other-school': ['superadmin'],
  'user.closed-by-owner': ['superadmin'],
  'school-access.not-yours': ['schoolAdministrator', 'superadmin'],
  'deactivation.superadmin': ['superadmin'],
  'group.owner-only': ['superadmin'],
  'portal-account.reads-people': ['superadmin'],
  'internet-lock.not-yours': ['schoolIct', 'schoolAdministrator'],
  'internet-lock.exam': ['schoolIct', 'schoolAdministrator'],
};

const byCode: Readonly<Partial<Record<string, readonly Role[]>>> = above;

/** Why a refusal was given, where whoever refused did not say it more exactly. */
export function whyOf(code: ErrorCode): Why | undefined {
  const grantedBy = byCode[code] ?? [];
  return grantedBy.length === 0 ? undefined : { rule: code, grantedBy: [...grantedBy] };
}

/** A rule that no role is above, or only these. */
export const because = (rule: string, ...grantedBy: Role[]): Why => ({ rule, grantedBy });

/** From each act with what is against it to the two lists that travel with the row. */
export function judged<Act extends string>(
  acts: Readonly<Record<Act, Why | undefined>>,
): { can: Act[]; cannot: (Why & { act: Act })[] } {
  const names = keysOf(acts);
  return {
    can: names.filter((act) => acts[act] === undefined),
    cannot: names.flatMap((act) => {
      const why = acts[act];
      return why === undefined ? [] : [{ act, ...why }];
    }),
  };
}
