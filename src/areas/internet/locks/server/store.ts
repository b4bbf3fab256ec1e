/** All SQL about single locks: reading one, writing one, and what it is laid on. */
import { sql } from 'kysely';

import { groupsWithin } from '#areas/groups/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, contains, type Question, type Sql } from '#server/list/source.ts';

import { type LockDetail, type LockGroup, lockList, type LockRow } from '../contract.ts';
import { type C, type F, lockFields, lockSource, lockTables, type Reading } from './list.ts';
import { examsWithin, locksWithin, pupilsOf } from './reach.ts';

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

export interface Targets {
  groupIds: number[];
  examGroupIds: number[];
}

/** Groups and exam groups of one school by name that the scope may lay locks on; whoever is not found is not there. */
export async function findTargets(
  db: Db,
  { scope, today }: Reading,
  schoolId: number,
  names: readonly string[],
): Promise<Targets & { found: string[] }> {
  const lower = names.map((name) => name.toLowerCase());
  const { rows } = await sql<{ name: string; groupId: number | null; examGroupId: number | null }>`
    select lower(g.name) as name, g.id as "groupId", null::int as "examGroupId" from groups g
     where lower(g.name) = any(${lower}) and g.school_id = ${schoolId} and g.archived_at is null
       and ${all(groupsWithin(scope, today))}
    union all
    select lower(e.name), null, e.id from exam_group e
     where lower(e.name) = any(${lower}) and e.school_id = ${schoolId} and ${all(examsWithin(scope))}`.execute(
    db,
  );
  return {
    groupIds: rows.flatMap(({ groupId }) => groupId ?? []),
    examGroupIds: rows.flatMap(({ examGroupId }) => examGroupId ?? []),
    found: rows.map(({ name }) => name),
  };
}

/** Nothing typed yet: everything. */
const matching = (column: Sql, words: string): Sql =>
  words.trim() === '' ? sql`true` : contains(column, words);

/** What the picker of the form finds: classes and teaching groups first. */
export async function searchTargets(
  db: Db,
  { scope, today }: Reading,
  schoolId: number,
  search: string,
): Promise<(LockGroup & { type: string; members: number })[]> {
  const { rows } = await sql<LockGroup & { type: string; members: number }>`
    select name, display_name as "displayName", kind, type, members from (
      select g.name, g.display_name, 'group' as kind, g.type,
             (select count(*)::int from ${pupilsOf(sql`array[g.id]`, today)} p) as members,
             array_position(array['class', 'basis', 'instruction', 'tutor', 'grade', 'subject'], g.type) as place,
             g.name_sort as sort
        from groups g
       where g.school_id = ${schoolId} and g.archived_at is null and ${all(groupsWithin(scope, today))}
         and ${matching(sql`g.search_text`, search)}
       order by place, sort limit 50) found
    union all
    select e.name, e.description, 'exam', 'exam',
           (select count(*)::int from exam_candidate c where c.exam_group_id = e.id)
      from exam_group e
     where e.school_id = ${schoolId} and e.exam_on >= ${today}::date and e.ended_at is null
       and ${matching(sql`lower(e.description || ' ' || e.name)`, search)} and ${all(examsWithin(scope))}`.execute(
    db,
  );
  return rows;
}

/** How many a lock reaches. */
export async function countPeople(
  db: Db,
  { groupIds, examGroupIds }: Targets,
  today: string,
): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from ${pupilsOf(sql`${groupIds}::bigint[]`, today)} p)::int
         + (select count(*) from exam_candidate c where c.exam_group_id = any(${examGroupIds}::int[]))::int as people`.execute(
    db,
  );
  return rows[0]?.people ?? 0;
}

/**
 * Two who lay a lock on the same group at once come one after the other, so both cannot find it free. False: some of
 * them were deleted meanwhile.
 */
export async function holdTargets(db: Db, { groupIds, examGroupIds }: Targets): Promise<boolean> {
  const { rows: groups } = await sql`
    select from groups where id = any(${groupIds}::bigint[]) order by id for no key update`.execute(db);
  const { rows: exams } = await sql`
    select from exam_group where id = any(${examGroupIds}::int[]) order by id for no key update`.execute(db);
  return groups.length === groupIds.length && exams.length === examGroupIds.length;
}

/** Nobody deletes them until the operation is done. */
export async function holdPackages(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select from domain_package where id = any(${[...ids]}::int[]) order by id for key share`.execute(
    db,
  );
}

export interface Collision {
  id: number;
  description: string;
  groups: string[];
  from: Date;
  until: Date;
}

/** Locks on some of the same groups at some of the same time (`overlaps` of the kernel). */
export async function findCollisions(
  db: Db,
  targets: Targets,
  { from, until }: { from: Date; until: Date },
  except: number | undefined,
): Promise<Collision[]> {
  const { rows } = await sql<Collision>`
    select l.id, l.description, l.active_from as "from", l.ends_at as until,
           array_agg(coalesce(g.display_name, e.description) order by g.name_sort, e.name) as groups
      from internet_lock l
      join internet_lock_target t on t.lock_id = l.id
       and (t.group_id = any(${targets.groupIds}::bigint[]) or t.exam_group_id = any(${targets.examGroupIds}::int[]))
      left join groups g on g.id = t.group_id
      left join exam_group e on e.id = t.exam_group_id
     where l.active_from < ${until} and ${from} < l.ends_at and l.id is distinct from ${except ?? null}
     group by l.id order by l.active_from`.execute(db);
  return rows;
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

/** What locks are laid on: at one school by what everybody there calls it. */
export async function findLockedGroups(
  db: Db,
  { scope, today }: Reading,
  search: string,
): Promise<{ value: string; label: string }[]> {
  const label = (own: Sql, name: Sql) => (schoolOf(scope) === undefined ? name : own);
  const locked = (target: Sql) => sql`exists (
    select from internet_lock_target t join internet_lock l on l.id = t.lock_id
     where ${target} and ${all(locksWithin(scope, today))})`;
  const { rows } = await sql<{ value: string; label: string }>`
    select value, label from (
      select g.name as value, ${label(sql`g.display_name`, sql`g.name`)} as label, g.name_sort as sort from groups g
       where ${matching(sql`g.search_text`, search)} and ${locked(sql`t.group_id = g.id`)}
      union all
      select e.name, ${label(sql`e.description`, sql`e.name`)}, lower(e.description) from exam_group e
       where ${matching(sql`lower(e.description || ' ' || e.name)`, search)} and ${locked(sql`t.exam_group_id = e.id`)}
    ) found order by sort collate norwegian, value limit 100`.execute(db);
  return rows;
}

export async function findTeachers(
  db: Db,
  { scope, today }: Reading,
  search: string,
): Promise<{ userName: string; displayName: string }[]> {
  const { rows } = await sql<{ userName: string; displayName: string }>`
    select u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName" from users u
     where exists (select from internet_lock l where l.teacher_id = u.id and ${all(locksWithin(scope, today))})
       and ${matching(sql`u.search_text`, search)} ${scope.shielded ? sql`` : sql`and not u.shielded`}
     order by u.sort_name limit 100`.execute(db);
  return rows;
}
