/** The database goes away under a running portal and comes back: callers are told to wait, and nothing else is needed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '#server/db.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';

import { type CrashingPortal, crashingPortal, seedPortal } from './portal.ts';

let folder = '';
let server: Awaited<ReturnType<typeof startPostgres>>;
let portal: CrashingPortal;
/** The second time at the same address, as a failover or a restart would have it. */
const startServer = (port?: number) =>
  startPostgres({ folder: join(folder, 'postgres'), ...(port !== undefined && { port }) });
const key = crypto.randomUUID();
const change = { userName: 'ada', version: 1, description: 'skrevet før bruddet' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vaktmester-lost-'));
  server = await startServer();
  await migrate(server.url());
  const database = connect(server.url());
  await seedPortal(database, ['ada']);
  await database.end();
  portal = crashingPortal(server.url());
  await portal.start();
}, 90_000);
afterAll(async () => {
  await portal.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('a portal whose database is gone', () => {
  it('has acknowledged a write before', async () => {
    const { status } = await portal.visitor.send('PUT /user/update', change, { key });
    expect(status).toBe(200);
    await server.stop();
  });

  it.each(['GET /user/ada', 'POST /user/list', 'PUT /user/update'] as const)(
    'answers %s with 503 and when to come back',
    async (signature) => {
      const input = signature === 'PUT /user/update' ? { ...change, version: 2 } : {};
      const { status, body, headers } = await portal.visitor.send(signature, input);
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'server.database-lost' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('says that it is alive but not ready', async () => {
    expect((await portal.visitor.send('GET /health')).status).toBe(200);
    expect((await portal.visitor.send('GET /ready')).status).toBe(503);
  });

  it(
    'is back by itself when the database is, with what it had acknowledged',
    { timeout: 60_000 },
    async () => {
      server = await startServer(Number(new URL(server.url()).port));
      await expect
        .poll(async () => (await portal.visitor.send('GET /ready')).status, { timeout: 30_000 })
        .toBe(200);
      const { status, body } = await portal.visitor.send('GET /user/ada');
      expect({ status, description: body['description'], version: body['version'] }).toEqual({
        status: 200,
        description: change.description,
        version: 2,
      });
    },
  );

  it('answers the repeat of a write it had acknowledged as it did then, and changes nothing', async () => {
    const { status, body } = await portal.visitor.send('PUT /user/update', change, { key });
    expect({ status, version: body['version'] }).toEqual({ status: 200, version: 2 });
  });

  it('hears again of people who are disabled, and ends their sessions', { timeout: 60_000 }, async () => {
    const database = connect(server.url());
    const { pool } = database;
    await pool.query(
      `begin; select journal.begin('test.disabled', 'test'); update users set deactivated = true where user_name = 'boss'; commit`,
    );
    await expect
      .poll(async () => (await portal.visitor.send('GET /user/info')).status, { timeout: 30_000 })
      .toBe(401);
    await database.end();
  });
});
