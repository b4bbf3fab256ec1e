/** All SQL about roles besides the list itself. */
import { sql } from 'kysely';

import type { SchoolRef } from '#areas/users/contract.ts';
import type { Page } from '#kernel/list.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { isUnder, makesOwn, schoolOf } from '#server/list/scope.ts';
import { type Question, type Sql } from '#server/list/source.ts';
import { notBlocked } from '#server/session/schools.ts';

import { type Able, accessList, type AccessRow, type SchoolAdmin } from '../contract.ts';
import { accessSource } from './list.ts';

export function listAccess(db: Db, scope: Scope, question: Question, now: Date): Promise<Page<AccessRow>> {
  return listPage<AccessRow, keyof typeof accessList.columns, keyof typeof accessList.filters>(
    db,
    accessList,
    accessSource,
    scope,
    question,
    now,
  );
}

export interface Person {
  id: number;
  userName: string;
  displayName: string;
  shielded: boolean;
}

/** Only the whole owner's roles look people up here; `prove` has seen to that. */
export async function findPerson(db: Db, scope: Scope, userName: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName", u.shielded
      from users u where lower(u.user_name) = lower(${userName})
       and ${scope.kind === 'owner' ? sql`true` : sql`false`} and ${scope.shielded ? sql`true` : sql`not u.shielded`}`.execute(
    db,
  );
  return rows[0];
}

export async function findSchool(db: Db, scope: Scope, code: string): Promise<number | undefined> {
  if (scope.kind !== 'owner') return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from school where lower(code) = lower(${code}) and closed_at is null`.execute(db);
  return rows[0]?.id;
}

export async function schoolRef(db: Db, schoolId: number): Promise<SchoolRef | null> {
  const { rows } = await sql<SchoolRef>`
    select code, name, abbreviation from school where id = ${schoolId}`.execute(db);
  return rows[0] ?? null;
}

/** Whoever orders access works at the school (specification §6: its principal). */
export async function worksAt(db: Db, person: Person, schoolId: number): Promise<boolean> {
  const { rows } = await sql`
    select from school_user s where s.user_id = ${person.id} and s.school_id = ${schoolId} and s.role = 'employee'`.execute(
    db,
  );
  return rows.length > 0;
}

interface Ordered {
  userId: number;
  schoolId: number;
  roles: readonly Role[];
  orderedBy: string;
  validTo: string | null;
}

/** Exactly these roles: others go, those that are as ordered are not touched. */
export async function setRoles(
  tx: Db,
  { userId, schoolId, roles, orderedBy, validTo }: Ordered,
  now: Date,
): Promise<void> {
  await sql`
    delete from role_grant
     where user_id = ${userId} and school_id = ${schoolId} and role <> all (${[...roles]})`.execute(tx);
  await sql`
    insert into role_grant as g (user_id, role, school_id, ordered_by, valid_to, added_at)
      select ${userId}, role, ${schoolId}, ${orderedBy}, ${validTo}::date, ${now}
        from unnest(${[...roles]}::text[]) role
    on conflict (user_id, role, school_id) do update
      set valid_to = excluded.valid_to, ordered_by = excluded.ordered_by
    where g.valid_to is distinct from excluded.valid_to or g.ordered_by is distinct from excluded.ordered_by`.execute(
    tx,
  );
}

type Held = Pick<AccessRow, 'school' | 'roles' | 'orderedBy' | 'validTo'>;

export async function accessOf(db: Db, userId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) as school,
           array_agg(g.role order by g.role) as roles, max(g.ordered_by) as "orderedBy", min(g.valid_to)::text as "validTo"
      from role_grant g join school s on s.id = g.school_id
     where g.user_id = ${userId} group by s.id order by s.name_sort`.execute(db);
  return rows;
}

const counts = (today: string): Sql => sql`(g.valid_to is null or g.valid_to >= ${today}::date)`;

/** The administrators of the school the scope stands at; of the whole owner, those with a role for all of it. */
export async function schoolAdmins(db: Db, scope: Scope, today: string): Promise<SchoolAdmin[]> {
  const school = schoolOf(scope);
  const where = school === undefined ? sql`g.school_id is null` : sql`g.school_id = ${school}`;
  const seen = scope.kind === 'owner' || scope.kind === 'school' ? where : sql`false`;
  const { rows } = await sql<SchoolAdmin>`
    select u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
           array_agg(g.role order by g.role) as roles, max(g.ordered_by) as "orderedBy",
           max(trim(w.first_name || ' ' || w.last_name)) as "orderedByName", min(g.valid_to)::text as "validTo",
           u.last_login_at as "lastLogin"
      from role_grant g join users u on u.id = g.user_id
      left join users w on lower(w.user_name) = lower(g.ordered_by)
     where ${seen} and g.role <> 'teacher' and ${counts(today)}
       and ${scope.shielded ? sql`true` : sql`not u.shielded`}
     group by u.id order by u.sort_name, u.id`.execute(db);
  return rows;
}

export interface Holder extends Omit<Able, 'acts'> {
  teaches: boolean;
  /** The person is at the holder's school only for a time. */
  isGuest: boolean;
  isOwn: boolean;
}

/** Everybody with a role in force where the person is; at most 500, the whole owner's first. */
export async function holdersTowards(db: Db, scope: Scope, person: Person, today: string): Promise<Holder[]> {
  if (scope.kind !== 'owner') return [];
  const taught = sql`exists (
    select 1 from membership own join groups og on og.id = own.group_id and og.archived_at is null
      join membership theirs on theirs.group_id = own.group_id
     where own.user_id = g.user_id and og.school_id = g.school_id and theirs.user_id = ${person.id}
       and ${makesOwn('own', today)} and ${isUnder('theirs', sql`g.user_id`, today)})`;
  const { rows } = await sql<Holder>`
    select u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName", g.role,
           case when s.id is not null then
             jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) end as school,
           g.ordered_by as "orderedBy", g.valid_to::text as "validTo",
           case when g.role in ('teacher', 'groupAdministrator') then ${taught} else false end as teaches,
           u.id = ${person.id} as "isOwn",
           exists (select from school_user gp where gp.user_id = ${person.id} and gp.school_id = g.school_id
                      and gp.source = 'temporary-access') as "isGuest"
      from role_grant g join users u on u.id = g.user_id left join school s on s.id = g.school_id
     where ${counts(today)} and ${notBlocked} and not u.deactivated and (u.expires_on is null or u.expires_on >= ${today}::date)
       and (g.school_id is null
            or g.school_id in (select school_id from school_user where user_id = ${person.id}))
     order by g.school_id is not null, s.name_sort, u.sort_name, g.role limit 500`.execute(db);
  return rows;
}
