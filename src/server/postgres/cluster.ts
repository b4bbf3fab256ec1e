import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { StartError } from '../start-error.ts';
import { type Account, giveTo } from './account.ts';
import { type Binaries, program } from './binaries.ts';

/** The database files, and the password only their owner can read. */
export interface Cluster {
  data: string;
  password: string;
}

export const SUPERUSER = 'vaktmester';

/** The environment of the server's programs: nothing of the operator's own PostgreSQL settings may leak in. */
export const programEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  SYSTEMROOT: process.env['SYSTEMROOT'],
  TMPDIR: process.env['TMPDIR'],
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Opens the database files in `folder`, making them on the first start. */
export function openCluster(folder: string, binaries: Binaries, account: Account, durable: boolean): Cluster {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  if (!existsSync(data)) create(folder, binaries, account, durable);
  checkVersion(data, binaries);
  // The server refuses files that others can read, which is how some restore tools leave them.
  if (process.platform !== 'win32' && (statSync(data).mode & 0o077) !== 0) chmodSync(data, 0o700);
  try {
    return { data, password: readFileSync(passwordFile, 'utf8').trim() };
  } catch (error) {
    throw new StartError(
      `The data folder is broken: ${passwordFile} cannot be read. Restore it from a backup.`,
      1,
      {
        cause: error,
      },
    );
  }
}

function checkVersion(data: string, binaries: Binaries): void {
  const versionFile = join(data, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '';
  if (!/^\d+$/.test(version)) {
    throw new StartError(
      `The data folder is broken: ${data} holds no PostgreSQL database (PG_VERSION is missing or damaged). ` +
        'Restore it from a backup, or move it away to start anew.',
    );
  }
  if (Number(version) !== binaries.major) {
    throw new StartError(
      `The database in ${data} was made by PostgreSQL ${version}, but this is PostgreSQL ${binaries.major}: ` +
        'move it over as docs/operations.md says (upgrade of PostgreSQL).',
    );
  }
}

/** Made beside its final place and then renamed: a start cut short leaves nothing that looks like a database. */
function create(folder: string, binaries: Binaries, account: Account, durable: boolean): void {
  const unfinished = join(folder, 'data.unfinished');
  const passwordFile = join(folder, 'password');
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  giveTo(account, passwordFile);
  const result = spawnSync(
    program(binaries, 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      ...localeOptions(binaries),
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, env: programEnvironment(), cwd: folder, encoding: 'utf8' },
  );
  if (result.status !== 0) {
    const reason = (result.stderr || result.error?.message || '').trim().split('\n').at(-1) ?? '';
    throw new StartError(`The database in ${folder} could not be made: ${reason}`);
  }
  renameSync(unfinished, join(folder, 'data'));
}

/** Unicode without the machine's own locales, which differ and change; Norwegian order is a collation of ours. */
function localeOptions({ major }: Binaries): string[] {
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

/** Makes the folder, private to the account that runs the server. */
export function makeFolder(folder: string, account: Account): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    giveTo(account, folder);
    chmodSync(folder, 0o700);
    readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder ${folder} cannot be used: ${reason}`, 1, { cause: error });
  }
}
