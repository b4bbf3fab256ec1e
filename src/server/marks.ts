/** When work of the portal last worked and last failed, for those who keep it (docs/decisions/0016). Real time. */
import { sql } from 'kysely';

import type { Db } from './db.ts';

export interface Mark {
  name: string;
  workedAt: Date | null;
  failedAt: Date | null;
  /** Null once it has worked again. */
  failure: string | null;
  /** Asked for and not finished. */
  askedAt: Date | null;
  details: Record<string, string | number | null>;
}

const LONGEST_FAILURE = 500;

export async function noteWorked(db: Db, name: string, details: Mark['details'] = {}): Promise<void> {
  await sql`
    insert into portal_mark (name, worked_at, details) values (${name}, now(), ${JSON.stringify(details)}::jsonb)
    on conflict (name) do update set worked_at = excluded.worked_at, failure = null, asked_at = null,
                                     details = excluded.details`.execute(db);
}

export async function noteFailed(db: Db, name: string, error: unknown): Promise<void> {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_FAILURE);
  await sql`
    insert into portal_mark (name, failed_at, failure) values (${name}, now(), ${said})
    on conflict (name) do update set failed_at = excluded.failed_at, failure = excluded.failure, asked_at = null`.execute(
    db,
  );
}

/** Answers false when it is asked for already. */
export async function askFor(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    insert into portal_mark as m (name, asked_at) values (${name}, now())
    on conflict (name) do update set asked_at = excluded.asked_at where m.asked_at is null
    returning name`.execute(db);
  return rows.length > 0;
}

export async function readMarks(db: Db): Promise<Map<string, Mark>> {
  const { rows } = await sql<Mark>`
    select name, worked_at, failed_at, failure, asked_at, details from portal_mark`.execute(db);
  return new Map(rows.map((mark) => [mark.name, mark]));
}

/** Notes how the work went, and ends as it does. */
export async function marked<T>(
  db: Db,
  name: string,
  work: () => Promise<T>,
  detailsOf: (done: T) => Mark['details'] = () => ({}),
): Promise<T> {
  try {
    const done = await work();
    await noteWorked(db, name, detailsOf(done));
    return done;
  } catch (error) {
    // Where the database is away there is nowhere to note it; the failure itself is what is told.
    await noteFailed(db, name, error).catch(() => undefined);
    throw error;
  }
}
