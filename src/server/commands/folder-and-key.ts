/** What the commands of a backup are told: `FOLDER [--key FILE]`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { StartError } from '#server/start-error.ts';

interface FolderAndKey {
  folder: string;
  key: string | undefined;
}

/** Whole paths. Ends the command with what is wrong and how it is used. */
export function readFolderAndKey(usage: string): FolderAndKey {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' } },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new StartError(usage, 2);
    return { folder: resolve(folder), key: values.key === undefined ? undefined : resolve(values.key) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2);
  }
}
