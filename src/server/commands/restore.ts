/** `npm run restore -- FOLDER [--key FILE]`: into a fresh data folder, or into an empty database at `DATABASE_URL`. */
import { existsSync } from 'node:fs';

import { readBackup, requireKey, restoreBackup } from '#server/backup/restore-backup.ts';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config/read.ts';
import { keepKey, keyFile, postgresFolder, readKey } from '#server/data-folder.ts';
import { runMain } from '#server/lifecycle.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import { StartError } from '#server/start-error.ts';

import { readFolderAndKey } from './folder-and-key.ts';

const USAGE = 'Usage: npm run restore -- FOLDER [--key FILE]';

function keyFor(config: Config, file: string | undefined): Buffer {
  if (config.encryptionKey) return config.encryptionKey;
  if (file === undefined) {
    throw new StartError(`The key of the backup is needed: --key FILE, or ENCRYPTION_KEY.\n${USAGE}`, 2);
  }
  return readKey(file);
}

await runMain(async (lifecycle) => {
  const { folder, key: file } = readFolderAndKey(USAGE);
  const config = readConfig(process.env);
  const key = keyFor(config, file);
  const started = performance.now();
  const manifest = await readBackup(folder);
  requireKey(manifest, key);

  let url = config.databaseUrl;
  if (url === undefined) {
    if (existsSync(postgresFolder(config)) || existsSync(keyFile(config))) {
      throw new StartError(
        `The data folder ${config.data} is in use: name a new one with VAKTMESTER_DATA.`,
        2,
      );
    }
    if (!config.encryptionKey) keepKey(config, key);
    const server = await startPostgres({ folder: postgresFolder(config) });
    lifecycle.onStop('embedded database', server.stop);
    url = server.url();
  }
  const { findings, operations, changes } = await restoreBackup(url, folder, manifest);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `${rows} rows of ${manifest.madeAt} are back (${seconds} s). Everybody signs in again.\n` +
      `The journal has ${operations} operations with ${changes} changes.\n`,
  );
  for (const { kind, text } of findings) process.stdout.write(`${kind}: ${text}\n`);
  process.stdout.write(
    findings.length === 0
      ? 'The journal is untouched.\n'
      : 'The journal was touched before the backup was made.\n',
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
  await lifecycle.stop();
});
