/** Which groups a scope sees, and which people within them. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { inForce, schoolOf, teaches } from '#server/list/scope.ts';
import { all, type Sql } from '#server/list/source.ts';

/** A school sees its own groups and those of the whole owner; a teacher the ones they teach today. */
export function groupsWithin(scope: Scope, today: string): Sql[] {
  const known = sql`g.type <> 'other'`;
  const school = schoolOf(scope);
  switch (scope.kind) {
    case 'owner':
      return school === undefined ? [known] : [known, sql`(g.school_id = ${school} or g.school_id is null)`];
    case 'school':
      return [known, sql`(g.school_id = ${scope.schoolId} or g.school_id is null)`];
    case 'own-groups':
      return [
        known,
        sql`g.school_id = ${scope.schoolId}`,
        sql`g.archived_at is null`,
        sql`exists (select 1 from membership own
             where own.group_id = g.id and own.user_id = ${scope.userId} and ${teaches('own')}
               and ${inForce('own', today)})`,
      ];
    case 'self':
    case 'nobody':
      break;
  }
  return [sql`false`];
}

/**
 * The people (`u`) of a group that a scope sees. A group of the whole owner has members at many schools; a school
 * sees its own. Shielded people are there only for those who may see them.
 */
export function peopleWithin(scope: Scope): Sql[] {
  const conditions: Sql[] = scope.shielded ? [] : [sql`not u.shielded`];
  if (scope.kind === 'school' || scope.kind === 'own-groups') {
    conditions.push(sql`exists (
      select 1 from school_user s where s.user_id = u.id and s.school_id = ${scope.schoolId})`);
  } else if (scope.kind !== 'owner') {
    conditions.push(sql`false`);
  }
  return conditions;
}

/** The group and the groups within it: `tree (id)`. */
const treeOf = (group: Sql): Sql => sql`tree as (
  select ${group} as id
  union
  select n.child_id from tree join group_nesting n on n.parent_id = tree.id
    join groups c on c.id = n.child_id and c.archived_at is null
)`;

/**
 * Has `membersOf` nobody with one of the roles? First the group itself is asked, for all groups at once from the index of
 * those who teach; then whether there are groups within it, which few have; then those. `roles` stand in the statement as
 * they are, so that the index is known to hold them.
 */
export function lacksMember(group: Sql, roles: Sql, scope: Scope, today: string): Sql {
  const counts = all([sql`m.role in ${roles}`, inForce('m', today), ...memberSeen(scope)]);
  return sql`(case
    when exists (select 1 from membership m where m.group_id = ${group} and ${counts}) then false
    when not exists (select 1 from group_nesting n where n.parent_id = ${group}) then true
    else not exists (
      with recursive ${treeOf(group)}
      select 1 from tree join membership m on m.group_id = tree.id where ${counts}) end)`;
}

/** `peopleWithin` of a membership `m`, without joining everybody there is. */
function memberSeen(scope: Scope): Sql[] {
  if (scope.kind === 'owner' && scope.shielded) return [];
  const hidden = sql`exists (select 1 from users u where u.id = m.user_id and u.shielded)`;
  if (scope.kind === 'owner') return [sql`not ${hidden}`];
  return [sql`(select ${all(peopleWithin(scope))} from users u where u.id = m.user_id)`];
}

/**
 * The memberships in force of a group and of the groups within it: `(user_id, role, added_at, source, group_id,
 * direct)`, one row per membership; through an archived group nobody comes. `union` ends even where groups are within each other in a ring.
 */
export function membersOf(group: Sql, scope: Scope, today: string): Sql {
  return sql`(
    with recursive ${treeOf(group)}
    select m.user_id, m.role, m.added_at, m.source, m.group_id, m.group_id = ${group} as direct
      from tree join membership m on m.group_id = tree.id join users u on u.id = m.user_id
     where ${all([inForce('m', today), ...peopleWithin(scope)])})`;
}

/** How many people `membersOf` has, and how many of them teach: a row `(members, teachers)`. */
export function countsOf(group: Sql, scope: Scope, today: string): Sql {
  return sql`(
    select count(distinct c.user_id)::int as members,
           count(distinct c.user_id) filter (where ${teaches('c')})::int as teachers
      from ${membersOf(group, scope, today)} c)`;
}
