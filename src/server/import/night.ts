/**
 * The night of the portal (specification §4, §9): what people registered during the day is carried out, then the data
 * sources are imported one after the other. It follows the portal's clock, not a timetable of the machine, so that a
 * demo whose clock is moved has its nights too; and of several nodes one does it.
 */
import { join } from 'node:path';

import { sql } from 'kysely';

import { SourceFailure } from '#connectors/source/port.ts';
import { osloDay } from '#kernel/dates.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';
import type { KeptSecrets } from '#server/kept-secrets.ts';
import { log } from '#server/log.ts';

import { take } from './folder.ts';
import { releaseLock, takeLock } from './lock.ts';
import { openRemote, type RemoteAccess } from './remote-source.ts';
import { type ImportDeps, runImport } from './run.ts';
import { filesIn, isSettled } from './source-folder.ts';
import { accessOf, enabledSources, noteOutcome, secretNameOf, type Source } from './sources.ts';
import type { NightlyStep } from './step.ts';
import { isWithin, nightOf, readWindow } from './window.ts';

export interface NightDeps extends ImportDeps {
  db: Db;
  /** Where the sources' folders are; undefined = none of them has one. */
  importFolder: () => string | undefined;
  keptSecrets: KeptSecrets;
  steps: readonly NightlyStep[];
}

const NIGHT_LOCK = 0x6e_61_74_74;

/** One look at the clock, to be repeated every few seconds by every node. */
export async function lookAtNight(deps: NightDeps): Promise<void> {
  const client = await deps.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      NIGHT_LOCK,
    ]);
    if (!rows[0]?.taken) return;
    try {
      const sources = await enabledSources(deps.db);
      const window = await readWindow(deps.db);
      // The first source's time is the night's; without any source it is the window's.
      const begins = sources.map(({ runAt }) => runAt).toSorted()[0] ?? window.from;
      const day = await dueNight(deps, begins);
      // While a file that somebody sent is being imported the steps wait, as personal numbers do.
      if (day !== undefined && (await takeLock(client))) {
        try {
          await carryOut(deps, day);
        } finally {
          await releaseLock(client);
        }
      }
      if (isWithin(deps.clock.now(), window)) await importSources(deps, sources);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [NIGHT_LOCK]);
    }
  } finally {
    client.release();
  }
}

/**
 * The latest night that has begun and is not done. Nights that passed while no portal ran, or that the demo's clock
 * jumped over, are made up for by the latest; a portal that is new has none to make up for.
 */
async function dueNight({ db, clock }: NightDeps, begins: string): Promise<string | undefined> {
  const now = clock.now();
  const night = nightOf(now, begins);
  const { rows } = await sql<{ done: boolean; any: boolean }>`
    select exists (select from night_run where day = ${night} and finished_at is not null) as done,
           exists (select from night_run) as "any"`.execute(db);
  const [found] = rows;
  if (found?.done) return undefined;
  return night === osloDay(now) || found?.any ? night : undefined;
}

interface StepOutcome {
  name: string;
  changed?: number;
  failure?: string;
}

/** All steps in one operation; one that fails is undone and told, and tried again the next night. */
async function carryOut({ db, clock, steps }: NightDeps, day: string): Promise<void> {
  const now = clock.now();
  await inOperation(db, { event: 'import.night-prepared', route: 'night', now, reason: day }, async (tx) => {
    const outcomes: StepOutcome[] = [];
    for (const step of steps) {
      await sql`savepoint step`.execute(tx);
      try {
        const { changed } = await step.run(tx, { now, day });
        await sql`release savepoint step`.execute(tx);
        outcomes.push({ name: step.name, changed });
      } catch (error) {
        await sql`rollback to savepoint step`.execute(tx);
        log.error({ error, step: step.name }, 'A step of the night failed');
        outcomes.push({ name: step.name, failure: error instanceof Error ? error.name : 'Error' });
      }
    }
    await sql`
      insert into night_run (day, started_at, finished_at, steps)
      values (${day}, ${now}, ${clock.now()}, ${JSON.stringify(outcomes)}::jsonb)
      on conflict (day) do update set finished_at = excluded.finished_at, steps = excluded.steps`.execute(tx);
  });
}

async function importSources(deps: NightDeps, sources: readonly Source[]): Promise<void> {
  for (const source of sources) {
    const now = deps.clock.now();
    const night = nightOf(now, source.runAt);
    // Another night than the last: also an earlier one, when the demo’s clock was moved back.
    const isDue = night === osloDay(now) && source.lastNight !== night;
    if (isDue && !(await importOne(deps, source, night))) return;
  }
}

/** False when another import runs: this source and those after it wait for the next look. */
async function importOne(deps: NightDeps, source: Source, night: string): Promise<boolean> {
  const { db, clock } = deps;
  const access = accessOf(source, await deps.keptSecrets.read(db, secretNameOf(source.id)));
  if (access) return importRemote(deps, source, night, access);
  const importFolder = deps.importFolder();
  const folder =
    importFolder === undefined || source.folder === null ? undefined : join(importFolder, source.folder);
  const files = folder === undefined ? undefined : await filesIn(folder);
  if (folder === undefined || files === undefined) {
    await noteOutcome(db, source.id, { now: clock.now() }, 'no-folder');
    return true;
  }
  // A file that comes late is taken as long as the window is open.
  if (files.length === 0) {
    await noteOutcome(db, source.id, { now: clock.now() }, 'no-file');
    return true;
  }
  if (!files.every(isSettled)) return true;
  for (const { name } of files) {
    const result = await take(deps, folder, name, { via: 'night', by: { name: source.name }, source });
    if (!result) return false;
    await noteOutcome(db, source.id, { now: clock.now(), night }, result.status, { result });
  }
  return true;
}

/** Another system is not asked again before this when it had nothing new, or could not be reached. */
const ASK_AGAIN_MS = 5 * 60_000;

/** As `importOne`, of a source that is asked over the net. */
async function importRemote(
  deps: NightDeps,
  source: Source,
  night: string,
  access: RemoteAccess,
): Promise<boolean> {
  const { db, clock } = deps;
  const { id, lookedAt, outcome, mark } = source;
  const isWaiting = outcome === 'no-file' || outcome === 'unreachable';
  const waited = Math.abs(clock.now().getTime() - (lookedAt?.getTime() ?? 0));
  if (isWaiting && waited < ASK_AGAIN_MS) return true;
  try {
    const content = await openRemote(access);
    if (!content || (content.mark !== undefined && content.mark === mark)) {
      await content?.close();
      await noteOutcome(db, id, { now: clock.now() }, 'no-file');
      return true;
    }
    try {
      const result = await runImport(deps, { ...content, via: 'night', by: { name: source.name }, source });
      const taken = result.status === 'completed' ? content.mark : undefined;
      await noteOutcome(db, id, { now: clock.now(), night }, result.status, { result, mark: taken });
    } finally {
      await content.close();
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'import.running') return false;
    if (!(error instanceof SourceFailure)) throw error;
    await noteOutcome(db, id, { now: clock.now() }, 'unreachable', { problem: error.code });
  }
  return true;
}
