/** Everything the portal does without being asked: what is due all the time, and what is due by the clock. */
import type { Clock } from './clock.ts';
import { markAbandoned } from './import/abandoned.ts';
import { watchFolder } from './import/folder.ts';
import { startBeat } from './jobs/beat.ts';
import { openJobs } from './jobs/jobs.ts';
import { schedule } from './jobs/schedule.ts';
import { sealFinished } from './journal/seal.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { NationalNumberVault } from './national-number.ts';
import type { Databases } from './open-database.ts';

const SECOND = 1_000;

interface Means {
  clock: Clock;
  vault: NationalNumberVault;
  /** Files put here are imported; undefined = nothing is looked for. */
  importFolder: string | undefined;
}

export async function startBackground(
  { url, work: { db, pool } }: Databases,
  { clock, vault, importFolder }: Means,
  lifecycle: Lifecycle,
): Promise<void> {
  startBeat({ name: 'sealing of the journal', everyMs: SECOND, run: () => sealFinished(db) }, lifecycle);
  startBeat(
    { name: 'look for abandoned imports', everyMs: 10 * SECOND, run: () => markAbandoned(pool, clock) },
    lifecycle,
  );
  if (importFolder !== undefined) {
    const { look } = watchFolder({ pool, clock, vault }, importFolder);
    startBeat({ name: 'import folder', everyMs: 5 * SECOND, run: look }, lifecycle);
  }
  await openJobs({ url, db, clock }, schedule, lifecycle);
}
