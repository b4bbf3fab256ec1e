/** Which groups a scope sees, and which people within them. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { inForce, ownGroups, schoolOf, teaches } from '#server/list/scope.ts';
import { all, type Sql } from '#server/list/source.ts';

/** A school sees its own groups and those of the whole owner; a teacher their own. */
export function groupsWithin(scope: Scope, today: string): Sql[] {
  const known = sql`g.type <> 'other'`;
  const school = schoolOf(scope);
  switch (scope.kind) {
    case 'owner':
      return school === undefined ? [known] : [known, sql`(g.school_id = ${school} or g.school_id is null)`];
    case 'school':
      return [known, sql`(g.school_id = ${scope.schoolId} or g.school_id is null)`];
    case 'own-groups':
      return [known, sql`g.id = any(${ownGroups(scope, today)})`];
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
 * Groups (`g`) a teacher may do something to as a whole: their own, as long as they put nobody and no group into them, or
 * into the groups within. Otherwise they would choose by themselves whom a lock reaches.
 */
export function groupsActedOn(scope: Scope, today: string): Sql[] {
  const seen = groupsWithin(scope, today);
  if (scope.kind !== 'own-groups') return seen;
  return [
    ...seen,
    sql`not exists (
      with recursive ${treeOf(sql`g.id`)}
      select from tree
       where exists (select from membership w where w.group_id = tree.id and w.given_by = ${scope.userId})
          or exists (select from group_nesting w where w.parent_id = tree.id and w.given_by = ${scope.userId}))`,
  ];
}

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

/**
 * `peopleWithin` of a membership `m`, by one look-up for each. A scalar subquery stays a look-up: `exists` would become a
 * join with everybody there is.
 */
function memberSeen(scope: Scope): Sql[] {
  if (scope.kind === 'owner') {
    return scope.shielded ? [] : [sql`(select not u.shielded from users u where u.id = m.user_id)`];
  }
  if (scope.kind !== 'school' && scope.kind !== 'own-groups') return [sql`false`];
  // `school_user.shielded` is a copy of the person's own.
  return [
    sql`coalesce((select ${scope.shielded ? sql`true` : sql`not s.shielded`} from school_user s
                   where s.school_id = ${scope.schoolId} and s.user_id = m.user_id), false)`,
  ];
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

/**
 * How many people `membersOf` has, and how many of them teach: a row `(members, teachers)`. Each member is looked up by
 * key. Joined instead, PostgreSQL reads all users of the owner for the thirty members of a group.
 */
export function countsOf(group: Sql, scope: Scope, today: string): Sql {
  return sql`(
    with recursive ${treeOf(group)}
    select count(distinct m.user_id)::int as members,
           count(distinct m.user_id) filter (where ${teaches('m')})::int as teachers
      from tree join membership m on m.group_id = tree.id
     where ${all([inForce('m', today), ...memberSeen(scope)])})`;
}
