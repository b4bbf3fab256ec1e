/** What stands against changing the fields of somebody's account, one by one and when it is renewed among many. */
import { osloDay } from '#kernel/dates.ts';
import { type ErrorCode, refuse, refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import type { UserChanges } from '../contract.ts';
import { againstOtherEnd } from '../rules.ts';
import * as store from './store.ts';

/** A field the import owns would be written back the next night; say so instead of losing the text. */
export function refuseOwned(user: store.UserCard, changes: UserChanges): void {
  for (const field of user.ownedFields) {
    if (changes[field] !== undefined && changes[field] !== user[field]) {
      refuseField('user.field-owned-by-source', field, 'ownedBySource', { source: user.source });
    }
  }
}

const closingProblems: Partial<Record<ErrorCode, string>> = {
  'user.own-account': 'ownAccount',
  'user.admin-account': 'adminAccount',
  'user.other-school': 'otherSchool',
  'user.closed-by-owner': 'closedByOwner',
};

/** The last day closes the account, and opens the way to deleting it; a new one opens it again, for every school. */
export function refuseClosing(scope: Scope, user: store.UserCard, { expiryDate }: UserChanges): void {
  if (expiryDate === undefined || expiryDate === user.expiryDate) return;
  const refused = againstOtherEnd(scope, user);
  if (refused) refuseField(refused.code, 'expiryDate', closingProblems[refused.code] ?? 'invalid');
}

interface Renewing {
  db: Db;
  scope: Scope;
  now: Date;
}

/** Moves the last day of an account to a later one. Who has none, or a later one, keeps it: renewing takes nothing away. */
export async function renewAccount(
  { db, scope, now }: Renewing,
  userName: string,
  day: string,
): Promise<void> {
  const today = osloDay(now);
  // Tried once more on a later day, it may have become a day that is over.
  if (day < today) refuseField('request.invalid', 'expiryDate', 'past');
  const user = (await store.findUser(db, scope, userName, { now, today })) ?? refuse('user.not-found');
  if (user.isGuest) refuse('user.guest');
  const changes = { expiryDate: day };
  refuseOwned(user, changes);
  refuseClosing(scope, user, changes);
  if (user.expiryDate === null || user.expiryDate >= day) refuse('user.lasts-longer');
  if (!(await store.updateUser(db, user.id, user.version, changes, scope))) refuse('row.stale');
}
