/** All SQL about single entries of temporary access and blocks. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import type { SchoolRef } from '#areas/users/contract.ts';
import { isAdmin } from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { all, type Question } from '#server/list/source.ts';

import { type AccessEntry, blockedAccessList, temporaryAccessList } from '../contract.ts';
import type { AccessKind, StoredStatus } from '../rules.ts';
import { accessSource, type C, entriesWithin, entryFields, entryTables, type F } from './list.ts';

/** An entry as it lies in the database; what its reader may do is the handler's to say. */
export interface StoredEntry extends Omit<AccessEntry, 'can'> {
  stored: StoredStatus;
  endsNext: boolean;
}

const lists = { temporary: temporaryAccessList, block: blockedAccessList };

export function listEntries(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  question: Question,
  now: Date,
): Promise<Page<Omit<AccessEntry, 'can'>>> {
  return listPage<Omit<AccessEntry, 'can'>, C, F>(db, lists[kind], accessSource(kind), scope, question, now);
}

export async function findEntry(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  id: number,
  today: string,
): Promise<StoredEntry | undefined> {
  const { rows } = await sql<StoredEntry>`
    select ${entryFields(today)}, e.status as stored, e.ends_next as "endsNext"
      from ${entryTables}
     where ${all([sql`e.id = ${id}`, sql`e.kind = ${kind}`, ...entriesWithin(scope)])}`.execute(db);
  return rows[0];
}

export async function statesOf(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  ids: readonly number[],
  today: string,
): Promise<(Pick<AccessEntry, 'id' | 'status' | 'message'> & { lastImport: Date | null })[]> {
  const { rows } = await sql<Pick<AccessEntry, 'id' | 'status' | 'message'> & { lastImport: Date | null }>`
    select f.id, f.status, f.message, coalesce(e.ended_at, e.executed_at) as "lastImport"
      from (select ${entryFields(today)} from ${entryTables}
             where ${all([sql`e.id = any(${[...ids]})`, sql`e.kind = ${kind}`, ...entriesWithin(scope)])}) f
      join access_entry e on e.id = f.id
     order by f.id`.execute(db);
  return rows;
}

interface Person {
  id: number;
  /** The role of the ordinary place at the school in question; null = none there. */
  roleHere: string | null;
  isAdmin: boolean;
}

/**
 * Somebody with an open account. A block is for the school's own people; temporary access is for anybody whose whole
 * user name is known, wherever they belong, except a shielded person of another school.
 */
export async function findPerson(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  userName: string,
  at: { schoolId: number; today: string },
): Promise<Person | undefined> {
  const sight = scope.shielded
    ? sql`(not u.shielded or p.user_id is not null or ${scope.kind === 'owner'})`
    : sql`not u.shielded`;
  const { rows } = await sql<Person>`
    select u.id, p.role as "roleHere", ${isAdmin(sql`u.id`, at.today)} as "isAdmin"
      from users u
      left join school_user p on p.user_id = u.id and p.school_id = ${at.schoolId}
     where lower(u.user_name) = lower(${userName}) and ${sight}
       and (u.expires_on is null or u.expires_on >= ${at.today}::date)
       and (${kind === 'temporary'} or p.user_id is not null)`.execute(db);
  return rows[0];
}

export interface NewEntry {
  kind: AccessKind;
  userId: number;
  schoolId: number;
  role: AccessEntry['role'];
  start: string;
  end: string;
  comment: string | null;
  renewDate: string | null;
  iktCanModify: boolean;
  immediate: boolean;
  registeredBy: string;
  now: Date;
}

export async function insertEntry(db: Db, entry: NewEntry): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into access_entry (kind, user_id, school_id, role, start_on, end_on, comment, renew_on, ict_can_modify,
                              immediate, registered_by, added_at)
    values (${entry.kind}, ${entry.userId}, ${entry.schoolId}, ${entry.role}, ${entry.start}::date, ${entry.end}::date,
            ${entry.comment}, ${entry.renewDate}::date, ${entry.iktCanModify}, ${entry.immediate},
            ${entry.registeredBy}, ${entry.now})
    returning id`
    .execute(db)
    .catch((error: unknown) => refuseSecond(error, entry.kind));
  const [row] = rows;
  if (!row) throw new Error('The entry was not stored');
  return row.id;
}

/** One at a time per person and school; of two at the same moment the database lets one through. */
function refuseSecond(error: unknown, kind: AccessKind): never {
  if (error instanceof DatabaseError && error.constraint === 'access_entry_live') {
    return refuse(kind === 'temporary' ? 'school-access.temporary-exists' : 'school-access.block-exists', {
      fields: [
        { path: 'userName', key: kind === 'temporary' ? 'temporaryExists' : 'blockExists', params: {} },
      ],
    });
  }
  throw error;
}

interface Changed extends Pick<AccessEntry, 'start' | 'end' | 'comment' | 'iktCanModify' | 'renewDate'> {
  /** Also where it was to end at the next import. */
  goesOn: boolean;
}

/** True when the row still had the version the caller read. */
export async function updateEntry(db: Db, id: number, version: number, changed: Changed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update access_entry
       set start_on = ${changed.start}::date, end_on = ${changed.end}::date, comment = ${changed.comment},
           ict_can_modify = ${changed.iktCanModify}, renew_on = ${changed.renewDate}::date,
           ends_next = ends_next and not ${changed.goesOn},
           version = version + 1
     where id = ${id} and version = ${version}`.execute(db);
  return numAffectedRows === 1n;
}

/** A planned one has done nothing yet, so nothing remains of it but the journal. */
export async function deletePlanned(db: Db, id: number): Promise<void> {
  await sql`delete from access_entry where id = ${id} and status = 'planned'`.execute(db);
}

export async function endAtNextImport(db: Db, id: number): Promise<void> {
  await sql`update access_entry set ends_next = true, version = version + 1 where id = ${id}`.execute(db);
}

export async function listSchools(db: Db, scope: Scope, search: string): Promise<SchoolRef[]> {
  if (scope.kind === 'self' || scope.kind === 'nobody') return [];
  const own = scope.schoolId === undefined ? sql`true` : sql`id = ${scope.schoolId}`;
  const { rows } = await sql<SchoolRef>`
    select code, name, abbreviation from school
     where closed_at is null and ${own} and lower(name || ' ' || code) like ${`%${search.toLowerCase()}%`}
     order by name_sort limit 50`.execute(db);
  return rows;
}

/** Found by the whole user name or e-mail address alone: whoever asks knows already whom they mean. */
export async function findByWholeName(
  db: Db,
  name: string,
  today: string,
): Promise<{ userName: string; displayName: string; primarySchool: SchoolRef | null; role: string }[]> {
  const { rows } = await sql<{
    userName: string;
    displayName: string;
    primarySchool: SchoolRef | null;
    role: string;
  }>`
    select u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName", u.role,
           case when p.id is not null then
             jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as "primarySchool"
      from users u left join school p on p.id = u.primary_school_id
     where (lower(u.user_name) = lower(${name}) or lower(u.email) = lower(${name})) and not u.shielded
       and (u.expires_on is null or u.expires_on >= ${today}::date)
     limit 2`.execute(db);
  return rows;
}
