/** Making, changing and ending locks: the rules of the kernel, carried out. */
import { osloDay } from '#kernel/dates.ts';
import { type FieldProblem, Refusal, refuse } from '#kernel/errors.ts';
import { domainProblems, keptDomains } from '#kernel/internet/domain.ts';
import { activeFrom, chatSince, isActOf, problemWithTimes } from '#kernel/internet/lock-times.ts';
import { limits } from '#kernel/limits.ts';
import { type Actor, prove, type Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';

import type { LockChanges, LockRow, NewLock } from '../contract.ts';
import { actsOn, type Holder, notYours } from '../rules.ts';
import { packagesAt } from './opens.ts';
import * as store from './store.ts';
import * as on from './targets.ts';

export interface Asking {
  db: Db;
  scope: Scope;
  now: Date;
  actor: Actor | undefined;
}

export const readingOf = ({ scope, now }: Asking) => ({ scope, now, today: osloDay(now) });

/** The school somebody makes locks at; roles for the whole owner choose one first. */
export const schoolAt = (scope: Scope): number => schoolOf(scope) ?? refuse('school.not-chosen');

function holderOf(actor: Actor | undefined): Holder {
  const scope = actor && prove(actor, 'locks.manage');
  return { manages: scope !== undefined, ownGroupsOnly: scope?.kind === 'own-groups' };
}

export function withActs<Row extends store.StoredRow>(
  actor: Actor | undefined,
  { own, ...row }: Row,
): Omit<Row, 'own'> & Pick<LockRow, 'can'> {
  return { ...row, can: actsOn({ status: row.status, exam: row.exam, own }, holderOf(actor)) };
}

const invalid = (fields: readonly FieldProblem[]): never => {
  throw new Refusal('request.invalid', { fields });
};

export async function createLock(asking: Asking, wanted: NewLock): Promise<number> {
  const { db, scope, now, actor } = asking;
  const schoolId = schoolAt(scope);
  const targets = await targetsOf(asking, schoolId, wanted.groupNames);
  const start = wanted.immediate ? undefined : dateOf(wanted.start);
  if (!wanted.immediate && start === undefined) {
    invalid([{ path: 'start', key: 'required', params: {} }]);
  }
  const exam = targets.examGroupIds.length > 0;
  const from = activeFrom({ start, exam, created: now });
  const end = new Date(wanted.end);
  const problem = problemWithTimes({ start, end, from }, now);
  if (problem) invalid([{ ...problem, params: {} }]);

  const lock: store.Written = {
    ...targets,
    schoolId,
    description: wanted.description,
    start: start ?? now,
    activeFrom: from,
    end,
    immediate: wanted.immediate,
    examResources: wanted.examResources,
    chat: wanted.chat,
    ...(await contentsOf(db, schoolId, wanted, exam)),
  };
  await mustBeFree(db, lock, undefined);
  return store.insertLock(db, lock, { userId: actor?.userId ?? 0, name: actor?.displayName ?? '', now });
}

/** Of a lock that has begun only its end, its domains and its description are changed (specification §7). */
export async function changeLock(asking: Asking, changes: LockChanges): Promise<void> {
  const { db, now } = asking;
  const lock = await heldLock(asking, changes.id, 'update');
  if (changes.version !== undefined && changes.version !== lock.version) refuse('row.stale');
  const hasBegun = lock.status === 'active';
  const names = changes.groupNames ?? lock.groupNames;
  const targets = changes.groupNames ? await targetsOf(asking, lock.schoolId, names) : lock;
  const immediate = changes.immediate ?? lock.immediate;
  const newStart = immediate ? undefined : dateOf(changes.start);
  if (hasBegun && changesWhatBegan(lock, changes, newStart)) refuse('internet-lock.begun');

  const exam = targets.examGroupIds.length > 0;
  const isNewlyNow = immediate && !lock.immediate;
  const start = isNewlyNow ? now : (newStart ?? new Date(lock.start));
  const from = beginsAfter(lock, { start, exam }, now);
  const end = changes.end === undefined ? new Date(lock.end) : new Date(changes.end);
  const startIsNew = !isNewlyNow && start.getTime() !== new Date(lock.start).getTime();
  const problem = problemWithTimes({ start: startIsNew ? start : undefined, end, from }, now);
  if (problem) invalid([{ ...problem, params: {} }]);

  const examResources = changes.examResources ?? lock.examResources;
  const chat = changes.chat ?? lock.chat;
  const since = chatSince(chattingOf(lock), { from, until: end, chat }, now);
  const contents = await contentsOf(
    db,
    lock.schoolId,
    {
      ownDomains: changes.ownDomains ?? lock.ownDomains,
      domainPackageIds: changes.domainPackageIds ?? lock.packageIds,
      examResources,
    },
    exam,
  );
  const written: store.Written = {
    groupIds: targets.groupIds,
    examGroupIds: targets.examGroupIds,
    schoolId: lock.schoolId,
    description: changes.description ?? lock.description,
    start,
    activeFrom: from,
    end,
    immediate,
    examResources,
    chat,
    ...contents,
  };
  await mustBeFree(db, written, lock.id);
  const isSinceMade = chat === 'none' || since.getTime() === new Date(lock.created).getTime();
  await store.updateLock(db, lock.id, { ...written, chatSince: isSinceMade ? null : since });
}

/**
 * From when a lock that is changed locks. The half hour of an exam lock is counted from when it became one, and whatever
 * else is changed leaves it its half hour.
 */
export function beginsAfter(
  lock: store.StoredLock,
  { start, exam }: { start: Date; exam: boolean },
  now: Date,
): Date {
  const was = new Date(lock.activeFrom);
  if (lock.status === 'active') return was;
  const created = exam && !lock.exam ? now : new Date(lock.created);
  const from = activeFrom({ start, exam, created });
  const wasPutOff = exam && lock.exam && was > new Date(lock.start);
  return wasPutOff && was > from ? was : from;
}

export const chattingOf = ({ activeFrom: from, end, chat, chatSince: since }: store.StoredLock) => ({
  from: new Date(from),
  until: new Date(end),
  chat,
  since,
});

function changesWhatBegan(lock: store.StoredLock, changes: LockChanges, start: Date | undefined): boolean {
  const sameNames = (names: readonly string[]) =>
    names.length === lock.groupNames.length &&
    names.every((name) => lock.groupNames.some((known) => known.toLowerCase() === name.toLowerCase()));
  return (
    (changes.groupNames !== undefined && !sameNames(changes.groupNames)) ||
    (changes.immediate !== undefined && changes.immediate !== lock.immediate) ||
    (start !== undefined && start.getTime() !== new Date(lock.start).getTime()) ||
    (changes.chat !== undefined && changes.chat !== lock.chat) ||
    (changes.examResources !== undefined && changes.examResources !== lock.examResources)
  );
}

/** An active lock ends now; a planned one is deleted. True when it was ended. */
export async function removeLock(asking: Asking, id: number): Promise<boolean> {
  const { db, now, actor } = asking;
  const lock = await heldLock(asking, id);
  if (isActOf('end', lock.status)) {
    await store.endLock(db, id, actor?.displayName ?? '', now);
    return true;
  }
  if (!isActOf('delete', lock.status)) refuse('internet-lock.finished');
  await store.deleteLock(db, id);
  return false;
}

/** A lock the caller may change, kept from everybody else until the operation is over. */
async function heldLock(asking: Asking, id: number, act?: 'update'): Promise<store.StoredLock> {
  const lock =
    (await store.findLock(asking.db, readingOf(asking), id, true)) ?? refuse('internet-lock.not-found');
  if (!lock.own) refuse(notYours.code, { why: notYours.why });
  if (act && !isActOf(act, lock.status)) refuse('internet-lock.finished');
  return lock;
}

export const dateOf = (time: string | null | undefined): Date | undefined =>
  time === null || time === undefined ? undefined : new Date(time);

async function targetsOf(asking: Asking, schoolId: number, names: readonly string[]): Promise<on.Targets> {
  const { found, ...targets } = await on.findTargets(asking.db, readingOf(asking), schoolId, names);
  const lacking = names.filter((name) => !found.includes(name.toLowerCase()));
  if (lacking.length > 0) {
    invalid(lacking.map((name) => ({ path: 'groupNames', key: 'noGroup', params: { name } })));
  }
  return targets;
}

interface Wanted {
  ownDomains: readonly string[];
  domainPackageIds: readonly number[];
  examResources: boolean;
}

/** The domains as they are kept, and packages that are there (specification §5 "Domains in locks"). */
async function contentsOf(
  db: Db,
  schoolId: number,
  { ownDomains, domainPackageIds, examResources }: Wanted,
  exam: boolean,
): Promise<Pick<store.Written, 'ownDomains' | 'packageIds'>> {
  const problems: FieldProblem[] = domainProblems(ownDomains, 'ownDomains');
  const kept = keptDomains(ownDomains);
  const packageIds = [...new Set(domainPackageIds)];
  if (kept.length > limits.lockOwnDomains) {
    problems.push({ path: 'ownDomains', key: 'tooManyDomains', params: { n: limits.lockOwnDomains } });
  }
  if (packageIds.length > limits.lockPackages) {
    problems.push({ path: 'domainPackageIds', key: 'tooManyPackages', params: { n: limits.lockPackages } });
  }
  if (examResources && !exam) problems.push({ path: 'examResources', key: 'examUsersOnly', params: {} });
  if (problems.length > 0) invalid(problems);
  await store.holdPackages(db, packageIds);
  const packages = await packagesAt(db, schoolId, packageIds);
  if (packages.length < packageIds.length) refuse('domain-package.not-found');
  return { ownDomains: kept, packageIds };
}

async function mustBeFree(db: Db, lock: store.Written, except: number | undefined): Promise<void> {
  if (!(await on.holdTargets(db, lock))) refuse('group.not-found');
  const [other] = await on.findCollisions(db, lock, { from: lock.activeFrom, until: lock.end }, except);
  if (other) {
    refuse('internet-lock.collision', {
      params: { description: other.description, groups: other.groups.join(', ') },
    });
  }
}
