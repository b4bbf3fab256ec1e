/**
 * One import: read and stage, compare, apply, record. Everything the file changes happens in one transaction and one
 * operation of the journal, so that a run that is killed, refused or broken off has changed nothing; and what the
 * file does not change is not touched, so that the same file twice changes nothing.
 */
import { Readable } from 'node:stream';

import type pg from 'pg';

import { SourceFailure, type SourceReader } from '#connectors/source/port.ts';
import type { CsvMapping } from '#kernel/csv-mapping.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import type { Clock } from '#server/clock.ts';
import { log } from '#server/log.ts';
import type { NationalNumberVault } from '#server/national-number.ts';

import { completeChanges } from './changes.ts';
import { concealText } from './conceal.ts';
import { counted } from './counted.ts';
import { mappingFor, rememberMapping } from './csv-mappings.ts';
import { knownSchools } from './known-schools.ts';
import { releaseLock, takeLock } from './lock.ts';
import { openSource } from './open-source.ts';
import { beginOperation, type ImportOperation } from './operation.ts';
import { applyPlan, makePlan } from './plan.ts';
import { readSettings } from './read-settings.ts';
import {
  beginRun,
  completeRun,
  failRun,
  type Failure,
  markInterrupted,
  type Phase,
  type Progress,
  saveOperation,
  saveProgress,
  saveSource,
  type Way,
} from './record.ts';
import { sqlFile } from './sql-file.ts';
import { stage, type Staged } from './stage.ts';
import { unnamedFeed } from './unnamed-feed.ts';

export interface ImportDeps {
  /** Connections without a time limit on statements. */
  pool: pg.Pool;
  clock: Clock;
  vault: NationalNumberVault;
}

export interface ImportRequest {
  fileName: string;
  bytes?: AsyncIterable<Uint8Array>;
  /** Instead of bytes: records that were asked for one by one. */
  records?: SourceReader;
  /** In bytes, where it is known before the end. */
  size?: number | undefined;
  via: Way;
  /** Compare and record the plan, change nothing. */
  dryRun?: boolean;
  /** Let go also those whom the guard would hold: somebody has looked. */
  acceptLeavers?: boolean;
  /** A rehearsal for another day: next year's file before the summer. Only with `dryRun`. */
  asOf?: string | undefined;
  /** The data source the file comes from, with limits of its own. */
  source?: { id: number; thresholds: unknown } | undefined;
  /** Of a table: which column holds what; as it was last time, or guessed from its headings, when left out. */
  mapping?: CsvMapping | undefined;
  by: { id?: number; name: string; role?: string };
  correlationId?: string;
  /** Called about once a second, and at every change of phase. */
  progress?: (progress: Progress) => void;
}

export type ImportResult = { runId: number } & (
  | { status: 'completed'; operationId: number | undefined }
  | { status: 'failed'; failure: Failure }
);

export interface StartedImport {
  runId: number;
  /** The file has been read to its end: the sender may go. Undefined when it could be; else why not. */
  read: Promise<Failure | undefined>;
  /** Never rejects: what goes wrong is the result, and stands in the run's row. */
  done: Promise<ImportResult>;
}

const underWay = new Set<Promise<ImportResult>>();

/** Resolves when no import of this process runs any more: before the database connections are closed. */
export async function importsDone(): Promise<void> {
  await Promise.all(underWay);
}

/** Refuses with `import.running` while another import runs. */
export async function startImport(deps: ImportDeps, request: ImportRequest): Promise<StartedImport> {
  const client = await deps.pool.connect();
  if (!(await takeLock(client))) {
    client.release();
    return refuse('import.running');
  }
  try {
    await markInterrupted(client, deps.clock.now());
    const { fileName, via, by, size, correlationId, dryRun = false, source } = request;
    const asOf = dryRun ? request.asOf : undefined;
    const now = deps.clock.now();
    const runId = await beginRun(deps.pool, {
      fileName,
      via,
      dryRun,
      by,
      size,
      now,
      asOf,
      sourceId: source?.id,
    });
    // A rehearsal changes nothing, so the journal has nothing to say of it.
    const operation = dryRun
      ? undefined
      : await beginOperation(deps.pool, { by, correlationId, fileName, now });
    if (operation) await saveOperation(deps.pool, runId, operation.id);

    const read = Promise.withResolvers<Failure | undefined>();
    const run: Run = { ...deps, client, request, runId, operation, onRead: () => read.resolve(undefined) };
    const done = work(run).then(async (result) => {
      await operation?.close();
      await endConnection(client);
      read.resolve(result.status === 'failed' ? result.failure : undefined);
      return result;
    });
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
    return { runId, read: read.promise, done };
  } catch (error) {
    await endConnection(client);
    throw error;
  }
}

