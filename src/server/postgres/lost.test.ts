import { createServer, type Server } from 'node:net';

import { Client, DatabaseError, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../db.ts';
import { emptyDatabase } from '../testing/database.ts';
import { isDatabaseLost } from './lost.ts';

const url = await emptyDatabase();

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error,
  );

describe('a lost database', () => {
  it('is one that refuses the connection', async () => {
    const closed = await freePort();
    const pool = new Pool({ connectionString: `postgres://a:b@127.0.0.1:${closed}/c` });
    expect(isDatabaseLost(await errorOf(pool.query('select 1')))).toBe(true);
    await pool.end();
  });

  it('is one that takes the connection and says nothing', async () => {
    const silent = await silentServer();
    const pool = new Pool({
      connectionString: `postgres://a:b@127.0.0.1:${portOf(silent)}/c`,
      connectionTimeoutMillis: 50,
    });
    expect(isDatabaseLost(await errorOf(pool.query('select 1')))).toBe(true);
    await pool.end();
    silent.close();
  });

  it('is one whose administrator ended the session under us', async () => {
    const [victim, admin] = [new Client(url), new Client(url)];
    victim.on('error', () => {});
    await Promise.all([victim.connect(), admin.connect()]);
    const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid');
    const waiting = errorOf(victim.query('select pg_sleep(30)'));
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(isDatabaseLost(await waiting)).toBe(true);
    await admin.end();
  });

  it('is a primary that became a standby', async () => {
    const client = new Client(url);
    await client.connect();
    await client.query('set default_transaction_read_only = on');
    expect(isDatabaseLost(await errorOf(client.query('create table never (id int)')))).toBe(true);
    await client.end();
  });

  it('is found behind an error that wraps it', () => {
    const gone = Object.assign(new DatabaseError('gone', 4, 'error'), { code: '57P01' });
    expect(isDatabaseLost(new Error('could not save', { cause: gone }))).toBe(true);
    expect(
      isDatabaseLost(new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })])),
    ).toBe(true);
  });
});

describe('a database that answers', () => {
  const database = connect({ url, statementTimeoutMs: 50 });
  beforeAll(() => database.pool.query('create table once (id int primary key)'));
  afterAll(() => database.end());

  it.each([
    ['a mistake in the statement', 'select nothing from nowhere'],
    ['a broken rule of the schema', 'insert into once values (1), (1)'],
    ['a statement that takes too long', 'select pg_sleep(5)'],
  ])('is not lost: %s', async (_, statement) => {
    expect(isDatabaseLost(await errorOf(database.pool.query(statement)))).toBe(false);
  });

  it('is not lost because of what is no error at all', () => {
    expect(isDatabaseLost(undefined)).toBe(false);
    expect(isDatabaseLost(new TypeError('x is not a function'))).toBe(false);
  });
});

async function silentServer(): Promise<Server> {
  const server = createServer(() => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return address.port;
}

async function freePort(): Promise<number> {
  const server = await silentServer();
  const port = portOf(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  await promise;
  return port;
}
