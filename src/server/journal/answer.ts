/** What a caller was answered, kept for a repeat of the same wish after an unknown outcome. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps the answer for a day, in the operation's own transaction. Only for routes whose answer holds no secret: it
 * is stored in clear.
 */
export async function keepAnswer(
  tx: Db,
  operationId: number,
  answer: unknown,
  now: Date,
  status = 200,
): Promise<void> {
  const body = answer === undefined ? null : JSON.stringify(answer);
  await sql`
    insert into journal.answer (operation_id, status, body, expires_at)
    values (${operationId}, ${status}, ${body}::jsonb, ${new Date(now.getTime() + KEPT_MS)})`.execute(tx);
}

/** The answer given under an operation; undefined when none was kept or it is gone. */
export async function readAnswer(db: Db, operationId: number): Promise<unknown> {
  // As text: the query builder would rename the keys inside a json value to its own convention.
  const { rows } = await sql<{ body: string | null }>`
    select body::text as body from journal.answer where operation_id = ${operationId}`.execute(db);
  const body = rows[0]?.body;
  return body === undefined || body === null ? undefined : JSON.parse(body);
}

/** Removes answers whose time is over; answers how many. */
export async function removeOldAnswers(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('journal.answer')
    .where('expiresAt', '<', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
