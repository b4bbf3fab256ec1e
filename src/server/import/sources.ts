/** The data sources as the nightly import sees them, and what became of each last. */
import { sql } from 'kysely';
import type pg from 'pg';

import type { Db } from '#server/db.ts';

import type { ImportResult } from './run.ts';

export interface Source {
  id: number;
  name: string;
  folder: string;
  runAt: string;
  thresholds: unknown;
  /** The night it was last run for. */
  lastNight: string | null;
}

export async function enabledSources(db: Db): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select d.id, d.name, d.folder, d.run_at, d.thresholds, s.last_night::text as last_night
      from data_source d left join data_source_state s on s.source_id = d.id
     where d.enabled order by d.place, d.id`.execute(db);
  return rows;
}

/** For whoever sends a file by hand in a source's stead. */
export async function sourceNamed(
  pool: pg.Pool,
  name: string,
): Promise<{ id: number; thresholds: unknown } | undefined> {
  const { rows } = await pool.query<{ id: number; thresholds: unknown }>(
    'select id, thresholds from data_source where lower(name) = lower($1)',
    [name],
  );
  return rows[0];
}

export async function noteOutcome(
  db: Db,
  sourceId: number,
  at: { now: Date; night?: string },
  outcome: 'completed' | 'failed' | 'no-file' | 'no-folder',
  result?: ImportResult,
): Promise<void> {
  await sql`
    insert into data_source_state as s (source_id, last_night, looked_at, outcome, run_id, feed)
    values (${sourceId}, ${at.night ?? null}, ${at.now}, ${outcome}, ${result?.runId ?? null},
            (select feed from import_run where id = ${result?.runId ?? null}))
    on conflict (source_id) do update
      set last_night = coalesce(excluded.last_night, s.last_night), looked_at = excluded.looked_at,
          outcome = excluded.outcome, run_id = coalesce(excluded.run_id, s.run_id),
          feed = coalesce(excluded.feed, s.feed)
      -- A folder without a file is looked at every few seconds; once a minute is told.
      where s.outcome is distinct from excluded.outcome or excluded.run_id is not null
         or abs(extract(epoch from excluded.looked_at - s.looked_at)) >= 60`.execute(db);
}
