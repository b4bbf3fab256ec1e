/** Closing one account for a period, and opening it again: the same whether it is done to one or to many. */
import { againstClosing } from '#areas/users/rules.ts';
import { osloDay } from '#kernel/dates.ts';
import { type ErrorCode, Refusal, refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import type { Actor, Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import { problemWithPeriod } from '../rules.ts';
import * as store from './store.ts';

export interface Work {
  db: Db;
  /** Who registers it; undefined only where no one is signed in. */
  actor: Actor | undefined;
  scope: Scope;
  now: Date;
}

interface Wanted {
  start: string;
  end: string;
  comment?: string | null | undefined;
}

export async function checkPeriod({ db, now }: Pick<Work, 'db' | 'now'>, wanted: Wanted): Promise<void> {
  const span = (await store.deactivationSpan(db)) ?? limits.deactivationSpanDays;
  const problem = problemWithPeriod(wanted, osloDay(now), span);
  if (problem) throw new Refusal('request.invalid', { fields: [problem] });
}

export const periodOf = ({ actor, now }: Work, { start, end, comment = null }: Wanted): store.NewPeriod => ({
  start,
  end,
  comment,
  registeredBy: actor?.displayName ?? '',
  now,
});

/** A school that wants somebody out who belongs to another school too blocks the place instead. */
export function refusalOf({ scope }: Work, subject: store.Subject): ErrorCode | undefined {
  if (subject.isOwn) return 'deactivation.self';
  if (subject.isSuperadmin) return 'deactivation.superadmin';
  return againstClosing(scope, subject)?.code;
}

/** Answers the period that was registered. What begins today is carried out by whoever asked for it. */
export async function closeAccount(work: Work, userName: string, wanted: Wanted): Promise<number[]> {
  const user = await find(work, userName);
  const code = refusalOf(work, user);
  if (code) refuse(code);
  return store.insertPeriods(work.db, [user.id], undefined, periodOf(work, wanted));
}

export async function openAccount(work: Work, userName: string): Promise<void> {
  const { id, isGuest } = await find(work, userName);
  if (isGuest) refuse('user.guest');
  await openPerson(work, id);
}

/** A school opens nothing the owner has closed. */
export async function openPerson({ db, scope, now }: Work, userId: number): Promise<void> {
  if (scope.kind !== 'owner' && (await store.isClosedByOwner(db, userId))) refuse('user.closed-by-owner');
  if (!(await store.openAgain(db, userId, now))) refuse('deactivation.not-deactivated');
}

const find = async ({ db, scope, now }: Work, userName: string): Promise<store.Subject> =>
  (await store.findUser(db, scope, userName, osloDay(now))) ?? refuse('user.not-found');
