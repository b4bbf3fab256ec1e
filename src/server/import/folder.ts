/**
 * Imports what the student information system leaves in a folder. A file is taken when it has stopped growing, and
 * moved to `done` or `failed` beside it, so that a look at the folder says how the night went.
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Refusal } from '#kernel/errors.ts';

import { isDataFile } from './data-file.ts';
import { type ImportDeps, type ImportRequest, type ImportResult, runImport } from './run.ts';

export interface FolderWatch {
  /** One look, to be repeated every few seconds: imports every file that is as it was at the look before. Answers what became of them. */
  look: () => Promise<ImportResult[]>;
}

/** `current`: the folder as it is set now; undefined = nothing is looked for. */
export function watchFolder(deps: ImportDeps, current: () => string | undefined): FolderWatch {
  let before = new Map<string, string>();

  return {
    look: async () => {
      const folder = current();
      if (folder === undefined) return [];
      const now = await states(folder);
      const settled = [...now].filter(([name, state]) => before.get(name) === state).map(([name]) => name);
      before = now;
      const results: ImportResult[] = [];
      for (const name of settled.toSorted()) {
        const result = await take(deps, folder, name);
        if (result) results.push(result);
      }
      return results;
    },
  };
}

/** Each file with its size and time of change. */
async function states(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !isDataFile(entry.name)) continue;
    const { size, mtimeMs } = await stat(join(folder, entry.name));
    found.set(entry.name, `${size} ${mtimeMs}`);
  }
  return found;
}

type Options = Pick<ImportRequest, 'via' | 'by' | 'source'>;

/** Imports one file and puts it away; undefined while another import runs: the file waits for a later look. */
export async function take(
  deps: ImportDeps,
  folder: string,
  name: string,
  options: Options = { via: 'folder', by: { name: 'folder' } },
): Promise<ImportResult | undefined> {
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    const result = await runImport(deps, { fileName: name, bytes: createReadStream(path), size, ...options });
    await putAway(folder, name, result);
    return result;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'import.running') return undefined;
    throw error;
  }
}

export async function putAway(folder: string, name: string, result: ImportResult): Promise<void> {
  const place = join(folder, result.status === 'completed' ? 'done' : 'failed');
  await mkdir(place, { recursive: true, mode: 0o700 });
  // The number of the run keeps the same name of two nights apart.
  const kept = join(place, `${result.runId}-${name}`);
  await rename(join(folder, name), kept);
  if (result.status === 'failed') {
    const { code, line, column, found } = result.failure;
    await writeFile(`${kept}.txt`, `${code} at line ${line}, column ${column}: ${found}\n`);
  }
}
