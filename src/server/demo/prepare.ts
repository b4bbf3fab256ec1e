/**
 * The demo municipality, made at the first start of a portal in demo mode: its file is imported as any file is, then
 * the story is told in one operation. Each of the two steps is all or nothing and says that it was done, so a start
 * that is killed in the middle is taken up by the next one.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';

import { osloDay } from '#kernel/dates.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { type ImportResult, runImport } from '#server/import/run.ts';
import { inOperation } from '#server/journal/operation.ts';
import type { NationalNumberVault } from '#server/national-number.ts';
import type { Vault } from '#server/vault.ts';

import { generate } from '../../demo/generate.ts';
import { demoDefaults, type Parameters } from '../../demo/parameters.ts';
import { tellInternetLife } from './internet-life.ts';
import { tellSchoolLife } from './school-life.ts';
import { readState } from './state.ts';
import { tellStory } from './story.ts';

interface Needs {
  db: Db;
  /** Connections without a time limit on statements. */
  pool: pg.Pool;
  clock: Clock;
  vault: NationalNumberVault;
  examPasswords: Vault;
  /** Progress for whoever waits at the terminal, a line at a time. */
  say: (line: string) => void;
  /** Another municipality than Fjordby, for tests. */
  parameters?: Partial<Parameters>;
}

/** One process prepares, the others wait for it. */
const PREPARING_LOCK = 0x64_65_6d_6f;

export async function prepareDemo(needs: Needs): Promise<void> {
  const { db, pool } = needs;
  if (await isSettled(db)) return;
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARING_LOCK]);
    if (!(await isSettled(db))) await prepare(needs);
  } finally {
    client.release(true); // the lock ends with the connection
  }
}

/** Told already, or a municipality of somebody's own, which is left alone. */
async function isSettled(db: Db): Promise<boolean> {
  const { isTold, importedOn, hasSchools } = await readState(db);
  return isTold || (hasSchools && importedOn === undefined);
}

async function prepare(needs: Needs): Promise<void> {
  const { db, clock, say } = needs;
  const started = performance.now();
  const { importedOn } = await readState(db);
  const date = importedOn ?? osloDay(clock.now());
  const parameters = { ...demoDefaults, ...needs.parameters, date };
  if (importedOn === undefined) {
    say(`Making the demo municipality ${parameters.municipality} (once, about half a minute) …`);
    await importFile(needs, parameters);
  }

  const now = clock.now();
  await inOperation(db, { event: 'demo.prepared', route: 'start', now }, async (tx) => {
    await tellStory(tx, parameters, now);
    await tellSchoolLife(tx, now);
    await tellInternetLife(tx, needs.examPasswords, now);
  });
  say(`${parameters.municipality} is ready after ${Math.round((performance.now() - started) / 1000)} s.`);
}

async function importFile(needs: Needs, parameters: Parameters): Promise<void> {
  const result = await whenFree(() =>
    runImport(needs, {
      fileName: `${parameters.municipality} ${parameters.date}.xml`,
      bytes: bytesOf(generate(parameters)),
      via: 'demo',
      by: { name: 'demo' },
    }),
  );
  if (result.status === 'failed')
    throw new Error(`The demo's file could not be imported: ${result.failure.code}`);
}

const PATIENCE_MS = 60_000;
const RETRY_MS = 500;

/** After a kill the database takes some seconds to notice that the import before this one has nobody left. */
async function whenFree(attempt: () => Promise<ImportResult>): Promise<ImportResult> {
  for (const limit = performance.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === 'import.running';
      if (!isTaken || performance.now() > limit) throw error;
    }
  }
}

const PORTION = 64 * 1024;

async function* bytesOf(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  let portion = '';
  for (const piece of pieces) {
    portion += piece;
    if (portion.length < PORTION) continue;
    yield Buffer.from(portion);
    portion = '';
  }
  yield Buffer.from(portion);
}
