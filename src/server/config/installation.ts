/**
 * A portal of one's own, begun by `npm start -- --own` without any environment variable. Its data folder has a file that
 * says so, and where its database is; every command finds it again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { readKey } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { openVault } from '../vault.ts';
type Environment = Readonly<Record<string, string | undefined>>;

const OWN_FOLDER = './portal';
const FILE = 'installation.json';
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

const Installation = z.object({
  /** Encrypted by the key in the same folder; missing = the embedded database. */
  databaseUrl: z.base64().optional(),
});
type Installation = z.output<typeof Installation>;

/** What the installation says in place of the environment, by the names of the settings; empty = there is none. */
export function installationSettings(environment: Environment): Environment {
  const folder = folderOf(environment);
  const found = folder === undefined ? undefined : read(folder);
  if (folder === undefined || found === undefined) return {};
  const { databaseUrl: cipher } = found;
  return {
    VAKTMESTER_DATA: folder,
    DEMO: 'false',
    ...(cipher !== undefined && {
      DATABASE_URL: openVault(readKey(join(folder, 'encryption-key')), 'kept secret').decrypt(
        Buffer.from(cipher, 'base64'),
      ),
    }),
  };
}

/** The folder that a given one names, else the own one as soon as it is there. The demo is asked for by `DEMO=true`. */
function folderOf({ VAKTMESTER_DATA: given, DEMO: demo }: Environment): string | undefined {
  if (given) return given;
  return demo === 'true' ? undefined : OWN_FOLDER;
}

/** Marks the data folder as a portal of one's own, and makes it where it is not there. */
export function beginInstallation(environment: Environment): void {
  if (environment['DEMO'] === 'true') throw new StartError('--own and DEMO=true contradict each other.', 2);
  const folder = environment['VAKTMESTER_DATA'] || OWN_FOLDER;
  if (read(folder)) return;
  if (existsSync(join(folder, 'postgres', 'data'))) {
    throw new StartError(
      `${folder} holds the data of a portal already, perhaps the demo. Name another folder by VAKTMESTER_DATA.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  write(folder, {});
}

/** The folder of a portal begun with `--own`; undefined = there is none. */
export const installationFolder = (environment: Environment): string | undefined =>
  installationSettings(environment)['VAKTMESTER_DATA'];

/** From the next start on the portal uses this server instead of the embedded database. */
export function writeDatabaseUrl(folder: string, url: string): void {
  const cipher = openVault(readKey(join(folder, 'encryption-key')), 'kept secret').encrypt(url);
  write(folder, { databaseUrl: cipher.toString('base64') });
}

function read(folder: string): Installation | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  try {
    return Installation.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new StartError(`${file} cannot be read. Restore it from a backup.`, 1, { cause });
  }
}

const write = (folder: string, installation: Installation): void =>
  writeFileSync(join(folder, FILE), `${JSON.stringify(installation, undefined, 2)}\n`, { mode: OWNER_ONLY });
