/**
 * `npm run test-restore -- FOLDER [--key FILE]`: restores a backup into a database of its own beside the portal, verifies
 * it and throws it away. The portal's keepers see when it last worked.
 */
import { testRestore } from '#server/backup/test-restore.ts';
import { readConfig } from '#server/config/read.ts';
import { encryptionKey, readKey } from '#server/data-folder.ts';
import { runMain } from '#server/lifecycle.ts';
import { marked } from '#server/marks.ts';
import { openDatabases } from '#server/open-database.ts';

import { readFolderAndKey } from './folder-and-key.ts';

const USAGE = 'Usage: npm run test-restore -- FOLDER [--key FILE]';

await runMain(async (lifecycle) => {
  const { folder, key: file } = readFolderAndKey(USAGE);
  const config = readConfig(process.env);
  // The copy of the key that lies apart is tried out with it, where it is named.
  const key = file === undefined ? encryptionKey(config) : readKey(file);
  const { work } = await openDatabases(config, lifecycle, 'join');
  const { manifest, report, rows, seconds } = await marked(
    work.db,
    'restore-test',
    () => testRestore(folder, key),
    (tried) => ({ rows: tried.rows, seconds: tried.seconds, madeAt: tried.manifest.madeAt }),
  );
  process.stdout.write(
    `The backup of ${manifest.madeAt} can be restored: ${rows} rows (${seconds} s), ` +
      `${report.operations} operations, and the journal is untouched. Nothing of it was kept.\n`,
  );
  await lifecycle.stop();
});
