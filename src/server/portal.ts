import { chmod, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { bulkActs, endpoints } from './areas.ts';
import { startBackground } from './background.ts';
import { openBulk } from './bulk/bulk.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { openConnections } from './connections/live.ts';
import { encryptionKey } from './data-folder.ts';
import type { Db } from './db.ts';
import { openDemoClock } from './demo-clock.ts';
import { prepareDemo } from './demo/prepare.ts';
import { keepDirectory } from './directories.ts';
import { openFederations } from './federations.ts';
import { createApp } from './http/app.ts';
import { moveSourceSecrets } from './import/moved-secrets.ts';
import { importsDone } from './import/run.ts';
import { undoingsDone } from './journal/undo/undo.ts';
import { openKeptSecrets } from './kept-secrets.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openMetrics } from './metrics.ts';
import { openVault } from './national-number.ts';
import { openDatabases } from './open-database.ts';
import { openLive } from './operations/live.ts';
import { portError, requireFreePort } from './ports.ts';
import { openListener } from './postgres/listener.ts';
import type { Services } from './services.ts';
import { identify } from './session/identify.ts';
import { openSignIn } from './session/sign-in.ts';
import { openSetup, type Setup, writeSetupCode } from './setup.ts';
import { undoRules } from './undo-rules.ts';
import { openVault as openPasswordVault, portalIdOf } from './vault.ts';
import { openWebFilter, startSimulatedPoint } from './web-filter.ts';

export interface Portal {
  app: FastifyInstance;
  db: Db;
  /** The port it listens on, also where the configuration left the choice open. */
  port: number;
  publicUrl: string;
  /** What the first visitor must know; undefined when somebody administers the portal. */
  firstVisit: { code: string; file: string | undefined } | undefined;
}

interface PortalOptions {
  /** Hears what takes long, a line at a time. */
  say?: (line: string) => void;
  /** Closes this portal and opens it again. */
  restart?: (() => void) | undefined;
  /** Keeps the address of a database server that the next start uses. */
  keepServer?: ((url: string) => void) | undefined;
}

/** Puts the portal together, from the database up to the open port. `lifecycle` closes it. */
export async function openPortal(
  config: Config,
  lifecycle: Lifecycle,
  options: PortalOptions = {},
): Promise<Portal> {
  const { say = () => {} } = options;
  await requireFreePort('PORT', config.port, config.host);
  if (config.metricsPort !== undefined) {
    await requireFreePort('METRICS_PORT', config.metricsPort, config.metricsHost);
  }
  const secret = encryptionKey(config);

  const databases = await openDatabases(config, lifecycle);
  const listener = await openListener(databases.url);
  lifecycle.onStop('listener', listener.close);

  const { db } = databases.requests;
  const keptSecrets = openKeptSecrets(secret);
  const connections = await openConnections(config, db, keptSecrets, listener);
  const demoClock = config.demo ? await openDemoClock(db, listener) : undefined;
  const clock = demoClock ?? systemClock;
  const { publicUrl, trustedProxies } = connections.current();
  const secure = publicUrl.startsWith('https:');
  const signIn = openSignIn({ db, clock, secret, secure });
  await signIn.standings.follow(listener);
  const { federations, mount } = openFederations(connections, db);
  const bulk = openBulk({ db: databases.work.db, clock, acts: bulkActs });
  lifecycle.onStop('acts on many', bulk.stop);
  const pointSecrets = openPasswordVault(secret, 'enforcement point');
  const filtering = { db, clock, time: systemClock, vault: pointSecrets };
  const webFilter = await openWebFilter(filtering, listener, lifecycle);
  const passwords = openPasswordVault(secret, 'account password');
  const examPasswords = openPasswordVault(secret, 'exam password');
  const setup = openSetup(secret);
  let directories: Awaited<ReturnType<typeof keepDirectory>> | undefined;
  const services: Services = {
    clock,
    demoClock,
    pool: databases.work.pool,
    vault: openVault(secret),
    passwords,
    examPasswords,
    pointSecrets,
    webFilter,
    signIn,
    federations,
    bulk,
    undoRules,
    live: await openLive(listener),
    portalId: portalIdOf(secret),
    setup,
    restart: options.restart,
    keepServer: options.keepServer,
    keptSecrets,
    connections,
    get importFolder() {
      return connections.current().importFolder;
    },
    get directory() {
      return directories?.directory;
    },
    demo: config.demo,
  };
  if (config.demo) {
    await prepareDemo({ ...databases.work, clock, vault: services.vault, examPasswords, say });
    const { importFolder } = services;
    if (importFolder !== undefined) await makeFolder(config, importFolder);
    await startSimulatedPoint(db, webFilter, lifecycle);
  }
  lifecycle.onStop('imports', importsDone);
  lifecycle.onStop('undoings', undoingsDone);
  const importFolder = () => services.importFolder;
  const { vault } = services;
  await moveSourceSecrets(db, {
    vault: openPasswordVault(secret, 'data source'),
    keptSecrets,
    now: clock.now(),
  });
  await startBackground(
    databases,
    { clock, vault, bulk, importFolder, examPasswords, keptSecrets },
    lifecycle,
  );
  const reconciled = { ...databases.work, clock, passwords, examPasswords };
  directories = await keepDirectory(connections, reconciled, lifecycle);

  const app = await createApp(
    {
      db,
      heavyDb: databases.heavy.db,
      services,
      secure,
      rateLimited: config.rateLimits,
      trustProxy: [...trustedProxies],
      identify: (request) => identify(signIn, request),
    },
    endpoints,
  );
  await mount(app);
  const pools = {
    requests: databases.requests.pool,
    heavy: databases.heavy.pool,
    work: databases.work.pool,
  };
  await openMetrics(config, { pools, db }, lifecycle);
  lifecycle.onStop('HTTP server', () => app.close());
  const port = await listen(app, config);
  return { app, db, port, publicUrl, firstVisit: await firstVisit(config, db, setup) };
}

/** The code of the first visit, and the file it stands in too; undefined when the portal has its administrators. */
async function firstVisit(
  { demo, data, given }: Config,
  db: Db,
  setup: Setup,
): Promise<{ code: string; file: string | undefined } | undefined> {
  if (demo || !(await setup.isOpen(db))) return undefined;
  // With a server and a key of its own, a node may have no data folder.
  const file = !given.has('databaseUrl') ? await writeSetupCode(data, setup.code) : undefined;
  return { code: setup.code, file };
}

/** Files of people lie there: nobody else on the machine reads them, also where an older version made the folder. */
async function makeFolder({ data }: Config, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder somewhere else is the operator's own, who lets the system in that leaves files there.
  if (dirname(resolve(folder)) === resolve(data)) await chmod(folder, 0o700);
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<number> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw portError('PORT', port, host, error);
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}
