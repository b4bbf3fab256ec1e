/**
 * Folders that nobody needs after the tests: in memory where the system offers that and there is room, else among the
 * temporary files. Memory is worth it for servers: a database is more than a thousand files, and ext4 looks through those
 * deleted in the last minutes before it makes another, so a copy took 0.75 s of a processor on disk and takes 0.05.
 */
import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/**
 * A container often has a few megabytes in memory, and a full one fails in the middle: there has to be room for all, in
 * gibibytes.
 */
export function passingPlace(room: number): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= room * 1024 ** 3 ? MEMORY : tmpdir();
}

/** Folders that killed runs left behind, in either place: after the prefix stands the process that made each. */
export function abandoned(prefix: string): string[] {
  return [MEMORY, tmpdir()]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => ({ place, name })))
    .filter(({ name }) => name.startsWith(prefix))
    .filter(({ name }) => !isAlive(Number(name.slice(prefix.length).split('-')[0])))
    .map(({ place, name }) => join(place, name));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's: it may not be asked, and what it has is not abandoned.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
