import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { type Account, serverAccount } from './account.ts';
import { type Binaries, findBinaries, program } from './binaries.ts';
import { type Cluster, makeFolder, openCluster, programEnvironment, SUPERUSER } from './cluster.ts';
import { keepOwnership, type Ownership } from './ownership.ts';
import { placeFor } from './place.ts';
import { findServer, runServer } from './server.ts';
import { serverSettings } from './settings.ts';

export interface EmbeddedPostgres {
  /** A connection address for `database`, the portal's own unless named. */
  url: (database?: string) => string;
  /** How we came by it: started it, or found it running (its portal was killed, or runs beside us). */
  how: 'started' | 'reused';
  /** Ends the server; does nothing when another process owns it. */
  stop: () => Promise<void>;
}

interface Options {
  /** Holds the database files, the password and the server's log. */
  folder: string;
  /** Overrides of the sensible settings. */
  settings?: Readonly<Record<string, string>>;
  /** Where to listen on loopback; any free port unless given. */
  port?: number;
  /** False for a server whose files need not outlive it. */
  durable?: boolean;
  /** `own`: be the one process that runs the server. `join`: use it beside its owner, or own it if nobody does. */
  as?: 'own' | 'join';
}

interface Place {
  folder: string;
  account: Account;
  binaries: Binaries;
  cluster: Cluster;
  settings: Readonly<Record<string, string>>;
}

const DATABASE = 'vaktmester';
const RETRY_MS = 500;
const run = promisify(execFile);

/** Runs a real PostgreSQL for this installation, with nothing to set up. Refuses with a `StartError`. */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { durable = true, as = 'own' } = options;
  const place = openPlace(options.folder, durable, options.settings);
  const { port, reused } = await serve(place, options.port);
  const address = (database: string) =>
    `postgres://${SUPERUSER}:${encodeURIComponent(place.cluster.password)}@127.0.0.1:${port}/${database}`;

  const ending = new AbortController();
  let ownership: Ownership | undefined;
  const own = async () => {
    ownership = await keepOwnership(address('postgres'), DATABASE, () => {
      if (!ending.signal.aborted) void recover();
    });
  };
  // The server went away under us: bring it back at the same address, for as long as it takes.
  const recover = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        const { port: again } = await serve(place, port);
        if (again === port) return await own();
      } catch (error) {
        log.error(error, 'The embedded database is gone and does not come back yet');
      }
      await delay(RETRY_MS);
    }
  };

  await own();
  if (!ownership && as === 'own') {
    throw new StartError(`The data folder ${options.folder} is in use by another running Vaktmester.`);
  }
  return {
    url: (database = DATABASE) => address(database),
    how: reused ? 'reused' : 'started',
    stop: async () => {
      if (!ownership || ending.signal.aborted) return;
      ending.abort();
      await ownership.release();
      await stopServer(place, durable);
    },
  };
}

function openPlace(wanted: string, durable: boolean, settings: Options['settings']): Place {
  const account = serverAccount(join(wanted, 'data'));
  const folder = placeFor(wanted, account);
  makeFolder(folder, account);
  const binaries = findBinaries(folder, account);
  const cluster = openCluster(folder, binaries, account, durable);
  return { folder, account, binaries, cluster, settings: { ...serverSettings(), ...settings } };
}

/** Finds the cluster's server running, or runs it. */
async function serve(place: Place, port?: number): Promise<{ port: number; reused: boolean }> {
  const running = await findServer(place.cluster.data);
  if (running) return { port: running.port, reused: true };
  try {
    const started = await runServer(place, port);
    return { port: started.port, reused: false };
  } catch (error) {
    const other = await findServer(place.cluster.data); // somebody else was faster
    if (other) return { port: other.port, reused: true };
    throw error;
  }
}

/** By PostgreSQL's own tool, which also ends a server that is no child of ours. */
async function stopServer({ binaries, cluster, account }: Place, durable: boolean): Promise<void> {
  if (!(await findServer(cluster.data))) return;
  const how = durable ? 'fast' : 'immediate';
  await run(program(binaries, 'pg_ctl'), ['stop', '-D', cluster.data, '-m', how, '-w', '-t', '120'], {
    ...account,
    env: programEnvironment(),
    cwd: cluster.data,
  });
}
