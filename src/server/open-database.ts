import { setTimeout as delay } from 'node:timers/promises';

import { limits } from '#kernel/limits.ts';

import type { Config } from './config.ts';
import { postgresFolder } from './data-folder.ts';
import { connect, type Database } from './db.ts';
import type { Lifecycle } from './lifecycle.ts';
import { migrate } from './migrate.ts';
import { startPostgres } from './postgres/embedded.ts';
import { isDatabaseLost } from './postgres/lost.ts';
import { StartError } from './start-error.ts';

/** The migrated database, by three ways that do not wait for each other. */
export interface Databases {
  url: string;
  /** For requests: a statement that takes longer than a caller waits is given up (specification §7). */
  requests: Database;
  /** For requests whose cost grows with the owner: files, undo, acts on many. */
  heavy: Database;
  /** For jobs, imports and commands: as long as it takes. */
  work: Database;
}

const WORK_CONNECTIONS = 6;
/** Few, since each may keep a processor of the database busy. One person has half of them at most (`http/load.ts`). */
const HEAVY_CONNECTIONS = 4;
/** Heavy requests wait for each other and run half the time each that a caller waits who asked for something long. */
const HEAVY_MS = limits.extendedTimeoutMs / 2;
/** A server started at the same moment as we are, by the same machine's start, is given this long. */
const PATIENCE_MS = 15_000;
const RETRY_MS = 500;

/**
 * Reaches the configured server or runs the embedded one, and migrates. `as: 'join'` lets a command work beside a
 * running portal on the same embedded database.
 */
export async function openDatabases(
  config: Pick<Config, 'databaseUrl' | 'data' | 'databaseConnections'>,
  lifecycle: Lifecycle,
  as: 'own' | 'join' = 'own',
): Promise<Databases> {
  const url = config.databaseUrl ?? (await embedded(config, lifecycle, as));
  await migrateWhenReachable(url);
  const requests = connect({
    url,
    connections: config.databaseConnections,
    statementTimeoutMs: limits.timeoutMs / 2,
  });
  const heavy = connect({
    url,
    connections: HEAVY_CONNECTIONS,
    statementTimeoutMs: HEAVY_MS,
    connectTimeoutMs: HEAVY_MS,
    applicationName: 'vaktmester heavy',
  });
  const work = connect({
    url,
    connections: WORK_CONNECTIONS,
    statementTimeoutMs: 0,
    applicationName: 'vaktmester work',
  });
  lifecycle.onStop('database connections', async () => {
    await Promise.all([requests.end(), heavy.end(), work.end()]);
  });
  return { url, requests, heavy, work };
}

async function embedded(
  config: Pick<Config, 'data'>,
  lifecycle: Lifecycle,
  as: 'own' | 'join',
): Promise<string> {
  const server = await startPostgres({ folder: postgresFolder(config), as });
  lifecycle.onStop('embedded database', server.stop);
  return server.url();
}

async function migrateWhenReachable(url: string): Promise<void> {
  const limit = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await migrate(url);
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      const why = reason(error);
      if (!isDatabaseLost(error))
        throw new StartError(`The database refuses us: ${why}`, 1, { cause: error });
      if (performance.now() > limit) {
        throw new StartError(`The database cannot be reached: ${why}`, 1, { cause: error });
      }
    }
    await delay(RETRY_MS);
  }
}

/** A host with several addresses fails with one error per address, and an empty message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
