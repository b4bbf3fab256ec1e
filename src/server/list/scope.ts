/** What lists of several areas share when they turn a scope into SQL. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';

import type { Sql } from './source.ts';

/** The school whose rows are meant; undefined = all schools (the whole owner) or none (`self`, `nobody`). */
export function schoolOf(scope: Scope): number | undefined {
  return scope.kind === 'school' || scope.kind === 'own-groups' || scope.kind === 'owner'
    ? scope.schoolId
    : undefined;
}

/** A membership counts on the days `start_on..end_on`, both included. `today`: a day, or an expression of one. */
export function inForce(alias: string, today: string | Sql): Sql {
  const [start, end] = [sql.ref(`${alias}.start_on`), sql.ref(`${alias}.end_on`)];
  return sql`(${start} is null or ${start} <= ${today}::date) and (${end} is null or ${end} >= ${today}::date)`;
}

/** The roles by which a group is somebody's own: those who teach it. */
export const teaches = (alias: string): Sql =>
  sql`${sql.ref(`${alias}.role`)} in ('teacher', 'contactTeacher')`;

/**
 * A membership by which its group is that person's own today (specification §6, "own groups"): the source or somebody
 * else gave them the teaching role. A role that people write for themselves gives no rights over others.
 */
export const makesOwn = (alias: string, today: string): Sql => sql`(
  ${teaches(alias)} and ${sql.ref(`${alias}.given_by`)} is distinct from ${sql.ref(`${alias}.user_id`)}
  and ${inForce(alias, today)})`;

/** A membership that puts its person under the teachers of the group, but not under the teacher who wrote it. */
export const isUnder = (alias: string, teacher: Sql | number, today: string): Sql => sql`(
  ${sql.ref(`${alias}.given_by`)} is distinct from ${teacher} and ${inForce(alias, today)})`;

/** The ids of the groups that are the scope holder's own, as an array that is read once per statement. */
export const ownGroups = (scope: Scope, today: string): Sql => sql`array(
  select own.group_id from membership own join groups og on og.id = own.group_id
   where own.user_id = ${scope.userId} and ${makesOwn('own', today)}
     and og.school_id = ${schoolOf(scope) ?? null} and og.archived_at is null)`;

/** What is printed or filed leaves the portal, and people with protected identity never do, whoever asks. */
export const onPaper = (scope: Scope): Scope => ({ ...scope, shielded: false });

/** A person (`u`) who is at the scope's school only for a time: their account is another school's to look after. */
export const isGuest = (scope: Scope): Sql => {
  const school = schoolOf(scope);
  if (school === undefined || scope.kind === 'owner') return sql`false`;
  return sql`exists (select from school_user gp where gp.user_id = u.id and gp.school_id = ${school}
                                                  and gp.source = 'temporary-access')`;
};
