import { CamelCasePlugin, type Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import QueryStream from 'pg-query-stream';

import { log } from './log.ts';
import { withNamedStatements } from './postgres/named-statements.ts';
import { OneConnectionKysely, OneConnectionPool } from './postgres/one-connection.ts';
import { values } from './postgres/values.ts';
import type { DB } from './tables.gen.ts';

export { isDatabaseLost, isGivenUp } from './postgres/lost.ts';

/** The typed query builder over the migrated schema; a transaction is one too. */
export type Db = Kysely<DB>;

export interface Database {
  db: Db;
  /** Plain connections, for what the builder cannot say: COPY, LISTEN, a session's own settings. */
  pool: Pool;
  url: string;
  /** Waits for connections in use to come back, then closes all. */
  end: () => Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** What the server's own views call us. */
  applicationName?: string;
  /** Most connections at a time; 10 unless given. */
  connections?: number;
  /** The longest a statement may take; 30 s unless given (specification §7), 0 for no limit (imports). */
  statementTimeoutMs?: number;
  /** The longest a caller waits for a connection; 5 s unless given. */
  connectTimeoutMs?: number;
}

/** On top of the server's own limit: it answers by itself as long as it can, and only a dead network gets here. */
const NETWORK_MARGIN_MS = 5_000;
const HOUR_S = 3_600;

/** Opens a pool; no connection is made before the first statement. */
export function connect(from: string | DatabaseOptions): Database {
  const options = typeof from === 'string' ? { url: from } : from;
  const limit = options.statementTimeoutMs ?? 30_000;
  const pool = new OneConnectionPool({
    connectionString: options.url,
    application_name: options.applicationName ?? 'vaktmester',
    max: options.connections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    // Plans kept by name, and memory, end with the connection.
    maxLifetimeSeconds: HOUR_S,
    keepAlive: true,
    statement_timeout: limit,
    types: values,
    ...(limit > 0 && { query_timeout: limit + NETWORK_MARGIN_MS }),
  });
  // An idle connection that breaks belongs to nobody; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'A database connection was lost'));

  return { db: queriesBy(pool), pool, url: options.url, end: () => pool.end() };
}

/** The query builder by the connections of a pool. */
export function queriesBy(pool: Pool): Db {
  return new OneConnectionKysely<DB>({
    dialect: new PostgresDialect({ pool: withNamedStatements(pool), cursor: Cursor }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** Lets `db.….stream()` read a long answer in portions: the cursor inside the stream package is what Kysely wants. */
class Cursor<T> {
  constructor(sql: string, parameters: unknown[]) {
    return new QueryStream(sql, parameters).cursor;
  }
  declare read: (rows: number) => Promise<T[]>;
  declare close: () => Promise<void>;
}
