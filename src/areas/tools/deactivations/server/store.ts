/** All SQL about deactivations; the clock's part stands in service.ts. */
import { sql } from 'kysely';

import type { Standing } from '#areas/users/rules.ts';
import { standing } from '#areas/users/server/service.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { inForce, isGuest, schoolOf } from '#server/list/scope.ts';
import { all, type Asked, contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';
import { registeredByOwner } from '#server/session/still-may.ts';

import { type Deactivation, deactivationList } from '../contract.ts';

type C = keyof typeof deactivationList.columns;
type F = keyof typeof deactivationList.filters;

/** People (`u`) the scope reaches: those of the school, or everybody; shielded ones for those who see them. */
function peopleWithin(scope: Scope): Sql[] {
  const shielded = scope.shielded ? [] : [sql`not u.shielded`];
  const school = schoolOf(scope);
  if (scope.kind !== 'owner' && scope.kind !== 'school') return [sql`false`];
  if (school === undefined) return shielded;
  return [
    sql`exists (select from school_user p where p.user_id = u.id and p.school_id = ${school})`,
    ...shielded,
  ];
}

/** A group of another school is nobody's business here; the period through it is. */
const groupName = (scope: Scope): Sql => {
  const school = schoolOf(scope);
  return school === undefined || scope.kind === 'owner'
    ? sql`g.display_name`
    : sql`case when g.school_id = ${school} or g.school_id is null then g.display_name end`;
};

const joined = sql`deactivation d join users u on u.id = d.user_id left join groups g on g.id = d.group_id`;

function narrowed({ query: { userName, groupName: group } }: Asked<F>): Sql[] {
  const conditions: Sql[] = [];
  if (userName !== undefined) conditions.push(sql`lower(u.user_name) = lower(${userName})`);
  if (group !== undefined) conditions.push(sql`lower(g.name) = lower(${group})`);
  return conditions;
}

const source: ListSource<C, F> = {
  from: () => joined,
  key: () => sql`d.id`,
  within: (asked) => [...peopleWithin(asked.scope), ...narrowed(asked)],
  filters: { status: (statuses) => sql`d.status = any(${statuses})` },
  search: (words) => contains(sql`u.search_text || ' ' || lower(coalesce(d.comment, ''))`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    groupName: ({ scope }) => [groupName(scope)],
    start: () => [sql`d.start_on`],
    end: () => [sql`d.end_on`],
    status: () => [sql`array_position(array['active', 'planned', 'failed', 'ended'], d.status)`],
    comment: () => [sql`d.comment collate norwegian`],
    userName: () => [sql`lower(u.user_name)`],
    registeredBy: () => [sql`d.registered_by collate norwegian`],
    registeredTime: () => [sql`d.added_at`],
  },
  tie: () => sql`d.id`,
  details: () => sql`
    join deactivation d on d.id = page.key join users u on u.id = d.user_id left join groups g on g.id = d.group_id`,
  select: ({ scope }) => fields(scope),
};

const fields = (scope: Scope): Sql => sql`
  d.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
  ${groupName(scope)} as "groupName", d.start_on as start, d.end_on as "end", d.status, d.failure as message, d.comment,
  d.registered_by as "registeredBy", d.added_at as "registeredTime", u.shielded`;

export const listDeactivations = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<Deactivation>> =>
  listPage<Deactivation, C, F>(db, deactivationList, source, scope, question, now);

export async function readDeactivations(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<Deactivation[]> {
  const { rows } = await sql<Deactivation>`
    select ${fields(scope)} from ${joined}
     where d.id = any(${[...ids]}) and ${all(peopleWithin(scope))} order by u.sort_name, d.id`.execute(db);
  return rows;
}

export interface Subject extends Standing {
  id: number;
  userName: string;
  /** Holds the role for the whole owner, which nobody closes from here. */
  isSuperadmin: boolean;
}

const isSuperadmin = sql`exists (select from role_grant r where r.user_id = u.id and r.role = 'superadmin')`;

export async function findUser(
  db: Db,
  scope: Scope,
  userName: string,
  today: string,
): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select u.id, u.user_name as "userName", ${isSuperadmin} as "isSuperadmin", ${standing(scope, today)} from users u
     where lower(u.user_name) = lower(${userName}) and ${all(peopleWithin(scope))}`.execute(db);
  return rows[0];
}

/** A group of the school or of the whole owner. */
export async function findGroup(db: Db, scope: Scope, name: string): Promise<number | undefined> {
  const school = schoolOf(scope);
  const within = school === undefined ? sql`true` : sql`(g.school_id = ${school} or g.school_id is null)`;
  const { rows } = await sql<{ id: number }>`
    select g.id from groups g where lower(g.name) = lower(${name}) and g.archived_at is null and ${within}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Everybody in a group today, and in the groups within it, whom the scope reaches. */
export async function membersOf(db: Db, scope: Scope, groupId: number, today: string): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    with recursive tree as (
      select ${groupId}::bigint as id
      union
      select n.child_id from tree join group_nesting n on n.parent_id = tree.id
    )
    select u.id, u.user_name as "userName", ${isSuperadmin} as "isSuperadmin", ${standing(scope, today)}
      from users u
     where exists (select from tree join membership m on m.group_id = tree.id
                    where m.user_id = u.id and ${inForce('m', today)})
       and (u.expires_on is null or u.expires_on >= ${today}::date) and ${all(peopleWithin(scope))}
     order by u.sort_name, u.id`.execute(db);
  return rows;
}

export interface NewPeriod {
  start: string;
  end: string;
  comment: string | null;
  registeredBy: string;
  now: Date;
}

export async function insertPeriods(
  db: Db,
  userIds: readonly number[],
  groupId: number | undefined,
  period: NewPeriod,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into deactivation (user_id, group_id, start_on, end_on, comment, registered_by, added_at)
    select id, ${groupId ?? null}, ${period.start}::date, ${period.end}::date, ${period.comment},
           ${period.registeredBy}, ${period.now}
      from unnest(${[...userIds]}::bigint[]) as chosen (id)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Found {
  id: number;
  userId: number;
  status: Deactivation['status'];
  isGuest: boolean;
  /** Registered by a role of the whole owner. */
  isOwners: boolean;
}

export async function findPeriod(db: Db, scope: Scope, id: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select d.id, d.user_id as "userId", d.status, ${isGuest(scope)} as "isGuest",
           ${registeredByOwner('d')} as "isOwners" from ${joined}
     where d.id = ${id} and ${all(peopleWithin(scope))}`.execute(db);
  return rows[0];
}

export async function deletePeriod(db: Db, id: number): Promise<void> {
  await sql`delete from deactivation where id = ${id} and status = 'planned'`.execute(db);
}

/** Closed now by a period that a role of the whole owner registered. */
export async function isClosedByOwner(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from deactivation d where d.user_id = ${userId} and d.status = 'active' and ${registeredByOwner('d')}`.execute(
    db,
  );
  return rows.length > 0;
}

/** True when the account was closed. Periods under way are over; those to come stay. */
export async function openAgain(db: Db, userId: number, now: Date): Promise<boolean> {
  await sql`update deactivation set status = 'ended', ended_at = ${now}
             where user_id = ${userId} and status = 'active'`.execute(db);
  const { numAffectedRows } = await sql`
    update users set deactivated = false, version = version + 1 where id = ${userId} and deactivated`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function deactivationSpan(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ value: unknown }>`
    select value from site_setting where key = 'deactivationSpanDays'`.execute(db);
  const value = rows[0]?.value;
  return typeof value === 'number' ? value : undefined;
}
