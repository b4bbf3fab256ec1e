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

/** What is printed or filed leaves the portal, and people with protected identity never do, whoever asks. */
export const onPaper = (scope: Scope): Scope => ({ ...scope, shielded: false });

/** A person (`u`) who is at the scope's school only for a time: their account is another school's to look after. */
export const isGuest = (scope: Scope): Sql => {
  const school = schoolOf(scope);
  if (school === undefined || scope.kind === 'owner') return sql`false`;
  return sql`exists (select from school_user gp where gp.user_id = u.id and gp.school_id = ${school}
                                                  and gp.source = 'temporary-access')`;
};
