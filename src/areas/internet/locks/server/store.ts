/** All SQL about single locks: reading one and writing one. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { all, type Question } from '#server/list/source.ts';

import { type LockDetail, lockList, type LockRow } from '../contract.ts';
import { type C, type F, lockFields, lockSource, lockTables, type Reading } from './list.ts';
import { locksWithin } from './reach.ts';
import type { Targets } from './targets.ts';

/** A lock as it lies in the database; what its reader may do is the handler's to say. */
export interface StoredRow extends Omit<LockRow, 'can'> {
  own: boolean;
}

export interface StoredLock extends StoredRow {
  schoolId: number;
  ownDomains: string[];
  packageIds: number[];
  groupIds: number[];
  examGroupIds: number[];
  /** From when the chat's restriction was asked for. */
  chatSince: Date;
}

export function listLocks(db: Db, scope: Scope, question: Question, now: Date): Promise<Page<StoredRow>> {
  return listPage<StoredRow, C, F>(db, lockList, lockSource, scope, question, now);
}

const targetIds = (column: 'group_id' | 'exam_group_id') => sql`array(
  select ${sql.ref(`t.${column}`)} from internet_lock_target t
   where t.lock_id = l.id and ${sql.ref(`t.${column}`)} is not null)`;

const storedFields = (reading: Reading) => sql`
  ${lockFields(reading)}, l.school_id as "schoolId", l.own_domains as "ownDomains",
  coalesce(l.chat_since, l.created_at) as "chatSince",
  array(select k.package_id from internet_lock_package k where k.lock_id = l.id order by 1) as "packageIds",
  ${targetIds('group_id')} as "groupIds", ${targetIds('exam_group_id')} as "examGroupIds"`;

/** `hold`: nobody else changes it meanwhile. */
export async function findLock(
  db: Db,
  reading: Reading,
  id: number,
  hold = false,
): Promise<StoredLock | undefined> {
  const within = all([sql`l.id = ${id}`, ...locksWithin(reading.scope, reading.today)]);
  if (hold) await sql`select from internet_lock l where l.id = ${id} for update`.execute(db);
  const { rows } = await sql<StoredLock>`
    select ${storedFields(reading)} from ${lockTables} where ${within}`.execute(db);
  return rows[0];
}

/** Whether the reader may know of a lock. */
export async function isLockWithin(db: Db, scope: Scope, id: number, now: Date): Promise<boolean> {
  const within = all([sql`l.id = ${id}`, ...locksWithin(scope, osloDay(now))]);
  const { rows } = await sql`select from internet_lock l where ${within}`.execute(db);
  return rows.length > 0;
}

export async function readLocks(
  db: Db,
  reading: Reading,
  ids: readonly number[],
): Promise<(StoredRow & Pick<StoredLock, 'schoolId' | 'ownDomains' | 'packageIds' | 'chatSince'>)[]> {
  const { rows } = await sql<StoredLock>`
    select ${storedFields(reading)} from ${lockTables} where l.id = any(${[...ids]})
     order by l.active_from, l.id`.execute(db);
  return rows;
}

export async function countToday(
  db: Db,
  { scope, now, today }: Reading,
): Promise<{ active: number; planned: number; finished: number }> {
  // Finished today, and planned for whenever: what somebody who looks at the school's day asks for.
  const dayBegan = sql`${today}::date::timestamp at time zone 'Europe/Oslo'`;
  const { rows } = await sql<{ active: number; planned: number; finished: number }>`
    select count(*) filter (where l.active_from <= ${now} and l.ends_at > ${now})::int as active,
           count(*) filter (where l.active_from > ${now})::int as planned,
           count(*) filter (where l.ends_at <= ${now})::int as finished
      from internet_lock l
     where l.ends_at > ${dayBegan} and ${all(locksWithin(scope, today))}`.execute(db);
  return rows[0] ?? { active: 0, planned: 0, finished: 0 };
}

