/** All SQL about what a lock is laid on: found by name, held, counted, and whether it is under another lock. */
import { sql } from 'kysely';

import { groupsActedOn } from '#areas/groups/server/service.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, contains, type Sql } from '#server/list/source.ts';

import type { LockGroup } from '../contract.ts';
import type { Reading } from './list.ts';
import { examsWithin, locksWithin, pupilsSeen } from './reach.ts';

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
       and ${all(groupsActedOn(scope, today))}
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
             (select count(*)::int from ${pupilsSeen(sql`array[g.id]`, scope, today)} p) as members,
             array_position(array['class', 'basis', 'instruction', 'tutor', 'grade', 'subject'], g.type) as place,
             g.name_sort as sort
        from groups g
       where g.school_id = ${schoolId} and g.archived_at is null and ${all(groupsActedOn(scope, today))}
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

/** How many a lock reaches, of those the reader may know of. */
export async function countPeople(
  db: Db,
  { scope, today }: Reading,
  { groupIds, examGroupIds }: Targets,
): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from ${pupilsSeen(sql`${groupIds}::bigint[]`, scope, today)} p)::int
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
