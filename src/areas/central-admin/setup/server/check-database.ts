/** Tries a PostgreSQL server as the portal would use it, in a transaction that is taken back. */
import { Client } from 'pg';

import type { Output } from '#kernel/contract.ts';

import { databaseChecks, type DatabaseServer, type setup } from '../contract.ts';

type Check = Output<typeof setup.testDatabase>['Items'][number];

const TIMEOUT_MS = 10_000;
const LEAST_VERSION = 160_000;

export function addressOf(server: DatabaseServer): string {
  const url = new URL('postgres://host');
  url.hostname = server.databaseHost;
  url.port = String(server.databasePort);
  url.username = encodeURIComponent(server.databaseUser);
  url.password = encodeURIComponent(server.databasePassword);
  url.pathname = `/${encodeURIComponent(server.databaseName)}`;
  return url.href;
}

type Attempt = (client: Client) => Promise<string | undefined>;

/** Each answers why it is not as it must be, undefined when it is. */
const attempts: Record<Check['name'], Attempt> = {
  connect: async (client) => {
    await client.connect();
    return undefined;
  },
  version: async (client) => {
    const [version, number] = await one(
      client,
      `select current_setting('server_version'), current_setting('server_version_num')`,
    );
    return Number(number) >= LEAST_VERSION ? undefined : version;
  },
  encoding: async (client) => {
    const [encoding] = await one(
      client,
      'select pg_encoding_to_char(encoding) from pg_database where datname = current_database()',
    );
    return encoding === 'UTF8' ? undefined : encoding;
  },
  create: async (client) => {
    await client.query('begin');
    try {
      await client.query('create schema vaktmester_test');
      await client.query('create table vaktmester_test.t (n int)');
      await client.query(`create collation vaktmester_test.c (provider = icu, locale = 'nb')`);
      return undefined;
    } finally {
      await client.query('rollback');
    }
  },
  empty: async (client) => {
    const [tables] = await one(
      client,
      `select count(*)::text from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    return tables === '0' ? undefined : `${tables} tables`;
  },
};

export async function checkDatabase(server: DatabaseServer): Promise<Check[]> {
  const client = new Client({ connectionString: addressOf(server), connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => {}); // the call that waits is rejected too
  const checks: Check[] = [];
  try {
    for (const name of databaseChecks) {
      const said = await attempt(() => attempts[name](client));
      checks.push({ name, outcome: said === undefined ? 'ok' : 'failed', said: said ?? null });
      if (said !== undefined) break;
    }
  } finally {
    await client.end().catch(() => {});
  }
  const tried = new Set(checks.map(({ name }) => name));
  const rest = databaseChecks.filter((name) => !tried.has(name));
  return [...checks, ...rest.map((name) => ({ name, outcome: 'skipped' as const, said: null }))];
}

async function attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    const [first] = error instanceof AggregateError ? error.errors : [error];
    return first instanceof Error ? first.message : String(first);
  }
}

async function one(client: Client, query: string): Promise<string[]> {
  const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' });
  return rows[0] ?? [];
}