/** Nobody deletes them until the operation is done. */
export async function holdPackages(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select from domain_package where id = any(${[...ids]}::int[]) order by id for key share`.execute(
    db,
  );
}

export interface Written extends Targets {
  schoolId: number;
  description: string;
  start: Date;
  activeFrom: Date;
  end: Date;
  immediate: boolean;
  examResources: boolean;
  chat: LockRow['chat'];
  ownDomains: readonly string[];
  packageIds: readonly number[];
}

interface Author {
  userId: number;
  name: string;
  now: Date;
}

export async function insertLock(db: Db, lock: Written, { userId, name, now }: Author): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into internet_lock (school_id, description, starts_at, active_from, ends_at, immediate, exam,
      exam_resources, chat, own_domains, teacher_id, created_by, created_at)
    values (${lock.schoolId}, ${lock.description}, ${lock.start}, ${lock.activeFrom}, ${lock.end},
      ${lock.immediate}, ${lock.examGroupIds.length > 0}, ${lock.examResources}, ${lock.chat},
      ${[...lock.ownDomains]}, ${userId}, ${name}, ${now})
    returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await writeContents(db, id, lock);
  return id;
}

/** `chatSince`: from when the chat's restriction was asked for; null = from when the lock was made. */
export async function updateLock(
  db: Db,
  id: number,
  lock: Written & { chatSince: Date | null },
): Promise<void> {
  await sql`
    update internet_lock set description = ${lock.description}, starts_at = ${lock.start},
      active_from = ${lock.activeFrom}, ends_at = ${lock.end}, immediate = ${lock.immediate},
      exam = ${lock.examGroupIds.length > 0}, exam_resources = ${lock.examResources}, chat = ${lock.chat},
      chat_since = ${lock.chatSince}, own_domains = ${[...lock.ownDomains]}, version = version + 1
     where id = ${id}`.execute(db);
  await writeContents(db, id, lock);
}

async function writeContents(db: Db, id: number, lock: Written): Promise<void> {
  const { groupIds, examGroupIds } = lock;
  const packageIds = [...lock.packageIds];
  await sql`delete from internet_lock_target
    where lock_id = ${id} and not (coalesce(group_id = any(${groupIds}::bigint[]), false)
      or coalesce(exam_group_id = any(${examGroupIds}::int[]), false))`.execute(db);
  await sql`insert into internet_lock_target (lock_id, group_id, exam_group_id)
    select ${id}::bigint, g, null::int from unnest(${groupIds}::bigint[]) g
    union all select ${id}::bigint, null::bigint, e from unnest(${examGroupIds}::int[]) e
    on conflict do nothing`.execute(db);
  await sql`delete from internet_lock_package where lock_id = ${id} and package_id <> all(${packageIds}::int[])`.execute(
    db,
  );
  await sql`insert into internet_lock_package (lock_id, package_id)
    select ${id}::bigint, p from unnest(${packageIds}::int[]) p on conflict do nothing`.execute(db);
}

export async function endLock(db: Db, id: number, by: string, now: Date): Promise<void> {
  await sql`update internet_lock set ends_at = ${now}, ended_by = ${by}, version = version + 1 where id = ${id}`.execute(
    db,
  );
}

export async function deleteLock(db: Db, id: number): Promise<void> {
  await sql`delete from internet_lock where id = ${id}`.execute(db);
}

export async function readOpenings(db: Db, id: number, scope: Scope): Promise<LockDetail['openedUsers']> {
  const shielded = scope.shielded ? sql`true` : sql`coalesce(not u.shielded, true)`;
  const { rows } = await sql<LockDetail['openedUsers'][number]>`
    select coalesce(u.user_name, c.user_name) as "userName", o.until_at as until, o.comment,
           coalesce(trim(u.first_name || ' ' || u.last_name), c.user_name) as "displayName",
           o.opened_by as "openedBy", o.opened_at as opened
      from internet_lock_opening o
      left join users u on u.id = o.user_id
      left join exam_candidate c on c.id = o.candidate_id
     where o.lock_id = ${id} and ${shielded} order by o.opened_at, o.id`.execute(db);
  return rows;
}
