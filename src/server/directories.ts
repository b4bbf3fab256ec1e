import { readFileSync } from 'node:fs';

import type { Directory } from '#connectors/directory/port.ts';
import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';

import type { Config } from './config.ts';
import type { Database } from './db.ts';
import { StartError, WRONG_SETTING } from './start-error.ts';

type DirectoryConfig = Pick<
  Config,
  | 'directoryUrl'
  | 'directoryUser'
  | 'directoryPassword'
  | 'directoryBase'
  | 'directoryCa'
  | 'directoryUserDomain'
  | 'demo'
>;

/** The directory the installation is configured with, else the simulated one of a demo, else none. */
export async function openDirectory(
  config: DirectoryConfig,
  { pool }: Pick<Database, 'pool'>,
): Promise<Directory | undefined> {
  const { directoryUrl: url, directoryUser: user, directoryPassword: password, directoryBase: base } = config;
  if (url === undefined || user === undefined || password === undefined || base === undefined) {
    return config.demo ? openSimulatedDirectory(pool) : undefined;
  }
  const ca = config.directoryCa === undefined ? undefined : readCertificate(config.directoryCa);
  // Who has no such directory does not wait for what speaks with it.
  const { openActiveDirectory } = await import('#connectors/directory/ad/directory.ts');
  return openActiveDirectory({ url, user, password, base, ca, userDomain: config.directoryUserDomain });
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new StartError(`DIRECTORY_CA names ${file}, which cannot be read (${code}).`, WRONG_SETTING, {
      cause,
    });
  }
}
