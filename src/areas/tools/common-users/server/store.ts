/** All SQL about shared accounts. */
import { sql } from 'kysely';

import { countsOf } from '#areas/groups/server/service.ts';
import { peopleReached } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/permissions.ts';
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
    u.last_login_at as "lastLogin", w.set_at as "passwordChanged", s.name as school`,
};

export const listCommonUsers = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<CommonUser>> => listPage<CommonUser, C, F>(db, commonUserList, source, scope, question, now);

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
