/**
 * The user list's SQL. At a school it reads `school_user`, whose sort keys are copied there, so that a page and its
 * total are one range of one index; for the whole owner it reads `users`.
 */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { isUnder, ownGroups, schoolOf } from '#server/list/scope.ts';
import { type Asked, between, contains, type ListSource, type Sql, utc } from '#server/list/source.ts';

import type { userList } from '../contract.ts';

type C = keyof typeof userList.columns;
type F = keyof typeof userList.filters;
type Ask = Asked<F>;

const atSchool = (asked: Ask) => schoolOf(asked.scope) !== undefined;

/** A column both `school_user` and `users` have. */
const base = (asked: Ask, column: string) => sql.ref(`${atSchool(asked) ? 'b' : 'u'}.${column}`);

/** Columns that only `users` has. */
const needsUser = [
  'userName',
  'classOrTitle',
  'email',
  'accountStatus',
  'mobilePhone',
  'department',
  'tabletCount',
  'lastLogin',
  'source',
  'added',
  'primarySchool',
  'invalid',
  'search',
];
const needsMembership = ['classOrTitle', 'className', 'grade'];

export const accountStatus = (asked: Pick<Ask, 'now' | 'today'>) => sql`
  case when u.expires_on < ${asked.today}::date then 'expired'
       when u.deactivated then 'deactivated'
       when greatest(u.locked_until, u.sign_in_locked_until) > ${asked.now} then 'locked'
       else 'active' end`;

/** The people of the scope holder's own groups. */
export const inOwnGroups = (scope: Scope, today: string, user: Sql) => sql`exists (
  select 1 from membership theirs
   where theirs.user_id = ${user} and theirs.group_id = any(${ownGroups(scope, today)})
     and ${isUnder('theirs', scope.userId, today)})`;

function within(asked: Ask): Sql[] {
  const { scope, today } = asked;
  const conditions: Sql[] = [];
  const school = schoolOf(scope);
  if (school !== undefined) conditions.push(sql`b.school_id = ${school}`);
  else if (scope.kind !== 'owner') conditions.push(sql`false`);
  if (scope.kind === 'own-groups') conditions.push(inOwnGroups(scope, today, sql`b.user_id`));
  if (!scope.shielded) conditions.push(sql`not ${base(asked, 'shielded')}`);

  const status = asked.filter('accountStatus');
  const mayBeExpired = Array.isArray(status) && status.includes('expired');
  if (asked.filter('userType') === undefined && !mayBeExpired) conditions.push(notExpired(asked));
  return conditions;
}

const notExpired = (asked: Ask) =>
  sql`(${base(asked, 'expires_on')} is null or ${base(asked, 'expires_on')} >= ${asked.today}::date)`;

function ofType(type: unknown, asked: Ask): Sql {
  const role = base(asked, 'role');
  switch (type) {
    case 'students':
      return sql`${role} in ('student', 'studentBlockedEmployee') and ${notExpired(asked)}`;
    case 'employees':
      return sql`${role} = 'employee' and ${notExpired(asked)}`;
    case 'expired':
      return sql`${base(asked, 'expires_on')} < ${asked.today}::date`;
    default:
      return notExpired(asked);
  }
}

const anyOf = (column: Sql, values: unknown) => sql`${column} = any(${values})`;

