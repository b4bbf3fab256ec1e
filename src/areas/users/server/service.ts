/** What other areas may ask of users. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';
import { inForce, schoolOf } from '#server/list/scope.ts';
import { all, contains } from '#server/list/source.ts';

import { type SchoolRef, userList, type UserRow } from '../contract.ts';
import { reachable } from './reach.ts';
import { listUsers } from './store.ts';

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
export async function countUsers(
  db: Db,
  scope: Scope,
  filters: Record<string, string>,
  now: Date,
): Promise<number> {
  const question = userList.query.parse({ ...filters, pageSize: 1 });
  return (await listUsers(db, scope, question, now)).TotalItems;
}
