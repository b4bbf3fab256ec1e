/** The members of one superadmin group. */
import { sql } from 'kysely';

import type { Role } from '#kernel/permissions.ts';
import { contains, type ListSource } from '#server/list/source.ts';

import type { superadminList } from '../contract.ts';

type C = keyof typeof superadminList.columns;
type F = keyof typeof superadminList.filters;

export const superadminSource = (group: Role): ListSource<C, F> => ({
  from: () => sql`role_grant g join users u on u.id = g.user_id`,
  key: () => sql`g.id`,
  within: ({ scope }) => [
    sql`g.school_id is null`,
    sql`g.role = ${group}`,
    scope.kind === 'owner' ? sql`true` : sql`false`,
    scope.shielded ? sql`true` : sql`not u.shielded`,
  ],
  filters: {},
  search: (words) => contains(sql`u.search_text`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    comment: () => [sql`g.comment collate norwegian`],
    addedTime: () => [sql`g.added_at`],
    addedBy: () => [sql`g.ordered_by`],
    lastLogin: () => [sql`u.last_login_at`],
    userName: () => [sql`lower(u.user_name)`],
    validTo: () => [sql`g.valid_to`],
  },
  full: ['displayName', 'userName', 'addedTime'],
  tie: () => sql`g.id`,
  details: () => sql`join role_grant g on g.id = page.key join users u on u.id = g.user_id`,
  select: ({ scope }) => sql`
    u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName", g.comment,
    g.added_at as "addedTime", g.ordered_by as "addedBy", u.last_login_at as "lastLogin", g.valid_to as "validTo",
    u.id = ${scope.userId} as "isSelf"`,
});
