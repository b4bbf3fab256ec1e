/** All SQL about shared accounts. */
import { sql } from 'kysely';

import { countsOf } from '#areas/groups/server/service.ts';
import { peopleReached } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';

import { type CommonUser, commonUserList } from '../contract.ts';

type C = keyof typeof commonUserList.columns;
type F = keyof typeof commonUserList.filters;

const joined: Sql = sql`
  join users u on u.id = c.user_id
  left join users r on r.id = c.responsible_id
  left join account_password w on w.user_id = c.user_id
  left join school s on s.id = u.primary_school_id`;

const nameOf = (person: string): Sql =>
  sql`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`;

/** A protected person's name stands nowhere but for those who may see it. */
const responsible = (scope: Scope): Sql =>
  scope.shielded ? sql`r.id is not null` : sql`r.id is not null and not r.shielded`;

const atSchool = (scope: Scope, now: Date): Sql => {
  const school = schoolOf(scope);
  const reached = peopleReached(scope, now);
  return school === undefined
    ? reached
    : sql`${reached} and exists (select from school_user a where a.user_id = u.id and a.school_id = ${school})`;
};

const source: ListSource<C, F> = {
  from: () => sql`common_user c ${joined}`,
  key: () => sql`c.user_id`,
  within: ({ scope, now }) => [atSchool(scope, now)],
  filters: {},
  search: (words) => contains(sql`lower(u.search_text || ' ' || coalesce(u.description, ''))`, words),
  order: {
    userName: () => [sql`lower(u.user_name)`],
    displayName: () => [sql`u.sort_name`],
    description: () => [sql`u.description collate norwegian`],
    responsible: ({ scope }) => [sql`case when ${responsible(scope)} then r.sort_name end`],
    lastLogin: () => [sql`u.last_login_at`],
    passwordChanged: () => [sql`w.set_at`],
    school: () => [sql`s.name_sort`],
  },
  full: ['userName'],
  tie: () => sql`c.user_id`,
  details: () => sql`join common_user c on c.user_id = page.key ${joined}`,
  select: ({ scope }) => sql`
    u.user_name as "userName", ${nameOf('u')} as "displayName", u.description,
    case when ${responsible(scope)} then
      jsonb_build_object('userName', r.user_name, 'displayName', ${nameOf('r')}) end as responsible,
    u.last_login_at as "lastLogin", w.set_at as "passwordChanged", s.name as school, u.version`,
};

export const listCommonUsers = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<CommonUser>> => listPage<CommonUser, C, F>(db, commonUserList, source, scope, question, now);

interface NewAccount {
  userName: string;
  displayName: string;
  description: string | null;
  responsibleId: number | null;
  schoolId: number;
}

/** What stands before the names of the school's accounts; its code where it has no abbreviation. */
export async function abbreviationOf(db: Db, schoolId: number): Promise<string> {
  const { rows } = await sql<{ abbreviation: string }>`
    select coalesce(nullif(abbreviation, ''), code) as abbreviation from school where id = ${schoolId}`.execute(
    db,
  );
  return rows[0]?.abbreviation ?? '';
}

/** False when the name is taken, or ever was: a user name is never used again. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<boolean> {
  const { userName, displayName, description, responsibleId, schoolId } = account;
  const { rows } = await sql`
    insert into user_name_taken (user_name, taken_at)
    select ${userName}, ${now} where not exists (select from users where lower(user_name) = ${userName})
    on conflict do nothing returning user_name`.execute(db);
  if (rows.length === 0) return false;
  // What it is called stands as the last name, by which people are sorted.
  const made = await sql<{ id: number }>`
    insert into users (user_name, first_name, last_name, role, primary_school_id, description, created_at)
    values (${userName}, '', ${displayName}, 'employee', ${schoolId}, ${description}, ${now}) returning id`.execute(
    db,
  );
  const userId = made.rows[0]?.id;
  await sql`
    insert into school_user (school_id, user_id, role, is_primary, added_at)
    values (${schoolId}, ${userId}, 'employee', true, ${now})`.execute(db);
  await sql`insert into common_user (user_id, responsible_id) values (${userId}, ${responsibleId})`.execute(
    db,
  );
  return true;
}

interface Changes {
  displayName?: string | undefined;
  description?: string | null | undefined;
  responsibleId?: number | null | undefined;
}

/** False when somebody changed the account since `version`. */
export async function updateAccount(
  db: Db,
  id: number,
  version: number,
  { displayName, description, responsibleId }: Changes,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({
      ...(displayName !== undefined && { firstName: '', lastName: displayName }),
      ...(description !== undefined && { description }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (responsibleId !== undefined) {
    await db.updateTable('commonUser').set({ responsibleId }).where('userId', '=', id).execute();
  }
  return true;
}

export async function readCommonUser(
  db: Db,
  scope: Scope,
  userName: string,
  now: Date,
): Promise<CommonUser | undefined> {
  const question = commonUserList.query.parse({ search: userName, pageSize: 100 });
  const { Items } = await listCommonUsers(db, scope, question, now);
  return Items.find((row) => row.userName === userName);
}

/** Is it one of the shared accounts the scope reaches? */
export async function isCommonUser(db: Db, scope: Scope, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from common_user c join users u on u.id = c.user_id
     where c.user_id = ${userId} and ${atSchool(scope, now)}`.execute(db);
  return rows.length > 0;
}

/** What schools call the group of their adult education. */
const voxNames = ['vox', 'vo', 'voksenopplæring', 'vaksenopplæring'];

interface VoxGroup {
  groupName: string;
  memberCount: number;
}

/** The first by name, should there be several. */
export async function findVoxGroup(db: Db, scope: Scope, now: Date): Promise<VoxGroup | undefined> {
  const school = schoolOf(scope);
  const { rows } = await sql<VoxGroup>`
    select g.name as "groupName", n.members as "memberCount"
      from groups g cross join lateral ${countsOf(sql`g.id`, scope, osloDay(now))} n
     where g.school_id = ${school ?? null} and g.archived_at is null
       and lower(g.display_name) = any(${voxNames}) order by g.name_sort limit 1`.execute(db);
  return rows[0];
}
