import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

interface Profile {
  email: string | null;
  language: string | null;
  ownerName: string;
}

/** What the signed-in user's own page of information says besides roles. */
export async function readProfile(db: Db, userId: number): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select u.email,
           (select value #>> '{}' from user_setting where user_id = u.id and key = 'language') as language,
           coalesce((select value #>> '{}' from site_setting where key = 'ownerName'), '') as owner_name
      from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { email: null, language: null, ownerName: '' };
}

/** Ends all sessions of the user but the one asked in; answers how many. */
export async function endAll(
  db: Db,
  { userId, sessionId, now }: { userId: number; sessionId: string; now: Date },
): Promise<number> {
  const { rows } = await sql`
    update session set ended_at = ${now}, end_reason = 'ended-by-user'
     where user_id = ${userId} and id <> ${sessionId} and ended_at is null
    returning id`.execute(db);
  return rows.length;
}
