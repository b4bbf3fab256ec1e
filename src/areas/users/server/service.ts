/** What other areas may ask of users. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { matchingRows, type Names, namedRows } from '#server/bulk/chosen.ts';
import type { Db } from '#server/db.ts';
import { listTotal } from '#server/list/page.ts';
import { inForce, schoolOf } from '#server/list/scope.ts';
import { all, contains, type Question, type Sql } from '#server/list/source.ts';

import { type SchoolRef, userList, type UserRow } from '../contract.ts';
import { againstClosing, type Standing } from '../rules.ts';
import { accountStatus, userSource } from './list.ts';
import { reachable } from './reach.ts';
import { standing } from './standing.ts';

export { renewAccount } from './changing.ts';
export { accountStatus } from './list.ts';

export interface FoundUser {
  userName: string;
  displayName: string;
  className: string | null;
  school: SchoolRef | null;
  role: UserRow['role'];
}

interface UserSearch {
  search: string;
  userType: 'both' | 'employees' | 'students';
  /** Leaves out those who are in this group already. */
  excludeGroup?: string | undefined;
  take: number;
}

/** People with an open account that the scope reaches, in order of name. */
export async function searchUsers(db: Db, scope: Scope, asked: UserSearch, now: Date): Promise<FoundUser[]> {
  const today = osloDay(now);
  const conditions = [
    reachable(scope, today),
    sql`(u.expires_on is null or u.expires_on >= ${today}::date)`,
    contains(sql`u.search_text`, asked.search),
  ];
  if (asked.userType === 'employees') conditions.push(sql`u.role = 'employee'`);
  if (asked.userType === 'students') conditions.push(sql`u.role <> 'employee'`);
  if (asked.excludeGroup !== undefined) {
    conditions.push(sql`not exists (select 1 from membership m join groups x on x.id = m.group_id
      where m.user_id = u.id and lower(x.name) = lower(${asked.excludeGroup}) and ${inForce('m', today)})`);
  }
  const { rows } = await sql<FoundUser>`
    select u.user_name as "userName", u.first_name || ' ' || u.last_name as "displayName", u.role,
           s.class_name as "className",
           case when p.id is not null then
             jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as school
      from users u
      left join school p on p.id = u.primary_school_id
      left join school_user s on s.user_id = u.id and s.school_id = ${
        schoolOf(scope) === undefined ? sql`u.primary_school_id` : sql`${schoolOf(scope)}`
      }
     where ${all(conditions)} order by u.sort_name, u.id limit ${asked.take}`.execute(db);
  return rows;
}

/** How many rows the user list has under these filters, written as they stand in its address. */
export function countUsers(
  db: Db,
  scope: Scope,
  filters: Record<string, string>,
  now: Date,
): Promise<number> {
  return listTotal(db, userList, userSource, scope, userList.query.parse(filters), now);
}

/** A person somebody means to do something to. */
export interface Person extends Standing {
  id: number;
  userName: string;
  displayName: string;
  className: string | null;
  email: string | null;
  role: UserRow['role'];
  accountStatus: UserRow['accountStatus'];
  primarySchoolId: number | null;
  /** Their identity is protected. */
  shielded: boolean;
}

/** Those of the names that the scope reaches, whatever their case, in no order. */
export async function findPeople(
  db: Db,
  scope: Scope,
  userNames: readonly string[],
  now: Date,
): Promise<Person[]> {
  const today = osloDay(now);
  const names = userNames.map((name) => name.toLowerCase());
  const { rows } = await sql<Person>`
    select u.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
           s.class_name as "className", u.email, u.role, ${accountStatus({ now, today })} as "accountStatus",
           u.primary_school_id as "primarySchoolId", u.shielded, ${standing(scope, today)}
      from users u
      left join school_user s on s.user_id = u.id and s.school_id = ${
        schoolOf(scope) === undefined ? sql`u.primary_school_id` : sql`${schoolOf(scope)}`
      }
     where lower(u.user_name) = any(${names}) and ${reachable(scope, today)}`.execute(db);
  return rows;
}

/** The people (`u`) a scope reaches, for a condition in somebody else's statement. */
export const peopleReached = (scope: Scope, now: Date): Sql => reachable(scope, osloDay(now));

const personNames = (scope: Scope, now: Date): Names => ({
  table: sql`users u`,
  key: sql`u.user_name`,
  name: sql`trim(u.first_name || ' ' || u.last_name)`,
  shielded: sql`u.shielded`,
  reach: peopleReached(scope, now),
});

type Selection = { all: false; keys: string[] } | { all: true; except: string[]; question: Question };

/** Whom an act on many is for: people by name, or everybody the user list's question finds but the exceptions. */
export function chosenUsers(scope: Scope, selection: Selection, now: Date): Sql {
  if (!selection.all) return namedRows(selection.keys, personNames(scope, now));
  const { question, except } = selection;
  const asked = { definition: userList, source: userSource, scope, question, now, except };
  // The list's own table may be `users u` too; the names are joined outside of it.
  return matchingRows(asked, personNames(scope, now), sql`u.id = found.key`);
}

/** The user chooses a new password at the next sign-in. */
export async function requireNewPassword(tx: Db, userId: number): Promise<void> {
  await sql`
    update users set must_change_password = true, version = version + 1
     where id = ${userId} and not must_change_password`.execute(tx);
}

/** For good. What the account has elsewhere, mail and files, is seen to by the next import (specification §4). */
export async function deleteExpired(tx: Db, scope: Scope, person: Person, now: Date): Promise<void> {
  if (person.accountStatus !== 'expired') refuse('user.not-expired');
  await deleteAccount(tx, scope, person, now);
}

/** For good, whatever its state. */
export async function deleteAccount(tx: Db, scope: Scope, person: Person, now: Date): Promise<void> {
  const refused = againstClosing(scope, person);
  if (refused) refuse(refused.code, { why: refused.why });
  await removeAccount(tx, person, now);
}

/** The account and everything that hangs on it; its name is never given to another. */
async function removeAccount(tx: Db, person: Person, now: Date): Promise<void> {
  await sql`
    with name as (
      insert into user_name_taken (user_name, taken_at) values (lower(${person.userName}), ${now}) on conflict do nothing
    )
    insert into account_removal (user_name, email, school_id, removed_at)
    values (${person.userName}, ${person.email}, ${person.primarySchoolId}, ${now})`.execute(tx);
  // Guardians are here only for their children's sake.
  await sql`
    with theirs as (delete from user_guardian where user_id = ${person.id} returning guardian_id)
    delete from guardian g using theirs t
     where g.id = t.guardian_id
       and not exists (select from user_guardian ug where ug.guardian_id = g.id and ug.user_id <> ${person.id})`.execute(
    tx,
  );
  await sql`delete from users where id = ${person.id}`.execute(tx);
}

export { isAdmin, isGuestOf, standing } from './standing.ts';
export { rememberLastDay } from './store.ts';
export { closingRefusals } from './undo-rules.ts';
export { executeSchoolChanges } from './nightly.ts';
export {
  cancelSchoolChange,
  findOpenSchool,
  findSchoolChange,
  openSchools,
  registerSchoolChange,
} from './school-change.ts';
