/** Nobody can slow the others: whatever one person asks for at once, somebody else's list and their own are answered. */
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';

import { users } from '#areas/users/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { endpoints } from '#server/areas.ts';
import { isHeavy } from '#server/http/load.ts';
import { openHouse } from '#server/testing/house.ts';

vi.setConfig({ testTimeout: 60_000 });

const house = await openHouse(endpoints, { connections: 6, heavyConnections: 1, patienceMs: 30_000 });
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.user({ userName: 'ola.nord', schools: [{ code: 'FJB' }] });
});
const busy = await house.signIn('superadmin', { school: 'FJB' });
const other = await house.signIn('schoolIct', { school: 'FJB' });

const listOf = async (caller: typeof other) => (await caller.request(users.list.signature, {})).status;

it('heavy requests wait for each other, and nobody else for them', async () => {
  // As if something took the database very long.
  const held = await house.heavyPool?.connect();
  const heavy = endpoints
    .map(({ route }) => route)
    .filter((route) => isHeavy(route) && route.sends === undefined);
  expect(heavy.length).toBeGreaterThan(30);
  expect(heavy).toContain(manyUsers.resolve);
  const answers = Promise.all([
    ...Array.from({ length: 60 }, () =>
      busy.request(manyUsers.resolve.signature, { lines: ['Kari Hansen'] }),
    ),
    ...heavy.map((route) => busy.request(route.signature, {})),
  ]);
  expect(await listOf(other)).toBe(200);
  expect(await listOf(busy)).toBe(200);
  held?.release();
  const statuses = (await answers).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  // The line of one person has an end.
  expect(statuses).toContain(429);
  expect(statuses).toContain(200);
});

it('a person who asks much at once leaves connections to the others', async () => {
  await house.seed(async (seed) => {
    await sql`select from users where user_name = 'ola.nord' for update`.execute(seed.tx);
    const waiting = Array.from({ length: 12 }, () =>
      busy.request(users.update.signature, { userName: 'ola.nord', version: 1, department: 'X' }),
    );
    const isStuck = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(seed.tx);
      return rows.length;
    };
    await expect.poll(isStuck, { timeout: 10_000 }).toBe(4);
    expect(await listOf(other)).toBe(200);
    afterAll(() => Promise.all(waiting));
  });
});
