import { sql } from 'kysely';

import type { Actor } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { SchoolChoice } from '#server/session/schools.ts';
import type { AuthLevel } from '#server/session/store.ts';

interface Profile {
  email: string | null;
  language: string | null;
  ownerName: string;
  /** Has a portal password, which the owner may change here. */
  hasPassword: boolean;
  authLevel: AuthLevel | null;
  loginTime: Date | null;
  /** null = the whole owner, or nowhere. */
  school: SchoolChoice | null;
}

/** What the signed-in user's own page of information says besides roles: of the user, of the session, and where it stands. */
export async function readProfile(
  db: Db,
  { userId, sessionId, schoolId }: Pick<Actor, 'userId' | 'sessionId' | 'schoolId'>,
): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select u.email,
           (select value #>> '{}' from user_setting where user_id = u.id and key = 'language') as language,
           coalesce((select value #>> '{}' from site_setting where key = 'ownerName'), '') as owner_name,
           exists (select from user_credential c where c.user_id = u.id) as has_password,
           s.auth_level, s.created_at as login_time,
           case when k.id is not null then
             jsonb_build_object('id', k.id, 'code', k.code, 'name', k.name, 'abbreviation', k.abbreviation) end as school
      from users u
      left join session s on s.id = ${sessionId}
      left join school k on k.id = ${schoolId ?? null}
     where u.id = ${userId}`.execute(db);
  return rows[0] ?? noProfile;
}

const noProfile: Profile = {
  email: null,
  language: null,
  ownerName: '',
  hasPassword: false,
  authLevel: null,
  loginTime: null,
  school: null,
};
