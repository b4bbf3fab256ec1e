import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Check } from '../contract.ts';

/** The portal reads files in the folder and moves them to `done` and `failed` below it. */
export async function checkFolder(folder: string): Promise<Check[]> {
  const isFolder = await stat(folder).then(
    (found) => (found.isDirectory() ? undefined : `${folder} is a file`),
    (error: unknown) => reasonOf(error),
  );
  if (isFolder !== undefined) {
    return [
      { name: 'files.folder', outcome: 'failed', said: isFolder },
      { name: 'files.writable', outcome: 'skipped', said: null },
    ];
  }
  const unwritable = await tryMove(folder).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );
  return [
    { name: 'files.folder', outcome: 'ok', said: null },
    { name: 'files.writable', outcome: unwritable === undefined ? 'ok' : 'failed', said: unwritable ?? null },
  ];
}

async function tryMove(folder: string): Promise<void> {
  const made = await mkdtemp(join(folder, '.vaktmester-test-'));
  const moved = `${made}-moved`;
  try {
    await rename(made, moved);
  } finally {
    await rm(made, { recursive: true, force: true });
    await rm(moved, { recursive: true, force: true });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
