/** The data sources as the nightly import sees them, and what became of each last. */
import { sql } from 'kysely';
import type pg from 'pg';

import type { Db } from '#server/db.ts';

import type { RemoteAccess, RemoteMethod } from './remote-source.ts';
import type { ImportResult } from './run.ts';

export interface Source {
  id: number;
  name: string;
  method: 'folder' | RemoteMethod;
  /** Null: it is fetched. */
  folder: string | null;
  address: string | null;
  userName: string | null;
  tokenAddress: string | null;
  hostKey: string | null;
  feed: string | null;
  runAt: string;
  thresholds: unknown;
  /** The night it was last run for. */
  lastNight: string | null;
  lookedAt: Date | null;
  outcome: Outcome | null;
  mark: string | null;
}

type Outcome = 'completed' | 'failed' | 'no-file' | 'no-folder' | 'unreachable';

/** Under which names a source's secrets are kept. */
export const secretsOf = (sourceId: number): string => `data-source/${sourceId}/`;
export const secretNameOf = (sourceId: number): string => `${secretsOf(sourceId)}secret`;

/** How a source is reached, with its secret in clear. Undefined: its files are left in a folder. */
export function accessOf(
  source: Pick<Source, 'id' | 'method' | 'address' | 'userName' | 'tokenAddress' | 'hostKey' | 'feed'>,
  secret: string | undefined,
): RemoteAccess | undefined {
  const { id, method, address, userName, tokenAddress, hostKey, feed } = source;
  if (method === 'folder' || address === null) return undefined;
  return { method, address, userName, tokenAddress, hostKey, secret, feed: feed ?? `${method} ${id}` };
}

export async function enabledSources(db: Db): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select d.id, d.name, d.method, d.folder, d.address, d.user_name, d.token_address, d.host_key,
           d.run_at, d.thresholds, s.feed, s.last_night::text as last_night, s.looked_at, s.outcome, s.mark
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
  outcome: Outcome,
  { result, problem, mark }: { result?: ImportResult; problem?: string; mark?: string | undefined } = {},
): Promise<void> {
  await sql`
    insert into data_source_state as s (source_id, last_night, looked_at, outcome, run_id, problem, mark, feed)
    values (${sourceId}, ${at.night ?? null}, ${at.now}, ${outcome}, ${result?.runId ?? null},
            ${problem ?? null}, ${mark ?? null}, (select feed from import_run where id = ${result?.runId ?? null}))
    on conflict (source_id) do update
      set last_night = coalesce(excluded.last_night, s.last_night), looked_at = excluded.looked_at,
          outcome = excluded.outcome, problem = excluded.problem, mark = coalesce(excluded.mark, s.mark),
          run_id = coalesce(excluded.run_id, s.run_id),
          feed = coalesce(excluded.feed, s.feed)
      -- A folder without a file is looked at every few seconds; once a minute is told.
      where s.outcome is distinct from excluded.outcome or excluded.run_id is not null
         or abs(extract(epoch from excluded.looked_at - s.looked_at)) >= 60`.execute(db);
}
