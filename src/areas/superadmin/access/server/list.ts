/** People with roles at schools: a row per person and school. */
import { sql } from 'kysely';

import { schoolOf } from '#server/list/scope.ts';
import { contains, type ListSource } from '#server/list/source.ts';

import type { accessList } from '../contract.ts';

type C = keyof typeof accessList.columns;
type F = keyof typeof accessList.filters;

const held = sql`(
  select g.user_id, g.school_id, array_agg(g.role order by g.role) as roles, min(g.valid_to) as valid_to,
         max(g.ordered_by) as ordered_by, min(g.added_at) as added_at
    from role_grant g where g.school_id is not null group by g.user_id, g.school_id) b`;

const key = sql`(b.user_id || '/' || b.school_id)`;

export const accessSource: ListSource<C, F> = {
  from: () => sql`${held} join users u on u.id = b.user_id join school s on s.id = b.school_id`,
  key: () => key,
  within: ({ scope }) => {
    const school = schoolOf(scope);
    if (scope.kind !== 'owner') return [sql`false`];
    return [
      school === undefined ? sql`true` : sql`b.school_id = ${school}`,
      scope.shielded ? sql`true` : sql`not u.shielded`,
    ];
  },
  filters: {
    role: (roles) => sql`b.roles && ${roles}::text[]`,
    school: (code) => sql`lower(s.code) = lower(${code})`,
    expiresBefore: (day) => sql`b.valid_to < ${day}::date`,
  },
  search: (words) => contains(sql`(u.search_text || ' ' || lower(s.name) || ' ' || lower(s.code))`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    school: () => [sql`s.name_sort`],
    orderedBy: () => [sql`b.ordered_by`],
    validTo: () => [sql`b.valid_to`],
    lastLogin: () => [sql`u.last_login_at`],
    userName: () => [sql`lower(u.user_name)`],
    added: () => [sql`b.added_at`],
  },
  full: ['displayName', 'school', 'userName', 'added'],
  tie: () => key,
  details: () => sql`
    join ${held} on ${key} = page.key join users u on u.id = b.user_id join school s on s.id = b.school_id
    left join users w on lower(w.user_name) = lower(b.ordered_by)`,
  select: () => sql`
    u.user_name || '@' || s.code as id, u.user_name as "userName",
    trim(u.first_name || ' ' || u.last_name) as "displayName", b.roles,
    jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) as school,
    b.ordered_by as "orderedBy", trim(w.first_name || ' ' || w.last_name) as "orderedByName",
    b.valid_to as "validTo", u.last_login_at as "lastLogin", b.added_at as added`,
};
