/** Where a controller keeps itself, and what is left of one whose test was killed. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'vaktmester-samba-';
const MEMORY = '/dev/shm';
const ROOM_BYTES = 600 * 1024 * 1024;

export const makeFolder = (): string => mkdtempSync(join(roomyPlace(), `${PREFIX}${process.pid}-`));

/** What the controllers of a run are copies of: the run's, not a single worker's, and abandoned when the run has ended. */
export const modelFolder = (): string => join(roomyPlace(), `${PREFIX}${process.ppid}-model`);

/** In memory where there is room: a container often has a few megabytes there, and a full one fails in the middle. */
function roomyPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

export function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

/** What a killed test run left behind. */
export function removeAbandoned(): void {
  for (const place of [MEMORY, tmpdir()].filter((one) => existsSync(one))) {
    for (const name of readdirSync(place).filter((entry) => entry.startsWith(PREFIX))) {
      const owner = Number(name.slice(PREFIX.length).split('-')[0]);
      if (isAlive(owner)) continue;
      endAbandoned(join(place, name));
      rmSync(join(place, name), { recursive: true, force: true, maxRetries: 5 });
    }
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

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
