import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

/** Real runs since a day (Oslo): how many failed, and how many could not take some of their records. */
export async function countImports(db: Db, since: string): Promise<{ failed: number; rejecting: number }> {
  const { rows } = await sql<{ failed: number; rejecting: number }>`
    select count(*) filter (where status in ('failed', 'interrupted'))::int as failed,
           count(*) filter (where status = 'completed' and rejected > 0)::int as rejecting
      from import_run
     where not dry_run and started_at >= ${since}::date::timestamp at time zone 'Europe/Oslo'`.execute(db);
  return rows[0] ?? { failed: 0, rejecting: 0 };
}