/** Not back to the pool: the stage tables end with the connection. The lock would too, but a moment later. */
async function endConnection(client: pg.PoolClient): Promise<void> {
  await releaseLock(client).catch(() => undefined);
  client.release(true);
}

export async function runImport(deps: ImportDeps, request: ImportRequest): Promise<ImportResult> {
  return (await startImport(deps, request)).done;
}

interface Run extends ImportDeps {
  client: pg.PoolClient;
  request: ImportRequest;
  runId: number;
  operation: ImportOperation | undefined;
  onRead: () => void;
}

async function work(run: Run): Promise<ImportResult> {
  const { pool, clock, vault, client, request, runId, operation, onRead } = run;
  const started = performance.now();
  const durationMs = (): number => performance.now() - started;
  const report = reporter(run);
  // A connection that breaks also fails the statement under way, which is where it is answered.
  client.on('error', () => {});

  try {
    const settings = await readSettings(client, request.source?.thresholds);
    await client.query(await sqlFile('stage'));
    const bytes = counted(request.bytes ?? Readable.from([]));
    const { mapping = (headings: readonly string[]) => mappingFor(client, headings, request.source?.id) } =
      request;
    const staged = await stage(
      client,
      request.records ??
        openSource(bytes, {
          csv: { mapping, schools: (feed) => knownSchools(client, feed) },
          unnamed: await unnamedFeed(client, request.source?.id),
        }),
      {
        vault,
        settings,
        progress: (so) => report('reading', so, bytes.count()),
      },
    );
    const feed = await acceptSource(pool, runId, staged);
    if (staged.header?.extract === 'changes') await completeChanges(client, feed, staged.header);
    onRead();

    const now = clock.now();
    await report('comparing', staged, bytes.count(), true);
    await makePlan(client, {
      runId,
      feed,
      isWhole: staged.header?.extract !== 'changes',
      now,
      today: (operation ? undefined : request.asOf) ?? osloDay(now),
      settings,
      acceptLeavers: request.acceptLeavers ?? false,
      sourceId: request.source?.id,
      reports: operation === undefined,
    });
    if (operation) {
      await report('applying', staged, bytes.count(), true);
      await operation.enter(client);
      await applyPlan(client);
      await operation.complete(client, clock.now());
    }
    await client.query(await sqlFile('finish'));
    await completeRun(client, runId, { now: clock.now(), durationMs: durationMs() });
    await client.query('commit');
    if (operation && request.mapping?.feed === feed) {
      await rememberMapping(client, request.mapping, { by: request.by, now: clock.now() }).catch(
        (error: unknown) => {
          log.error({ error, runId }, 'What the columns hold could not be remembered');
        },
      );
    }
    request.progress?.({ ...numbersOf(staged), phase: 'done', bytesRead: bytes.count() });
    return { runId, status: 'completed', operationId: operation?.id };
  } catch (error) {
    const failure = failureOf(error);
    // The open transaction may hold the run's row.
    await client.query('rollback').catch(() => undefined);
    if (failure.code === 'import.failed') log.error({ error, runId }, 'The import failed');
    try {
      await operation?.fail(failure, clock.now());
      await failRun(pool, runId, { now: clock.now(), durationMs: durationMs(), failure });
    } catch (again) {
      // Without a database the run stays "running" and is marked as interrupted by the next one.
      log.error({ error: again, runId }, 'The failed import could not be recorded');
    }
    return { runId, status: 'failed', failure };
  }
}

/** Only a full extract says who has left; one that is partial, and does not say what became of the rest, cannot. */
async function acceptSource(pool: pg.Pool, runId: number, { header }: Staged): Promise<string> {
  const place = { line: header?.line ?? 1, column: 1 };
  if (!header) throw new SourceFailure('file.no-header', place, 'no header');
  const feed = header.datasource || 'pifu';
  await saveSource(pool, runId, feed, header.createdAt);
  if (header.extract !== 'full' && header.extract !== 'changes')
    throw new SourceFailure('file.not-full', place, header.extract);
  return feed;
}

const EVERY_MS = 1_000;

function reporter({ pool, runId, request, operation }: Run) {
  let last = -Infinity;
  return async (phase: Phase, staged: Staged, bytesRead: number, always = false): Promise<void> => {
    if (!always && performance.now() - last < EVERY_MS) return;
    last = performance.now();
    const progress = { ...numbersOf(staged), phase, bytesRead };
    request.progress?.(progress);
    await saveProgress(pool, runId, progress);
    await operation?.report(phase, request.size && bytesRead / request.size);
  };
}

const numbersOf = ({ people, groups, memberships }: Staged) => ({ people, groups, memberships });

function failureOf(error: unknown): Failure {
  if (error instanceof SourceFailure) {
    const { code, line, column, found } = error;
    return { code, line, column, found: concealText(found) };
  }
  return { code: 'import.failed', line: 0, column: 0, found: '' };
}
