/** Whom to ask at a school: its ICT staff and administrators. */
import { sql } from 'kysely';

import type { SchoolRef } from '#areas/users/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

export interface SchoolAdmin {
  userName: string;
  displayName: string;
  email: string | null;
  mobilePhone: string | null;
  role: 'schoolIct' | 'schoolAdministrator' | 'groupAdministrator';
  school: SchoolRef;
  since: string;
}

/** Where and how to reach somebody with protected identity is not told to all. */
export async function listSchoolAdmins(
  db: Db,
  scope: Scope,
  schoolId: number,
  now: Date,
): Promise<SchoolAdmin[]> {
  const today = osloDay(now);
  const { rows } = await sql<SchoolAdmin>`
    select u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName", u.email,
           u.mobile_phone as "mobilePhone", g.role, g.added_at as since,
           jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) as school
      from role_grant g join users u on u.id = g.user_id join school s on s.id = g.school_id
     where g.school_id = ${schoolId} and g.role in ('schoolIct', 'schoolAdministrator', 'groupAdministrator')
       and (g.valid_to is null or g.valid_to >= ${today}::date)
       and not u.deactivated and (u.expires_on is null or u.expires_on >= ${today}::date)
       and (${scope.shielded} or not u.shielded)
     order by array_position('{schoolIct,schoolAdministrator,groupAdministrator}', g.role), u.sort_name`.execute(
    db.withoutPlugins(),
  );
  return rows;
}
