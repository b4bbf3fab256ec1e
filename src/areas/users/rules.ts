/**
 * What stands against an act on somebody's account, whoever asks and whichever way the act goes: directly, in bulk, at
 * night or by undo (specification §5, §6). Pure; the server fills in the standing, and each refusal has one place here.
 */
import type { ErrorCode } from '#kernel/errors.ts';
import { grants, type Permission, roles, rolesWith, type Role } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import { because, type Why, whyOf } from '#kernel/why.ts';

/** What may be done to a person on the card. */
export const userCan = [
  'update',
  'showNationalNumber',
  'setPassword',
  'issuePassword',
  'changeSchool',
  'changeGroups',
  'endPlace',
  'resumePlace',
  'delete',
] as const;
export type UserCan = (typeof userCan)[number];

/** Who holds the right the act asks for, and how far it reaches. */
export type Holder = Pick<Scope, 'kind' | 'role'>;

/** The account, as seen by the one who acts. */
export interface Standing {
  /** The account of the one who acts. */
  isOwn: boolean;
  /** At the school of the one who acts only for a time. */
  isGuest: boolean;
  isExpired: boolean;
  /** Has a role in force by which the account can do more than its owner's own work. */
  isAdmin: boolean;
  /** A pupil and nothing else: no employee at any school, no shared account, no role. */
  isPupilOnly: boolean;
  /** Belongs to another school too, and the one who acts does so for one school: the account is not theirs to end. */
  hasOtherPlace: boolean;
  /** The owner set the last day. */
  isEndedByOwner: boolean;
}

export interface Against {
  code: ErrorCode;
  why: Why;
}

const against = (code: ErrorCode, why: Why = whyOf(code) ?? because(code)): Against => ({ code, why });

/** The roles whose right reaches further than own groups. */
export const rolesBeyondOwnGroups = (permission: Permission): Role[] =>
  roles.filter((role) => (grants[role][permission] ?? 'own-groups') !== 'own-groups');

/** The roles that may where this is the site's choice: whoever names them names no teacher who would be refused. */
export const rolesThatMay = (permission: Permission, site: { teachersSetPasswords: boolean }): Role[] =>
  permission === 'passwords.set' && !site.teachersSetPasswords
    ? rolesBeyondOwnGroups(permission)
    : rolesWith(permission);

export type PasswordAct = 'set' | 'issue' | 'unlock';

/**
 * Whoever sets a password can use the account. Own groups open it for pupils alone and where the site says so; a role of
 * administration is a superadmin's to open, and passwords that are read by others first are never made for one.
 */
export function againstPassword(
  act: PasswordAct,
  holder: Holder,
  person: Standing,
  site: { teachersSetPasswords: boolean },
): Against | undefined {
  if (holder.kind === 'own-groups') {
    const others = rolesBeyondOwnGroups('passwords.set');
    if (!site.teachersSetPasswords)
      return against('access.denied', because('teachersSetPasswords', ...others));
    if (!person.isPupilOnly) return against('access.denied', because('password.pupils-only', ...others));
  }
  if (person.isOwn) return against('password.own');
  // A school may give anybody access for a time, and would have the account with it.
  if (person.isGuest) return against('user.guest');
  if (person.isExpired) return against('user.expired');
  if (person.isAdmin && act === 'issue')
    return against('password.admin-account', because('password.admin-account'));
  if (person.isAdmin && holder.role !== 'superadmin') return against('password.admin-account');
  return undefined;
}

/**
 * Closing an account, by its last day, for a period or for good. What one school may end is the person's place there; the
 * account is the owner's to end as long as another school has a place for the person. Administrators are protected from
 * being shut out as their passwords are.
 */
export function againstClosing(holder: Holder, person: Standing): Against | undefined {
  const refused = againstEndingPlace(holder, person);
  if (refused) return refused;
  return person.hasOtherPlace ? against('user.other-school') : undefined;
}

/** Ending the person's place at the school of the one who acts, for good. */
export function againstEndingPlace(holder: Holder, person: Standing): Against | undefined {
  if (person.isOwn) return against('user.own-account');
  if (person.isGuest) return against('user.guest');
  if (person.isAdmin && holder.role !== 'superadmin') return against('user.admin-account');
  return undefined;
}

/** Giving an account another last day than it has: what the owner ended, the owner alone opens. */
export function againstOtherEnd(holder: Holder, person: Standing): Against | undefined {
  if (person.isEndedByOwner && holder.kind !== 'owner') return against('user.closed-by-owner');
  return againstClosing(holder, person);
}
