import { readFileSync } from 'node:fs';

import type { Directory } from '#connectors/directory/port.ts';
import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';

import type { Config } from './config.ts';
import type { Connections } from './connections/live.ts';
import type { Database } from './db.ts';
import { type Lifecycle, openLifecycle } from './lifecycle.ts';
import { type ReconcileDeps, startReconciling } from './reconcile/start.ts';
import { tryAtOnce } from './reconcile/state.ts';
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

interface KeptDirectory {
  /** The one in use; undefined = there is none. */
  readonly directory: Directory | undefined;
}

/** Keeps the directory as the portal wants it, and goes over to another one as soon as its settings change. */
export async function keepDirectory(
  connections: Connections,
  means: ReconcileDeps & Pick<Database, 'pool'>,
  lifecycle: Lifecycle,
): Promise<KeptDirectory> {
  let work = openLifecycle();
  let directory = await openDirectory(connections.current(), means);
  startReconciling(means, directory, work);
  lifecycle.onStop('directory', () => work.stop());
  connections.onChange('directory', async () => {
    await work.stop();
    work = openLifecycle();
    directory = undefined;
    try {
      directory = await openDirectory(connections.current(), means);
      await tryAtOnce(means.db);
    } finally {
      startReconciling(means, directory, work);
    }
  });
  return {
    get directory() {
      return directory;
    },
  };
}

/** The directory the portal is connected to, else the simulated one of a demo, else none. */
async function openDirectory(
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

/** As written on the screen, or in the file that the environment names. */
function readCertificate(file: string): string {
  if (file.includes('-----BEGIN CERTIFICATE-----')) return file;
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new StartError(`DIRECTORY_CA names ${file}, which cannot be read (${code}).`, WRONG_SETTING, {
      cause,
    });
  }
}
