/** What the rules of accounts (`users/rules.ts`) ask about a person `u`, in SQL. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { isGuest } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

/** `user`: an id. Holds a role in force other than the teacher's, so the account can do more than its owner's own work. */
export const isAdmin = (user: Sql, today: string): Sql => sql`exists (
  select from role_grant ag where ag.user_id = ${user} and ag.role <> 'teacher'
     and (ag.valid_to is null or ag.valid_to >= ${today}::date))`;

/** `u`: a pupil and nothing else. */
const isPupilOnly: Sql = sql`(
  u.role = 'student' and not exists (select from school_user ps where ps.user_id = u.id and ps.role <> 'student')
  and not exists (select from common_user pc where pc.user_id = u.id)
  and not exists (select from role_grant pg where pg.user_id = u.id))`;

/** `user`: an id. At the school of the scope only for a time (as `isGuest`, of somebody who is not joined). */
export const isGuestOf = (user: Sql, scope: Scope): Sql => {
  if (scope.kind !== 'school' && scope.kind !== 'own-groups') return sql`false`;
  return sql`exists (select from school_user gg where gg.user_id = ${user} and gg.school_id = ${scope.schoolId}
                                                  and gg.source = 'temporary-access')`;
};

/**
 * `user`: an id. Has an ordinary place at another school than the scope's, so the account is not this school's to end;
 * never true for a role of the whole owner. A shared account is its primary school's, whoever else uses it.
 */
export const hasOtherPlace = (user: Sql, scope: Scope): Sql => {
  if (scope.kind !== 'school' && scope.kind !== 'own-groups') return sql`false`;
  return sql`(exists (select from school_user op where op.user_id = ${user} and op.school_id <> ${scope.schoolId}
                                                  and op.source <> 'temporary-access' and op.ended_on is null)
    and not exists (select from common_user oc join users ou on ou.id = oc.user_id
                     where oc.user_id = ${user} and ou.primary_school_id = ${scope.schoolId}))`;
};

/** The columns of `Standing`. */
export const standing = (scope: Scope, today: string): Sql => sql`
  u.id = ${scope.userId} as "isOwn", ${isGuest(scope)} as "isGuest",
  coalesce(u.expires_on < ${today}::date, false) as "isExpired",
  ${isAdmin(sql`u.id`, today)} as "isAdmin", ${isPupilOnly} as "isPupilOnly",
  ${hasOtherPlace(sql`u.id`, scope)} as "hasOtherPlace", u.expires_by_owner as "isEndedByOwner"`;
