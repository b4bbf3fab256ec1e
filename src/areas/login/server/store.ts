import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

interface Profile {
  email: string | null;
  language: string | null;
  ownerName: string;
  /** Has a portal password, which the owner may change here. */
  hasPassword: boolean;
}

/** What the signed-in user's own page of information says besides roles. */
export async function readProfile(db: Db, userId: number): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select u.email,
           (select value #>> '{}' from user_setting where user_id = u.id and key = 'language') as language,
           coalesce((select value #>> '{}' from site_setting where key = 'ownerName'), '') as owner_name,
           exists (select from user_credential c where c.user_id = u.id) as has_password
      from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { email: null, language: null, ownerName: '', hasPassword: false };
}
