/** Which locks a scope sees, on what it may lay them, and whom a lock reaches. */
import { sql } from 'kysely';

import { groupsActedOn, groupsWithin } from '#areas/groups/server/service.ts';
import type { Scope } from '#kernel/scope.ts';
import { inForce, schoolOf } from '#server/list/scope.ts';
import { all, type Sql } from '#server/list/source.ts';

/** The school's locks (`l`); of a teacher's those on groups of their own, and those they made. */
export function locksWithin(scope: Scope, today: string): Sql[] {
  switch (scope.kind) {
    case 'owner': {
      const school = schoolOf(scope);
      return school === undefined ? [] : [sql`l.school_id = ${school}`];
    }
    case 'school':
      return [sql`l.school_id = ${scope.schoolId}`];
    case 'own-groups':
      return [
        sql`l.school_id = ${scope.schoolId}`,
        sql`(l.teacher_id = ${scope.userId}
          or exists (select from internet_lock_target t where t.lock_id = l.id
                       and ${isOn(groupsWithin(scope, today), scope)}))`,
      ];
    case 'self':
    case 'nobody':
      break;
  }
  return [sql`false`];
}

/** Whether a target (`t`) is one of the groups (conditions on `g`), or an exam group of the reader. */
const isOn = (groups: Sql[], scope: Scope): Sql => sql`(
  exists (select from groups g where g.id = t.group_id and ${all(groups)})
  or exists (select from exam_group e where e.id = t.exam_group_id and ${all(examsWithin(scope))}))`;

/** Whether a lock (`l`) is the reader's own to change: theirs, or on nothing but groups of their own. */
export function isOwnLock(scope: Scope, today: string): Sql {
  if (scope.kind !== 'own-groups') return sql`true`;
  return sql`(l.teacher_id = ${scope.userId} or not exists (
    select from internet_lock_target t where t.lock_id = l.id and not ${isOn(groupsActedOn(scope, today), scope)}))`;
}

/** Exam groups (`e`) of the school; of a teacher's those they are responsible for. */
export function examsWithin(scope: Scope): Sql[] {
  const school = schoolOf(scope);
  if (scope.kind === 'owner') return school === undefined ? [] : [sql`e.school_id = ${school}`];
  if (scope.kind === 'school') return [sql`e.school_id = ${scope.schoolId}`];
  if (scope.kind !== 'own-groups') return [sql`false`];
  return [sql`e.school_id = ${scope.schoolId}`, sql`e.teacher_id = ${scope.userId}`];
}

/** A lock reaches those who are in its groups as pupils: whoever teaches there closes the net, and needs it. */
export const asPupil = (alias: string, today: string | Sql): Sql =>
  sql`${sql.ref(`${alias}.role`)} in ('student', 'other') and ${inForce(alias, today)}`;

/** The user ids a set of groups reaches, also through groups within them. `groups`: an array of ids. */
const pupilsOf = (groups: Sql, today: string): Sql => sql`(
  with recursive tree as (
    select unnest(${groups}) as id
    union
    select n.child_id from tree join group_nesting n on n.parent_id = tree.id
      join groups c on c.id = n.child_id and c.archived_at is null
  )
  select distinct m.user_id from tree join membership m on m.group_id = tree.id and ${asPupil('m', today)})`;

/** Of those, whom the reader may know of: a number must not tell of people with protected identity either. */
export const pupilsSeen = (groups: Sql, scope: Scope, today: string): Sql =>
  scope.shielded
    ? pupilsOf(groups, today)
    : sql`(select p.user_id from ${pupilsOf(groups, today)} p join users u on u.id = p.user_id where not u.shielded)`;

/** The groups through which a person is reached: `(id, through)`, with the person's own group each time. */
export const groupsOver = (userId: number, today: string): Sql => sql`(
  with recursive up as (
    select m.group_id as id, m.group_id as through from membership m
     where m.user_id = ${userId} and ${asPupil('m', today)}
    union
    select n.parent_id, up.through from up join group_nesting n on n.child_id = up.id
      join groups c on c.id = n.child_id and c.archived_at is null
  )
  select id, through from up)`;
