/** What other areas may ask of passwords. */
import { findPeople, type Person } from '#areas/users/server/service.ts';
import { type BulkFailure } from '#kernel/bulk.ts';
import { Refusal, refuse, refuseField } from '#kernel/errors.ts';
import { ownerRoles, rolesWith } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import { type FirstTimePassword, type ProtectedChoice } from '../contract.ts';
import { problemOfPassword } from '../rules.ts';
import { readPasswordSettings } from './settings.ts';
import { savePasswords, unlockUser } from './store.ts';
import { firstTimePassword } from './words.ts';

export { readPasswordSettings } from './settings.ts';
export { passwordSheet } from './sheet.ts';
export { firstTimePassword } from './words.ts';

export interface PasswordWork {
  /** The transaction of the operation. */
  tx: Db;
  scope: Scope;
  now: Date;
  vault: Vault;
}

/** The roles by which an account can do more than its owner's own work. */
const adminRoles = [
  'groupAdministrator',
  'licenceAdministrator',
  'schoolIct',
  'schoolAdministrator',
  ...ownerRoles,
] as const;

const isAdmin = ({ roles }: Person): boolean => adminRoles.some((role) => roles.includes(role));

/** Whoever could set an administrator's password could take over their rights. */
export function refuseForeignAccount(scope: Scope, person: Person): void {
  if (person.id === scope.userId) refuse('password.own');
  // A school may give anybody access for a time, and would with it have the account.
  if (person.isGuest) refuse('user.guest');
  if (person.accountStatus === 'expired') refuse('user.expired');
  if (isAdmin(person) && scope.role !== 'superadmin') {
    refuse('password.admin-account', { why: { rule: 'password.admin-account', grantedBy: ['superadmin'] } });
  }
}

interface Wanted {
  person: Person;
  password: string;
  mustChange: boolean;
}

/** Sets a password somebody typed. Teachers may for their own pupils, where the site lets them. */
export async function setPassword({ tx, scope, now, vault }: PasswordWork, wanted: Wanted): Promise<void> {
  const { person, password, mustChange } = wanted;
  const { rules, teachersSetPasswords } = await readPasswordSettings(tx);
  if (scope.role === 'teacher' && (!teachersSetPasswords || person.role === 'employee')) {
    const grantedBy = rolesWith('passwords.set').filter((role) => role !== 'teacher');
    refuse('access.denied', { why: { rule: 'teachersSetPasswords', grantedBy } });
  }
  refuseForeignAccount(scope, person);
  const problem = problemOfPassword(password, person, rules);
  if (problem) refuseField('password.refused', problem.path, problem.key, problem.params);
  await savePasswords(tx, [{ userId: person.id, cipher: vault.encrypt(password) }], mustChange, now);
}

export interface Issued {
  Items: FirstTimePassword[];
  failed: BulkFailure[];
  /** How many with a protected identity got none; paper does not name them. */
  protectedLeftOut: number;
}

interface Wish {
  mustChange: boolean;
  output: 'screen' | 'pdf';
  protectedPeople: ProtectedChoice;
}

/**
 * Makes first-time passwords for those of the names that may have one; the others are told with their reason. The
 * caller shows them once and keeps them nowhere.
 */
export async function issuePasswords(
  { tx, scope, now, vault }: PasswordWork,
  userNames: readonly string[],
  { mustChange, output, protectedPeople }: Wish,
): Promise<Issued> {
  const { rules } = await readPasswordSettings(tx);
  const people = await findPeople(tx, scope, userNames, now);
  const byName = new Map(people.map((person) => [person.userName.toLowerCase(), person]));
  const failed: BulkFailure[] = [];
  const chosen = new Map<number, Person>();
  const unnamed = new Set<number>();
  for (const name of userNames) {
    const person = byName.get(name.toLowerCase());
    const reason = person ? reasonAgainst(scope, person) : 'user.not-found';
    if (person && reason === undefined) chosen.set(person.id, person);
    else if (person?.shielded && output === 'pdf' && protectedPeople !== 'include') unnamed.add(person.id);
    else if (reason !== undefined) failed.push({ id: name, code: reason, params: {} });
  }
  const hidden = output === 'pdf' ? [...chosen.values()].filter(({ shielded }) => shielded) : [];
  if (hidden.length > 0 && protectedPeople === 'ask') {
    refuse('password.protected-among', { params: { count: hidden.length } });
  }
  const leftOut = protectedPeople === 'include' ? [] : hidden;
  for (const { id } of leftOut) chosen.delete(id);
  const made = [...chosen.values()].map((person) => ({ person, password: firstTimePassword(rules.minimum) }));
  await savePasswords(
    tx,
    made.map(({ person, password }) => ({ userId: person.id, cipher: vault.encrypt(password) })),
    mustChange,
    now,
  );
  const Items = made.map(({ person: { userName, displayName, className }, password }) => ({
    userName,
    displayName,
    className,
    password,
    validUntil: null,
  }));
  return { Items, failed, protectedLeftOut: leftOut.length + unnamed.size };
}

/** First-time passwords are read by others before their owner: never for an account with an administrator's role. */
function reasonAgainst(scope: Scope, person: Person) {
  if (isAdmin(person)) return 'password.admin-account' as const;
  try {
    refuseForeignAccount(scope, person);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Lifts a lock. Otherwise whoever guesses at an administrator's password could have others go on guessing. */
export async function unlockAccount(
  { tx, scope, now }: Omit<PasswordWork, 'vault'>,
  person: Person,
): Promise<void> {
  refuseForeignAccount(scope, person);
  await unlockUser(tx, person.id, now);
}
