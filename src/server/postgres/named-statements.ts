import { createHash } from 'node:crypto';

import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

import { isDatabaseLost } from './lost.ts';

/** Plans are kept per connection on the server, so their number must have an end whatever SQL is composed. */
const MOST_NAMES = 1_000;
const LONGEST_SQL = 16_384;

const seen = new Set<string>();
const names = new Map<string, string>();

/**
 * Begins a statement that is planned anew for the values of each asking. A kept plan suits all values alike: among a
 * million people it took 5.7 s to find `nora`, where the plan for `nora` took 0.2 s.
 */
export const FOR_ITS_VALUES = '/* planned for its values */';

/**
 * The name under which the server keeps the plan of `sql`, from its second use on: an import's or a test's unique
 * statement is not worth a plan. Reusing plans gave 50–75 % more statements per second.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (sql.length > LONGEST_SQL || names.size >= MOST_NAMES) return undefined;
  if (sql.trimStart().startsWith(FOR_ITS_VALUES)) return undefined;
  if (!seen.has(sql)) {
    if (seen.size >= MOST_NAMES * 4) seen.clear();
    seen.add(sql);
    return undefined;
  }
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
  names.set(sql, name);
  seen.delete(sql);
  return name;
}

/** PostgreSQL refuses a kept plan whose table got other columns since; only a new connection forgets it. */
const isStalePlan = (error: unknown) =>
  error instanceof Error && error.message === 'cached plan must not change result type';

/** The pool as Kysely sees it: statements are named, and a connection that failed is not handed out again. */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client);
      if (known) return known;
      const made = wrap(client);
      wrapped.set(client, made);
      return made;
    },
  };
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
  let broken = false;

  async function run(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    // Without parameters it may be several statements, or `commit`: the simple protocol takes those.
    const name = parameters.length > 0 ? statementName(sql) : undefined;
    try {
      const query = { text: sql, values: [...parameters] };
      return await client.query(name === undefined ? query : { ...query, name });
    } catch (error) {
      broken ||= isDatabaseLost(error) || isStalePlan(error);
      throw error;
    }
  }

  // oxlint-disable-next-line no-unsafe-type-assertion -- the driver's answer to either kind of call
  const query = ((statement: string | pg.Submittable, parameters: readonly unknown[]) =>
    typeof statement === 'string'
      ? run(statement, parameters)
      : client.query(statement)) as PostgresPoolClient['query'];
  return { query, release: (destroy) => client.release(destroy === true || broken) };
}
