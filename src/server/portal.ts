import { mkdir } from 'node:fs/promises';

import type { FastifyInstance } from 'fastify';

import { bulkActs, endpoints } from './areas.ts';
import { startBackground } from './background.ts';
import { openBulk } from './bulk/bulk.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { encryptionKey } from './data-folder.ts';
import type { Db } from './db.ts';
import { openDemoClock } from './demo-clock.ts';
import { prepareDemo } from './demo/prepare.ts';
import { openDirectory } from './directories.ts';
import { openFederations } from './federations.ts';
import { createApp } from './http/app.ts';
import { importsDone } from './import/run.ts';
import { undoingsDone } from './journal/undo/undo.ts';
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
import { openVault as openPasswordVault } from './vault.ts';
import { openWebFilter, startSimulatedPoint } from './web-filter.ts';

export interface Portal {
  app: FastifyInstance;
  db: Db;
  /** The port it listens on, also where the configuration left the choice open. */
  port: number;
}

/**
 * Puts the house together, from the database up to the open door; closing it is left with `lifecycle`. What takes
 * long is told to `say`, a line at a time.
 */
export async function openPortal(
  config: Config,
  lifecycle: Lifecycle,
  say: (line: string) => void = () => {},
): Promise<Portal> {
  await requireFreePort('PORT', config.port, config.host);
  if (config.metricsPort !== undefined) {
    await requireFreePort('METRICS_PORT', config.metricsPort, config.metricsHost);
  }
  const secret = encryptionKey(config);

  const databases = await openDatabases(config, lifecycle);
  const listener = await openListener(databases.url);
  lifecycle.onStop('listener', listener.close);

  const { db } = databases.requests;
  const demoClock = config.demo ? await openDemoClock(db, listener) : undefined;
  const clock = demoClock ?? systemClock;
  const secure = config.publicUrl.startsWith('https:');
  const signIn = openSignIn({ db, clock, secret, secure });
  await signIn.standings.follow(listener);
  const { federations, mount } = openFederations(config, db);
  const bulk = openBulk({ db: databases.work.db, clock, acts: bulkActs });
  lifecycle.onStop('acts on many', bulk.stop);
  const directory = await openDirectory(config, databases.work);
  const pointSecrets = openPasswordVault(secret, 'enforcement point');
  const filtering = { db, clock, time: systemClock, vault: pointSecrets };
  const webFilter = await openWebFilter(filtering, listener, lifecycle);
  const services: Services = {
    clock,
    demoClock,
    pool: databases.work.pool,
    vault: openVault(secret),
    passwords: openPasswordVault(secret, 'account password'),
    examPasswords: openPasswordVault(secret, 'exam password'),
    pointSecrets,
    webFilter,
    signIn,
    federations,
    bulk,
    live: await openLive(listener),
    importFolder: config.importFolder,
    directory,
    demo: config.demo,
  };
  if (config.demo) {
    const { vault, examPasswords } = services;
    await prepareDemo({ ...databases.work, clock, vault, examPasswords, say });
    if (config.importFolder !== undefined) await mkdir(config.importFolder, { recursive: true });
    await startSimulatedPoint(db, webFilter, lifecycle);
  }
  lifecycle.onStop('imports', importsDone);
  lifecycle.onStop('undoings', undoingsDone);
  await startBackground(databases, { ...services, importFolder: config.importFolder, directory }, lifecycle);

  const app = await createApp(
    {
      db,
      services,
      secure,
      rateLimited: config.rateLimits,
      trustProxy: [...config.trustedProxies],
      identify: (request) => identify(signIn, request),
    },
    endpoints,
  );
  await mount(app);
  const pools = { requests: databases.requests.pool, work: databases.work.pool };
  await openMetrics(config, { pools, db }, lifecycle);
  lifecycle.onStop('HTTP server', () => app.close());
  return { app, db, port: await listen(app, config) };
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
