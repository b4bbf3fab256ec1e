/** Which person of the federation is which user. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export async function findBySubject(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from federation_identity where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows[0]?.userId;
}

/**
 * A user of that name who is not linked yet. Somebody who is linked to another subject of the same federation is not
 * found: the name was given to a new person there, who must not get the old one's account.
 */
export async function findByPrincipalName(
  db: Db,
  issuer: string,
  userName: string,
): Promise<{ userId: number; userName: string } | undefined> {
  const { rows } = await sql<{ userId: number; userName: string }>`
    select u.id as user_id, u.user_name from users u
     where lower(u.user_name) = ${userName}
       and not exists (select from federation_identity f where f.issuer = ${issuer} and f.user_id = u.id)`.execute(
    db,
  );
  return rows[0];
}

interface Link {
  issuer: string;
  subject: string;
  principalName: string | undefined;
  userId: number;
  now: Date;
}

/** Inside an operation. Two tabs that come back at once make one link. */
export async function link(tx: Db, { issuer, subject, principalName, userId, now }: Link): Promise<void> {
  await sql`
    insert into federation_identity (issuer, subject, user_id, name, linked_at)
    values (${issuer}, ${subject}, ${userId}, ${principalName ?? null}, ${now})
    on conflict do nothing`.execute(tx);
}
