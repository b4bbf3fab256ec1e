/** Two nodes of a demo portal on one database, by real HTTP: the clock moves for both, and every time rule with it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/read.ts';
import { openLifecycle } from '#server/lifecycle.ts';
import { openPortal } from '#server/portal.ts';
import { setPasswordHash } from '#server/session/account.ts';
import { hashPassword } from '#server/session/password.ts';
import { testDatabase } from '#server/testing/database.ts';
import { inSeedOperation, type Seed, seedInto } from '#server/testing/seed.ts';
import { openVisitor, type Visitor } from '#server/testing/visitor.ts';

const { db, url } = await testDatabase();
const PASSWORD = 'en lang setning uten tall';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const seed = <T>(work: (rows: Seed) => Promise<T>): Promise<T> =>
  inSeedOperation(db, systemClock, (tx) => work(seedInto(tx, systemClock)));
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const lifecycles = [openLifecycle(), openLifecycle(), openLifecycle()];
afterAll(async () => {
  for (const { stop } of lifecycles) await stop();
});

async function node(index: number, demo = true): Promise<string> {
  const lifecycle = lifecycles[index];
  if (!lifecycle) throw new Error('There are three nodes');
  const config = readConfig({
    DATABASE_URL: url,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEMO: String(demo),
    PORT: '0',
    METRICS_PORT: 'off',
  });
  const { port } = await openPortal(config, lifecycle);
  return `http://127.0.0.1:${port}`;
}

const at = (address: string): Visitor => openVisitor(() => address);
let secondNode = '';
let here: Visitor;
let there: Visitor;
let real: Visitor;

beforeAll(async () => {
  const hash = await hashPassword(PASSWORD);
  await seed(async (rows) => {
    await rows.school('GRA');
    await rows.user({ userName: 'boss', role: 'employee' });
    await rows.grant(await rows.userId('boss'), 'superadmin', undefined);
    await rows.user({
      userName: 'locked',
      role: 'employee',
      columns: { locked_until: new Date(Date.now() + HOUR_MS / 2) },
    });
    await rows.user({ userName: 'leaver', role: 'employee', columns: { expires_on: inDays(10) } });
    await rows.user({ userName: 'pupil', schools: [{ code: 'GRA', className: '3A' }] });
    await rows.group({ name: 'GRA-Now', school: 'GRA' });
    await rows.group({ name: 'GRA-Later', school: 'GRA' });
    await rows.member({ group: 'GRA-Now', user: 'pupil', endOn: inDays(20) });
    await rows.member({ group: 'GRA-Later', user: 'pupil', startOn: inDays(30) });
    for (const name of ['boss', 'locked', 'leaver']) {
      await setPasswordHash(rows.tx, await rows.userId(name), hash, systemClock.now());
    }
  });
  secondNode = await node(1);
  [here, there, real] = [at(await node(0)), at(secondNode), at(await node(2, false))];
  await Promise.all([here, there, real].map((visitor) => visitor.signIn('boss', PASSWORD)));
});

const shownBy = async (visitor: Visitor): Promise<number> => {
  const { body } = await visitor.send('GET /sitesettings/info');
  return Math.round((Date.parse(String(body['now'])) - Date.now()) / HOUR_MS) || 0; // never -0
};

async function moveTo(hours: number): Promise<void> {
  await here.send('PUT /clock/move', { reset: true });
  await here.send('PUT /clock/move', { hours });
  // The machine may be busy with other tests.
  await expect.poll(() => shownBy(there), { timeout: 10_000 }).toBe(hours);
}

beforeEach(() => moveTo(0));

describe('the clock', () => {
  it('moves by days and hours, to a moment and back, for every node', async () => {
    const moved = await here.send('PUT /clock/move', { days: 3, hours: -2 });
    expect(moved).toMatchObject({ status: 200, body: { offsetMs: expect.closeTo(70 * HOUR_MS, -4) } });
    for (const visitor of [here, there]) await expect.poll(() => shownBy(visitor)).toBe(70);

    await there.send('PUT /clock/move', { hours: 5 });
    for (const visitor of [here, there]) await expect.poll(() => shownBy(visitor)).toBe(75);
    expect((await here.send('GET /clock')).body['offsetMs']).toBeCloseTo(75 * HOUR_MS, -4);

    await here.send('PUT /clock/move', { to: new Date(Date.now() - 30 * DAY_MS).toISOString() });
    for (const visitor of [here, there]) await expect.poll(() => shownBy(visitor)).toBe(-720);
  });

  it('leaves each move in the journal, with before and after', async () => {
    await moveTo(48);
    const { rows } = await sql<{ event: string; actorName: string; before: object; after: object }>`
      select o.event, o.actor_name, c.before, c.after from journal.operation o
        join journal.change c on c.operation_id = o.id and c.table_name = 'demo_clock'
       order by c.id desc limit 1`.execute(db);
    expect(rows).toEqual([
      {
        event: 'clock.moved',
        actorName: 'boss',
        before: { offset_ms: 0 },
        after: { offset_ms: expect.any(Number) },
      },
    ]);
  });

  it.each([
    ['nothing', {}],
    ['two ways at once', { days: 1, reset: true }],
    ['no moment', { to: 'tomorrow' }],
    ['a moment no pupil lives in', { to: '2200-01-01T00:00:00Z' }],
    ['a moment beyond the bounds, in steps', { days: 3_660, hours: 24 }],
  ])('refuses %s', async (_, input) => {
    expect(await here.send('PUT /clock/move', input)).toMatchObject({
      status: 422,
      body: { code: 'request.invalid', fields: [{ path: 'to' }] },
    });
    expect(await shownBy(here)).toBe(0);
  });

  it('stands outside the demo, where it is neither shown nor moved', async () => {
    for (const [signature, input] of [
      ['GET /clock', {}],
      ['PUT /clock/move', { days: 1 }],
    ] as const) {
      expect(await real.send(signature, input)).toMatchObject({
        status: 409,
        body: { code: 'clock.not-demo' },
      });
    }
    await here.send('PUT /clock/move', { days: 5 });
    expect(await shownBy(real)).toBe(0);
  });
});

const Named = z.object({ Items: z.array(z.object({ name: z.string() })) });

const groups = async (): Promise<string[]> => {
  const { body } = await there.send('POST /user/groups', { userName: 'pupil' });
  return Named.parse(body).Items.map(({ name }) => name);
};

const signsIn = async (userName: string): Promise<boolean> => {
  const { status } = await at(secondNode).signIn(userName, PASSWORD);
  return status === 200;
};

const statusOf = async (name: string): Promise<unknown> =>
  (await here.send('GET /user/:name', { name })).body['accountStatus'];

describe('with the clock go', () => {
  it('the end of a lock', async () => {
    expect(await signsIn('locked')).toBe(false);
    await moveTo(1);
    expect(await signsIn('locked')).toBe(true);
  });

  it('the expiry of an account, also for one who is signed in', async () => {
    const leaver = at(secondNode);
    expect((await leaver.signIn('leaver', PASSWORD)).status).toBe(200);
    expect(await statusOf('leaver')).toBe('active');

    await moveTo(12 * 24);
    expect(await statusOf('leaver')).toBe('expired');
    expect((await leaver.send('GET /user/info')).status).toBe(401);
    expect(await signsIn('leaver')).toBe(false);

    await moveTo(0);
    expect((await leaver.send('GET /user/info')).status).toBe(200);
  });

  it('the time frames of memberships', async () => {
    expect(await groups()).toEqual(['GRA-Now']);
    await moveTo(22 * 24);
    expect(await groups()).toEqual([]);
    await moveTo(31 * 24);
    expect(await groups()).toEqual(['GRA-Later']);
  });

  it('not the life of a session: moving the clock ends none, and revives none', async () => {
    await moveTo(300 * 24);
    expect((await there.send('GET /user/info')).status).toBe(200);
    await there.send('GET /usersettings/logout');
    await moveTo(0);
    expect((await there.send('GET /user/info')).status).toBe(401);
  });
});
