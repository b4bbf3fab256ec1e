/** All SQL about superadmin groups besides their list. */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import type { Question } from '#server/list/source.ts';

import { superadminGroups, superadminList, type SuperadminRow } from '../contract.ts';
import { superadminSource } from './list.ts';

export const listMembers = (
  db: Db,
  scope: Scope,
  group: Role,
  question: Question,
  now: Date,
): Promise<Page<SuperadminRow>> =>
  listPage<SuperadminRow, keyof typeof superadminList.columns, never>(
    db,
    superadminList,
    superadminSource(group),
    scope,
    question,
    now,
  );

export async function countMembers(db: Db, scope: Scope): Promise<Map<Role, number>> {
  if (scope.kind !== 'owner') return new Map();
  const { rows } = await sql<{ role: Role; members: number }>`
    select role, count(*)::int as members from role_grant
     where school_id is null and role = any(${[...superadminGroups]}) group by role`.execute(db);
  return new Map(rows.map(({ role, members }) => [role, members]));
}

export interface Person {
  id: number;
  userName: string;
  isEmployee: boolean;
}

export async function findPerson(db: Db, scope: Scope, userName: string): Promise<Person | undefined> {
  if (scope.kind !== 'owner') return undefined;
  const { rows } = await sql<Person>`
    select u.id, u.user_name as "userName",
           exists (select 1 from school_user s where s.user_id = u.id and s.role = 'employee') as "isEmployee"
      from users u where lower(u.user_name) = lower(${userName})`.execute(db);
  return rows[0];
}

interface Member {
  id: number;
  userId: number;
  userName: string;
  /** Until the day it ends, and so long as the account is open. */
  inForce: boolean;
}

/** Everybody in the group, held until the operation is done: two who remove each other are told apart. */
export async function lockMembers(tx: Db, scope: Scope, group: Role, today: string): Promise<Member[]> {
  if (scope.kind !== 'owner') return [];
  const { rows } = await sql<Member>`
    select g.id, g.user_id as "userId", u.user_name as "userName",
           (g.valid_to is null or g.valid_to >= ${today}::date) and not u.deactivated
             and (u.expires_on is null or u.expires_on >= ${today}::date) as "inForce"
      from role_grant g join users u on u.id = g.user_id
     where g.school_id is null and g.role = ${group} order by g.id for update of g`.execute(tx);
  return rows;
}

interface Added {
  userId: number;
  group: Role;
  comment: string;
  addedBy: string | null;
}

export async function addMember(
  tx: Db,
  { userId, group, comment, addedBy }: Added,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into role_grant (user_id, role, school_id, ordered_by, comment, added_at)
      values (${userId}, ${group}, null, ${addedBy}, ${comment}, ${now})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function removeMember(tx: Db, id: number): Promise<void> {
  await sql`delete from role_grant where id = ${id}`.execute(tx);
}

export async function setComment(tx: Db, id: number, comment: string): Promise<void> {
  await sql`update role_grant set comment = ${comment} where id = ${id}`.execute(tx);
}
