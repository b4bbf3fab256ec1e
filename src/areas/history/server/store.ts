/** The questions of the history tabs, each for one day; the handlers set two days side by side. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

import type { GroupThen, MemberThen, RoleThen } from '../contract.ts';
import { membershipsAt, personThen, rolesAt, treeAt } from './as-of.ts';

export type Then<Row> = Omit<Row, 'difference'>;

/** More than the largest group of a school; a group of a whole municipality is cut here. */
const AT_MOST = sql`5000`;

const sees = (scope: Scope): Sql =>
  scope.kind === 'owner' ? sql`true` : scope.kind === 'school' ? sql`true` : sql`false`;

/** The groups a school sees: its own and those of the whole owner. */
const groupsSeen = (scope: Scope): Sql =>
  scope.kind === 'school' ? sql`(g.school_id = ${scope.schoolId} or g.school_id is null)` : sees(scope);

export async function findGroup(
  db: Db,
  scope: Scope,
  name: string,
): Promise<{ id: number; schoolId: number | null } | undefined> {
  const { rows } = await sql<{ id: number; schoolId: number | null }>`
    select g.id, g.school_id as "schoolId" from groups g
     where lower(g.name) = lower(${name}) and g.type <> 'other' and ${groupsSeen(scope)}`.execute(db);
  return rows[0];
}

export async function findUser(db: Db, scope: Scope, userName: string): Promise<number | undefined> {
  const at =
    scope.kind === 'school'
      ? sql`exists (select 1 from school_user s where s.user_id = u.id and s.school_id = ${scope.schoolId})`
      : sees(scope);
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where lower(u.user_name) = lower(${userName})
       and ${scope.shielded ? sql`true` : sql`not u.shielded`} and ${at}`.execute(db);
  return rows[0]?.id;
}

/** The school asked about, or the one the asker stands at; `null` = roles for the whole owner. */
export async function findSchool(
  db: Db,
  scope: Scope,
  code: string | undefined,
): Promise<number | null | undefined> {
  const own = schoolOf(scope);
  if (code === undefined) return own ?? (scope.kind === 'owner' ? null : undefined);
  const { rows } = await sql<{ id: number }>`select id from school where code = ${code}`.execute(db);
  const [school] = rows;
  return scope.kind === 'owner' || school?.id === own ? school?.id : undefined;
}

export async function membersOn(
  db: Db,
  scope: Scope,
  group: { id: number; schoolId: number | null },
  day: string,
): Promise<Then<MemberThen>[]> {
  const person = personThen(sql`m.user_id`);
  // Of a group of the whole owner, a school sees its own people.
  const own =
    scope.kind === 'school' && group.schoolId === null
      ? sql`and exists (select 1 from school_user s where s.user_id = m.user_id and s.school_id = ${scope.schoolId})`
      : sql``;
  const { rows } = await sql<Then<MemberThen>>`
    select "userName", "displayName", role, through, gone from (
      select distinct on (m.user_id, m.role) m.user_id, ${person.userName} as "userName",
             trim(${person.displayName}) as "displayName", ${person.sortName} as sort_name, m.role,
             case when m.group_id <> ${group.id} then g.display_name end as through, ${person.gone} as gone
        from (${membershipsAt({ groups: treeAt(group.id, day) }, day)}) m
        left join groups g on g.id = m.group_id
        ${person.join}
       where ${scope.shielded ? sql`true` : sql`not ${person.shielded}`} ${own}
       order by m.user_id, m.role, m.group_id <> ${group.id}
    ) member order by sort_name, user_id limit ${AT_MOST}`.execute(db);
  return rows;
}

export async function groupsOn(
  db: Db,
  scope: Scope,
  userId: number,
  day: string,
): Promise<Then<GroupThen>[]> {
  const { rows } = await sql<Then<GroupThen>>`
    select g.name, g.display_name as "displayName", g.type, m.role
      from (${membershipsAt({ user: userId }, day)}) m join groups g on g.id = m.group_id
     where ${groupsSeen(scope)} order by g.name_sort, m.role limit ${AT_MOST}`.execute(db);
  return rows;
}

export async function rolesOn(
  db: Db,
  scope: Scope,
  schoolId: number | null,
  day: string,
): Promise<Then<RoleThen>[]> {
  const person = personThen(sql`m.user_id`);
  const { rows } = await sql<Then<RoleThen>>`
    select ${person.userName} as "userName", trim(${person.displayName}) as "displayName", m.role,
           m.ordered_by as "orderedBy", m.valid_to::text as "validTo", ${person.gone} as gone
      from (${rolesAt(schoolId, day)}) m ${person.join}
     where ${scope.shielded ? sql`true` : sql`not ${person.shielded}`} and ${sees(scope)}
     order by ${person.sortName}, m.role limit ${AT_MOST}`.execute(db);
  return rows;
}

/** The first day the journal tells of, when it is later than the one asked for. */
export async function knownSince(db: Db, day: string): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select ((min(started_at)) at time zone 'Europe/Oslo')::date::text as since from journal.operation`.execute(
    db,
  );
  const since = rows[0]?.since ?? null;
  return since !== null && since > day ? since : null;
}
