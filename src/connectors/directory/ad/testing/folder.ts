/** Where a controller keeps itself, and what is left of one whose test was killed. */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { abandoned, passingPlace } from '#connectors/testing/passing-folder.ts';

const PREFIX = 'vaktmester-samba-';
/** Of the controllers of a run, in gibibytes. */
const ROOM = 0.6;

export const makeFolder = (): string => mkdtempSync(join(passingPlace(ROOM), `${PREFIX}${process.pid}-`));

/** What the controllers of a run are copies of: the run's, not a single worker's, and abandoned when the run has ended. */
export const modelFolder = (): string => join(passingPlace(ROOM), `${PREFIX}${process.ppid}-model`);

export function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

/** What a killed test run left behind. */
export function removeAbandoned(): void {
  for (const folder of abandoned(PREFIX)) {
    endAbandoned(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The controller of that folder, and nothing that has got its number since. */
function endAbandoned(folder: string): void {
  try {
    const pid = Number(readFileSync(join(folder, 'samba.pid'), 'utf8'));
    const files = `/proc/${pid}/fd`;
    const holds = readdirSync(files).some((file) => readlinkSync(join(files, file)).startsWith(folder));
    if (holds) endGroup(pid, 'SIGKILL');
  } catch {
    // It has ended, or never began.
  }
}
