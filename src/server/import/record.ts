/** The rows of runs: their beginning, how far they are, and how they ended. */
import type pg from 'pg';

import type { SourceFailure } from '#connectors/source/port.ts';

/** `night`: a data source at its time; `source`: one when somebody asked for it. */
export const ways = ['upload', 'folder', 'command', 'demo', 'night', 'source'] as const;
export type Way = (typeof ways)[number];

export const phases = ['reading', 'comparing', 'applying', 'done'] as const;
export type Phase = (typeof phases)[number];

export interface Beginning {
  fileName: string;
  via: Way;
  dryRun: boolean;
  by: { id?: number; name: string };
  size: number | undefined;
  now: Date;
  asOf?: string | undefined;
  sourceId?: number | undefined;
}

/** A connection or a pool of them. */
type Database = Pick<pg.ClientBase, 'query'> | pg.Pool;

export async function beginRun(
  db: Database,
  { fileName, via, dryRun, by, size, now, asOf, sourceId }: Beginning,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into import_run (file_name, started_via, dry_run, started_by, started_by_id, bytes_total, started_at,
                             as_of, data_source_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [fileName, via, dryRun, by.name, by.id ?? null, size ?? null, now, asOf ?? null, sourceId ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('The run was not recorded');
  return row.id;
}

export interface Progress {
  phase: Phase;
  bytesRead: number;
  people: number;
  groups: number;
  memberships: number;
}

export async function saveProgress(db: Database, runId: number, progress: Progress): Promise<void> {
  const { phase, bytesRead, people, groups, memberships } = progress;
  await db.query(
    `update import_run set phase = $2, bytes_read = $3, people = $4, groups = $5, memberships = $6 where id = $1`,
    [runId, phase, bytesRead, people, groups, memberships],
  );
}

export async function saveSource(
  db: Database,
  runId: number,
  feed: string,
  extractedAt: string,
): Promise<void> {
  await db.query('update import_run set feed = $2, extracted_at = $3 where id = $1', [
    runId,
    feed,
    extractedAt,
  ]);
}

export async function saveOperation(db: Database, runId: number, operationId: number): Promise<void> {
  await db.query('update import_run set operation_id = $2 where id = $1', [runId, operationId]);
}

export async function completeRun(
  db: Database,
  runId: number,
  end: { now: Date; durationMs: number },
): Promise<void> {
  await db.query(
    `update import_run set status = 'completed', phase = 'done', finished_at = $2, duration_ms = $3
     where id = $1`,
    [runId, end.now, Math.round(end.durationMs)],
  );
}

export interface Failure {
  code: SourceFailure['code'] | 'import.failed';
  line: number;
  column: number;
  found: string;
}

export async function failRun(
  db: Database,
  runId: number,
  end: { now: Date; durationMs: number; failure: Failure },
): Promise<void> {
  await db.query(
    `update import_run set status = 'failed', phase = 'done', finished_at = $2, duration_ms = $3, failure = $4
     where id = $1 and status = 'running'`,
    [runId, end.now, Math.round(end.durationMs), JSON.stringify(end.failure)],
  );
}

/**
 * Whoever holds the import lock knows that no other run lives: what still calls itself running was killed. Answers
 * how many there were.
 */
export async function markInterrupted(db: Database, now: Date): Promise<number> {
  const { rows } = await db.query<{ operation_id: number | null }>(
    `update import_run set status = 'interrupted', phase = 'done', finished_at = $1 where status = 'running'
     returning operation_id`,
    [now],
  );
  await db.query(
    `update journal.operation set status = 'failed', finished_at = $1, lease_until = null,
            message_code = 'import.interrupted'
      where id = any($2) and finished_at is null`,
    [now, rows.map(({ operation_id: id }) => id).filter((id) => id !== null)],
  );
  return rows.length;
}
