/** What other areas may ask of passwords. */
import { againstPassword, type PasswordAct } from '#areas/users/rules.ts';
import { findPeople, type Person } from '#areas/users/server/service.ts';
import { type BulkFailure } from '#kernel/bulk.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import { type FirstTimePassword, type ProtectedChoice } from '../contract.ts';
import { type PasswordRules, problemOfPassword } from '../rules.ts';
import { type PasswordSettings, readPasswordSettings } from './settings.ts';
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

/** Throws the refusal of `againstPassword`, the one rule for everything done to somebody's password or lock. */
async function refuseForeignAccount(
  { tx, scope }: Pick<PasswordWork, 'tx' | 'scope'>,
  act: PasswordAct,
  person: Person,
): Promise<PasswordSettings> {
  const settings = await readPasswordSettings(tx);
  const refused = againstPassword(act, scope, person, settings);
  if (refused) refuse(refused.code, { why: refused.why });
  return settings;
}

/** Refuses with `password.refused` at the field `newPassword`. */
export function refuseWeakPassword(
  password: string,
  owner: Pick<Person, 'userName' | 'displayName'>,
  rules: PasswordRules,
): void {
  const problem = problemOfPassword(password, owner, rules);
  if (problem) refuseField('password.refused', problem.path, problem.key, problem.params);
}

interface Wanted {
  person: Person;
  password: string;
  mustChange: boolean;
}

/** Sets a password somebody typed. Teachers may for their own pupils, where the site lets them. */
export async function setPassword({ tx, scope, now, vault }: PasswordWork, wanted: Wanted): Promise<void> {
  const { person, password, mustChange } = wanted;
  const { rules } = await refuseForeignAccount({ tx, scope }, 'set', person);
  refuseWeakPassword(password, person, rules);
  await savePasswords({ tx, vault, now }, [{ userId: person.id, password }], { mustChange });
}

interface OwnChange {
  /** Undefined: the owner was proved otherwise. */
  currentPassword: string | undefined;
  newPassword: string;
  /** The session the owner asked in, which goes on. */
  keep: string | undefined;
}

/** The owner's own new password; the current one was proved. Refuses with `password.refused`. */
export async function setOwnPassword(
  { tx, now, vault }: Omit<PasswordWork, 'scope'>,
  owner: { userId: number; userName: string; displayName: string },
  { currentPassword, newPassword, keep }: OwnChange,
): Promise<void> {
  const { rules } = await readPasswordSettings(tx);
  refuseWeakPassword(newPassword, owner, rules);
  if (newPassword === currentPassword) refuseField('password.refused', 'newPassword', 'passwordSame');
  await savePasswords({ tx, vault, now }, [{ userId: owner.userId, password: newPassword }], {
    mustChange: false,
    keep,
  });
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
  const settings = await readPasswordSettings(tx);
  const people = await findPeople(tx, scope, userNames, now);
  const byName = new Map(people.map((person) => [person.userName.toLowerCase(), person]));
  const failed: BulkFailure[] = [];
  const chosen = new Map<number, Person>();
  const unnamed = new Set<number>();
  for (const name of userNames) {
    const person = byName.get(name.toLowerCase());
    const reason = person ? againstPassword('issue', scope, person, settings)?.code : 'user.not-found';
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
  const made = [...chosen.values()].map((person) => ({
    person,
    password: firstTimePassword(settings.rules.minimum),
  }));
  const passwords = made.map(({ person, password }) => ({ userId: person.id, password }));
  await savePasswords({ tx, vault, now }, passwords, { mustChange });
  const Items = made.map(({ person: { userName, displayName, className }, password }) => ({
    userName,
    displayName,
    className,
    password,
    validUntil: null,
  }));
  return { Items, failed, protectedLeftOut: leftOut.length + unnamed.size };
}

/** Lifts a lock. Otherwise whoever guesses at an administrator's password could have others go on guessing. */
export async function unlockAccount(
  { tx, scope, now }: Omit<PasswordWork, 'vault'>,
  person: Person,
): Promise<void> {
  await refuseForeignAccount({ tx, scope }, 'unlock', person);
  await unlockUser(tx, person.id, now);
}
