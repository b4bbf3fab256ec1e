/** Keeps the directory as the portal wants it, all the time and on every node. */
import { randomUUID } from 'node:crypto';

import type { Directory } from '#connectors/directory/port.ts';
import { systemClock } from '#server/clock.ts';
import { startBeat } from '#server/jobs/beat.ts';
import type { Lifecycle } from '#server/lifecycle.ts';

import { gatherMarks } from './due.ts';
import type { Means } from './means.ts';
import { readBack } from './seen.ts';
import { readSignIns } from './sign-ins.ts';
import { sweep } from './sweep.ts';
import { openWorker } from './worker.ts';

const SECOND_MS = 1_000;
const TURN_MS = SECOND_MS / 2;

export type ReconcileDeps = Pick<Means, 'db' | 'clock' | 'passwords' | 'examPasswords'>;

export function startReconciling(
  means: ReconcileDeps,
  directory: Directory | undefined,
  lifecycle: Lifecycle,
): void {
  const { db } = means;
  if (!directory) {
    // Kept for the day there is a directory, one line per key.
    const run = () => gatherMarks(db, systemClock.now());
    startBeat({ name: 'marks for a directory', everyMs: 30 * SECOND_MS, run }, lifecycle);
    return;
  }
  const full: Means = { ...means, time: systemClock, node: randomUUID() };
  const worker = openWorker(full, directory);
  lifecycle.onStop('directory', () => directory.close());
  startBeat({ name: 'directory', everyMs: TURN_MS, run: worker.turn }, lifecycle);
  const read = () => worker.reaching(async (reached) => void (await readBack(full, reached)));
  startBeat({ name: 'directory read-back', everyMs: 2 * SECOND_MS, run: read }, lifecycle);
  const look = () => worker.reaching(async (reached) => void (await sweep(full, reached)));
  startBeat({ name: 'directory sweep', everyMs: 5 * SECOND_MS, run: look }, lifecycle);
  const ask = () => worker.reaching(async (reached) => void (await readSignIns(full, reached)));
  startBeat({ name: 'sign-ins at exams', everyMs: 5 * SECOND_MS, run: ask }, lifecycle);
  lifecycle.onStop('directory turns', worker.stop);
}
