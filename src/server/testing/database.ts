import { randomBytes } from 'node:crypto';

import { afterAll, inject } from 'vitest';

import { connect, type Database, type DatabaseOptions } from '../db.ts';
import { addressOf, onServer } from './server-address.ts';

/** How a test file finds the run's server; provided by `postgres-setup.ts`. */
export interface TestServer {
  /** Address of the server's `postgres` database. */
  url: string;
  /** A migrated database to copy. */
  template: string;
  /** Why there is no such database. */
  failure?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

/**
 * A migrated database of the test file's own, dropped when the file is done. Call it at the top of the file or in
 * `beforeAll`; it takes some 60 ms.
 */
export async function testDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const { url, template, failure } = inject('postgres');
  if (failure !== undefined) throw new Error(failure);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(url, `create database ${name} template ${template} strategy file_copy`);
  const database = connect({ connections: 5, ...options, url: addressOf(url, name) });
  afterAll(async () => {
    if (!database.pool.ended) await database.end();
    await onServer(url, `drop database ${name} with (force)`);
  });
  return database;
}

/** An empty database without the schema, for tests of the database layer itself. */
export async function emptyDatabase(): Promise<string> {
  const { url } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(url, `create database ${name}`);
  afterAll(() => onServer(url, `drop database ${name} with (force)`));
  return addressOf(url, name);
}