export const userSource: ListSource<C, F> = {
  from: (asked) => {
    const membership = asked.uses(...needsMembership)
      ? sql` left join school_user m on m.user_id = u.id and m.school_id = u.primary_school_id`
      : sql``;
    const school = asked.uses('primarySchool')
      ? sql` left join school p on p.id = u.primary_school_id`
      : sql``;
    if (!atSchool(asked)) return sql`users u${membership}${school}`;

    const user = asked.uses(...needsUser) ? sql` join users u on u.id = b.user_id` : sql``;
    return sql`school_user b${user}${school}`;
  },
  key: (asked) => (atSchool(asked) ? sql`b.user_id` : sql`u.id`),
  within,
  filters: {
    userType: ofType,
    role: (roles, asked) => anyOf(base(asked, 'role'), roles),
    grade: (grades, asked) => anyOf(inSchool(asked, 'grade'), grades),
    className: (classes, asked) => anyOf(inSchool(asked, 'class_name'), classes),
    accountStatus: (statuses, asked) => anyOf(sql`(${accountStatus(asked)})`, statuses),
    expiresBefore: (day, asked) => sql`${base(asked, 'expires_on')} < ${day}::date`,
    since: (day, asked) => sql`${base(asked, 'expires_on')} >= ${day}::date`,
    added: (days) => between(sql`u.created_at`, String(days)),
    invalid: (flag) => sql`(u.invalid_columns <> '{}') = ${flag}`,
    shielded: (flag, asked) => sql`${base(asked, 'shielded')} = ${flag}`,
  },
  search: (words) => contains(sql`u.search_text`, words),
  order: {
    name: (asked) => [base(asked, 'sort_name')],
    userName: () => [sql`lower(u.user_name)`],
    classOrTitle: (asked) => [sql`coalesce(${inSchool(asked, 'class_name')}, u.title) collate norwegian`],
    role: (asked) => [base(asked, 'role')],
    primarySchool: () => [sql`p.name_sort`],
    email: () => [sql`lower(u.email)`],
    accountStatus: (asked) => [accountStatus(asked)],
    mobilePhone: () => [sql`u.mobile_phone`],
    department: () => [sql`u.department collate norwegian`],
    expiryDate: (asked) => [base(asked, 'expires_on')],
    tabletCount: () => [sql`u.tablet_count`],
    lastLogin: () => [sql`u.last_login_at`],
    source: () => [sql`u.source`],
    added: () => [sql`u.created_at`],
  },
  full: ['name', 'userName', 'added'],
  tie: (asked) => (atSchool(asked) ? sql`b.user_id` : sql`u.id`),
  details: (asked) => sql`
    join users u on u.id = page.key
    left join school_user m on m.user_id = u.id and m.school_id = ${
      atSchool(asked) ? sql`${schoolOf(asked.scope)}` : sql`u.primary_school_id`
    }
    left join school p on p.id = u.primary_school_id
    left join school h on h.id = coalesce(m.school_id, u.primary_school_id)`,
  select: selectRow,
  forFiles: () => sql`p.name as "primarySchoolName"`,
  total: (asked) => {
    const plain = !atSchool(asked) && asked.scope.shielded && !asked.query.search;
    const type = asked.filter('userType');
    if (
      !plain ||
      asked.uses('role', 'grade', 'className', 'expiresBefore', 'since', 'added', 'shielded', 'invalid')
    )
      return undefined;
    if (asked.filter('accountStatus') !== undefined || type === 'expired') return undefined;
    return totalOf(type, asked.today);
  },
  cap: (asked) => (!atSchool(asked) && asked.query.search ? 10_000 : undefined),
};

/** A column of the person's place at the school in question. */
const inSchool = (asked: Ask, column: string) => sql.ref(`${atSchool(asked) ? 'b' : 'm'}.${column}`);

function totalOf(type: unknown, today: string): Sql {
  const roles = {
    students: sql`role in ('student', 'studentBlockedEmployee')`,
    employees: sql`role = 'employee'`,
  };
  const which = type === 'students' || type === 'employees' ? roles[type] : sql`true`;
  return sql`(select sum(users) from user_total where ${which})
    - (select count(*) from users where expires_on < ${today}::date and ${which})`;
}

/** Of `u`, their place at the school in question `m`, that school `h`, and the primary school `p`. */
export function selectRow(asked: Pick<Ask, 'now' | 'today'>): Sql {
  return sql`
    u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.title, u.department,
    coalesce(m.role, u.role) as role, m.class_name as "className", m.grade,
    case when p.id is not null then
      jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as "primarySchool",
    case when h.id is not null then
      jsonb_build_object('code', h.code, 'name', h.name, 'abbreviation', h.abbreviation) end as school,
    u.email, u.mobile_phone as "mobilePhone", u.expires_on as "expiryDate", u.tablet_count as "tabletCount",
    ${accountStatus(asked)} as "accountStatus", ${utc(sql`u.last_login_at`)} as "lastLogin", u.source,
    ${utc(sql`u.created_at`)} as added,
    u.shielded, u.invalid_columns as "invalidColumns"`;
}
