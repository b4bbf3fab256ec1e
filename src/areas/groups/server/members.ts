/** The members of one group: one row per person, whatever number of roles and nested groups they come through. */
import { sql } from 'kysely';

import { accountStatus } from '#areas/users/server/service.ts';
import { mapValues } from '#kernel/keys.ts';
import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import { type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { memberList } from '../contract.ts';
import { schoolAs, sourceKind } from './list.ts';
import { membersOf } from './reach.ts';

type C = keyof typeof memberList.columns;
type F = keyof typeof memberList.filters;
type Ask = Pick<Asked<F>, 'scope' | 'today'>;

/** The weightiest role of a person with several, by its place in this list. */
const weight = sql`array_position(
  array['contactTeacher', 'teacher', 'leader', 'administrator', 'assistant', 'student', 'other'], m.role)`;

const people = (groupId: number, { scope, today }: Ask) => sql`(
  select distinct on (m.user_id) m.user_id, m.role as member_role, m.added_at, m.source, m.group_id, m.direct
    from ${membersOf(sql`${groupId}::bigint`, scope, today)} m
   order by m.user_id, m.direct desc, ${weight}) b`;

const roleOrder = sql`array_position(
  array['contactTeacher', 'teacher', 'leader', 'administrator', 'assistant', 'student', 'other'], b.member_role)`;

/** A person's place: at the school of the group when there is one, else at the reader's, else their primary school. */
export const placeOf = (groupSchool: number | null, scope: Scope): Sql => sql`
  left join school_user s on s.user_id = u.id
        and s.school_id = coalesce(${groupSchool ?? schoolOf(scope) ?? null}::int, u.primary_school_id)`;

const primarySchool = sql`left join school p on p.id = u.primary_school_id`;

export interface GroupKey {
  id: number;
  schoolId: number | null;
}

const pinnedOf = ({ query }: Pick<Asked<F>, 'query'>) => {
  const { pinned } = query;
  return Array.isArray(pinned) && pinned.length > 0 ? sql`u.user_name = any(${pinned})` : undefined;
};

/** Those the reader has just added come first, whichever way the column is turned. */
function pinnedFirst(order: Order): Order {
  return mapValues(order, (keys) => (asked: Asked<F>) => {
    const pinned = pinnedOf(asked);
    if (!pinned) return keys(asked);
    return [asked.query.sortDir === 'desc' ? sql`(${pinned})` : sql`not (${pinned})`, ...keys(asked)];
  });
}

type Order = Record<C, (asked: Asked<F>) => Sql[]>;

export const memberSource = ({ id, schoolId }: GroupKey): ListSource<C, F> => ({
  from: (asked) => sql`${people(id, asked)} join users u on u.id = b.user_id${placeOf(schoolId, asked.scope)}
    ${asked.uses('primarySchool') ? primarySchool : sql``}`,
  key: () => sql`b.user_id`,
  within: () => [sql`true`],
  filters: {
    memberKind: (kind) =>
      kind === 'employees'
        ? sql`coalesce(s.role, u.role) = 'employee'`
        : sql`coalesce(s.role, u.role) <> 'employee'`,
    memberRole: (roles) => sql`b.member_role = any(${roles})`,
    membership: (membership) => (membership === 'direct' ? sql`b.direct` : sql`not b.direct`),
  },
  search: (words) => contains(sql`u.search_text`, words),
  order: pinnedFirst({
    name: () => [sql`u.sort_name`],
    userName: () => [sql`lower(u.user_name)`],
    memberRole: () => [roleOrder],
    className: () => [sql`s.class_name collate norwegian`],
    membership: () => [sql`not b.direct`],
    email: () => [sql`lower(u.email)`],
    mobilePhone: () => [sql`u.mobile_phone`],
    primarySchool: () => [sql`p.name_sort`],
    accountStatus: (asked) => [accountStatus(asked)],
    expiryDate: () => [sql`u.expires_on`],
    lastLogin: () => [sql`u.last_login_at`],
    addedTime: () => [sql`b.added_at`],
    source: () => [sql`(b.source = 'manual')`],
  }),
  tie: () => sql`b.user_id`,
  details: (asked) => sql`
    join ${people(id, asked)} on b.user_id = page.key
    join users u on u.id = b.user_id${placeOf(schoolId, asked.scope)}
    ${primarySchool}
    left join school h on h.id = coalesce(s.school_id, u.primary_school_id)
    join groups g on g.id = b.group_id`,
  select: (asked) => sql`
    u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.title, u.department,
    coalesce(s.role, u.role) as role, s.class_name as "className", s.grade, ${schoolAs('p')} as "primarySchool",
    ${schoolAs('h')} as school, u.email,
    u.mobile_phone as "mobilePhone", u.expires_on as "expiryDate", u.tablet_count as "tabletCount",
    ${accountStatus(asked)} as "accountStatus", u.last_login_at as "lastLogin",
    b.member_role as "memberRole", case when b.direct then 'direct' else 'nested' end as membership,
    case when not b.direct then g.display_name end as through, b.added_at as "addedTime",
    ${sourceKind(sql`b.source`)} as source, u.shielded, u.invalid_columns as "invalidColumns"${pinnedTime(asked)}`,
  forFiles: () => sql`p.name as "primarySchoolName"`,
});

const pinnedTime = (asked: Asked<F>) => {
  const pinned = pinnedOf(asked);
  return pinned ? sql`, case when ${pinned} then b.added_at end as "pinnedTime"` : sql``;
};

export const memberKey = sql`u.user_name`;
