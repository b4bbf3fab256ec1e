/** The groups a user is member of, directly or through a group within a group. */
import { sql } from 'kysely';

import { groupJoins, selectGroup } from '#areas/groups/server/service.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { type Asked, contains, type ListSource, type Question } from '#server/list/source.ts';

import { userGroupList, type UserGroupRow } from '../contract.ts';

type C = keyof typeof userGroupList.columns;
type F = keyof typeof userGroupList.filters;

/** Memberships in force today; a nested one is inherited from the group inside. */
const memberships = (userId: number, { today }: Pick<Asked, 'today'>) => sql`(
  with recursive direct as (
    select group_id, role, source, added_at from membership
     where user_id = ${userId}
       and (start_on is null or start_on <= ${today}::date) and (end_on is null or end_on >= ${today}::date)
  ), inherited as (
    select n.parent_id as group_id, d.role, n.added_at from direct d join group_nesting n on n.child_id = d.group_id
    union
    select n.parent_id, i.role, n.added_at from inherited i join group_nesting n on n.child_id = i.group_id
  )
  select group_id, role, added_at, case when source = 'manual' then 'direct' else 'import' end as membership from direct
  union all
  select distinct on (group_id) group_id, role, added_at, 'nested' from inherited
   where group_id not in (select group_id from direct)
) m`;

/** Groups of another school are only seen by those whose role reaches the whole owner. */
const atSchool = (scope: Scope) => {
  const school = schoolOf(scope);
  return scope.kind === 'owner' ? sql`true` : sql`(g.school_id = ${school ?? null} or g.school_id is null)`;
};

const sourceFor = (userId: number): ListSource<C, F> => ({
  from: (asked) => sql`${memberships(userId, asked)} join groups g on g.id = m.group_id`,
  key: () => sql`(m.group_id || '/' || m.role)`,
  within: ({ scope }) => [sql`g.type <> 'other'`, sql`g.archived_at is null`, atSchool(scope)],
  filters: { type: (types) => sql`g.type = any(${types})` },
  search: (words) => contains(sql`g.search_text`, words),
  order: {
    displayName: () => [sql`g.name_sort`],
    type: () => [sql`g.type`],
    membership: () => [sql`m.membership`],
    role: () => [sql`m.role`],
    addedTime: () => [sql`m.added_at`],
  },
  tie: () => sql`m.group_id`,
  details: (asked) => sql`
    join ${memberships(userId, asked)} on (m.group_id || '/' || m.role) = page.key
    join groups g on g.id = m.group_id ${groupJoins(asked)}`,
  select: () => sql`${selectGroup}, m.membership, m.role, m.added_at as "addedTime"`,
});

export function listGroupsOfUser(
  db: Db,
  scope: Scope,
  userId: number,
  question: Question,
  now: Date,
): Promise<Page<UserGroupRow>> {
  return listPage<UserGroupRow, C, F>(db, userGroupList, sourceFor(userId), scope, question, now);
}
