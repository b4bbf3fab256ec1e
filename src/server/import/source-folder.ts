/** The folders of data sources. They lie below the installation's import folder, so that nobody reads elsewhere. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isDataFile } from './data-file.ts';

export interface FoundFile {
  name: string;
  size: number;
  changedAt: Date;
}

/** Undefined when there is no such folder, or none the portal may read. The oldest file first. */
export async function filesIn(folder: string): Promise<FoundFile[] | undefined> {
  try {
    const found: FoundFile[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile() || !isDataFile(entry.name)) continue;
      const { size, mtime } = await stat(join(folder, entry.name));
      found.push({ name: entry.name, size, changedAt: mtime });
    }
    return found.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  } catch {
    return undefined;
  }
}

/** Real time, as the files' is: whoever is still writing does so within this. */
const SETTLED_MS = 10_000;

export const isSettled = ({ changedAt }: FoundFile): boolean =>
  Date.now() - changedAt.getTime() >= SETTLED_MS;
