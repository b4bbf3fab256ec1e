/** Everything the portal does without being asked: what is due all the time, and what is due by the clock. */
import { areaBeats } from './area-beats.ts';
import type { Bulk } from './bulk/bulk.ts';
import type { Clock } from './clock.ts';
import { endAbandonedDownloads } from './http/download.ts';
import { markAbandoned } from './import/abandoned.ts';
import { watchFolder } from './import/folder.ts';
import { lookAtNight } from './import/night.ts';
import { startBeat } from './jobs/beat.ts';
import { openJobs } from './jobs/jobs.ts';
import { schedule } from './jobs/schedule.ts';
import { checkJournalWhenAsked } from './journal/check.ts';
import { sealFinished } from './journal/seal.ts';
import { endAbandonedUndoings } from './journal/undo/undo.ts';
import type { KeptSecrets } from './kept-secrets.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { NationalNumberVault } from './national-number.ts';
import { nightlySteps } from './nightly-steps.ts';
import type { Databases } from './open-database.ts';
import type { Vault } from './vault.ts';

const SECOND = 1_000;

interface Means {
  clock: Clock;
  vault: NationalNumberVault;
  bulk: Bulk;
  /** Files put here are imported; undefined = nothing is looked for. */
  importFolder: () => string | undefined;
  examPasswords: Vault;
  keptSecrets: KeptSecrets;
}

export async function startBackground(
  { url, work: { db, pool } }: Databases,
  { clock, vault, bulk, importFolder, examPasswords, keptSecrets }: Means,
  lifecycle: Lifecycle,
): Promise<void> {
  startBeat({ name: 'sealing of the journal', everyMs: SECOND, run: () => sealFinished(db) }, lifecycle);
  startBeat(
    { name: 'check of the journal', everyMs: 5 * SECOND, run: () => checkJournalWhenAsked(db) },
    lifecycle,
  );
  startBeat(
    { name: 'look for abandoned imports', everyMs: 10 * SECOND, run: () => markAbandoned(pool, clock) },
    lifecycle,
  );
  startBeat({ name: 'look for abandoned acts on many', everyMs: 10 * SECOND, run: bulk.takeUp }, lifecycle);
  startBeat(
    {
      name: 'look for abandoned downloads',
      everyMs: 300 * SECOND,
      run: () => endAbandonedDownloads(db, clock.now()),
    },
    lifecycle,
  );
  startBeat(
    { name: 'look for abandoned undoings', everyMs: 10 * SECOND, run: () => endAbandonedUndoings(db, clock) },
    lifecycle,
  );
  const { look } = watchFolder({ pool, clock, vault }, importFolder);
  startBeat({ name: 'import folder', everyMs: 5 * SECOND, run: look }, lifecycle);
  const night = { db, pool, clock, vault, keptSecrets, importFolder, steps: nightlySteps };
  startBeat({ name: 'nightly import', everyMs: 5 * SECOND, run: () => lookAtNight(night) }, lifecycle);
  for (const beat of areaBeats(db, clock, examPasswords)) startBeat(beat, lifecycle);
  await openJobs({ url, db, clock }, schedule, lifecycle);
}
