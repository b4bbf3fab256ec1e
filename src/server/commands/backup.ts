/** `npm run backup -- FOLDER [--key FILE]`: beside a running portal, or without one. */
import { copyFile, chmod, constants, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';

import { writeBackup } from '#server/backup/write-backup.ts';
import { readConfig } from '#server/config/read.ts';
import { encryptionKey, keyFile } from '#server/data-folder.ts';
import { runMain } from '#server/lifecycle.ts';
import { marked } from '#server/marks.ts';
import { openDatabases } from '#server/open-database.ts';
import { StartError } from '#server/start-error.ts';

import { readFolderAndKey } from './folder-and-key.ts';

const USAGE = 'Usage: npm run backup -- FOLDER [--key FILE]';

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

await runMain(async (lifecycle) => {
  const { folder, key } = readFolderAndKey(USAGE);
  const config = readConfig(process.env);
  if (await isThere(folder)) throw new StartError(`${folder} is there already: name a new folder.`, 2);
  const isInside = key !== undefined && !relative(folder, key).startsWith(`..${sep}`);
  if (isInside) throw new StartError('The key must not lie with the data: name a file in another place.', 2);
  if (key !== undefined && config.encryptionKey) {
    throw new StartError('The key is a setting (ENCRYPTION_KEY), not a file: keep a copy of the setting.', 2);
  }
  const started = performance.now();
  const secret = encryptionKey(config);
  const { url, work } = await openDatabases(config, lifecycle, 'join');
  const { tables, journalHead } = await marked(
    work.db,
    'backup',
    () => writeBackup(url, folder, secret),
    ({ tables: written }) => ({
      rows: written.reduce((sum, table) => sum + table.rows, 0),
      seconds: Math.round((performance.now() - started) / 100) / 10,
    }),
  );
  if (key !== undefined) {
    await copyFile(keyFile(config), key, constants.COPYFILE_EXCL);
    await chmod(key, 0o600);
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${tables.length} tables with ${rows} rows are in ${folder} (${seconds} s).\n` +
      `Head of the journal: ${journalHead ?? 'none yet'}. Note it in another place.\n` +
      (key === undefined
        ? 'The key is not among them. Without it national numbers are unreadable: keep a copy in another place.\n'
        : `The key is in ${key}. Move it to another place than the data.\n`),
  );
  await lifecycle.stop();
});
