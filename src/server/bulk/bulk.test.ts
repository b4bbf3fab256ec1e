/** Acts on many whose process dies under them: what is left goes on, however often, as long as it gets anywhere. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { Actor } from '#kernel/scope.ts';
import { openHouse } from '#server/testing/house.ts';

import { defineAct } from './act.ts';
import { openBulk } from './bulk.ts';

const house = await openHouse();
const { db, clock } = house;
const { userId, userName } = (await house.signIn('superadmin')).actor;
const boss: Actor = {
  userId,
  userName,
  displayName: userName,
  schoolId: undefined,
  roles: ['superadmin'],
  sessionId: '',
};

/** How many rows a process does before it dies. */
let life = Infinity;
let atOnce = 0;
let mostAtOnce = 0;
const act = defineAct({
  name: 'test.count',
  event: 'test.counted',
  permission: 'users.update',
  input: z.object({}),
  run: async ({ tx }) => {
    if (life <= 0) throw Object.assign(new Error('The process is gone'), { code: 'ECONNRESET' });
    life -= 1;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await sql`select 1`.execute(tx);
    atOnce -= 1;
  },
});

/** A process that lives for so many rows. */
async function process(rows: number, work: (bulk: ReturnType<typeof openBulk>) => Promise<unknown>) {
  life = rows;
  const bulk = openBulk({ db, clock, acts: [act] });
  const answer = await work(bulk);
  await bulk.settled();
  await sql`update journal.operation set lease_until = clock_timestamp() - interval '1 second'
             where status = 'running'`.execute(db);
  return answer;
}

const start = (letter: string, count: number) => (bulk: ReturnType<typeof openBulk>) =>
  bulk.start({
    act: act.name,
    input: {},
    actor: boss,
    wish: { route: 'POST /test' },
    rows: sql`(select i as place, ${letter} || i as key, 'Navn' as name, false as shielded
                 from generate_series(1, ${count}::int) i)`,
  });

async function statuses(ids: unknown[]) {
  const { rows } = await sql<{ status: string; done: number }>`
    select status, done from journal.operation where id = any (${ids}) order by id`.execute(db);
  return rows.map((row) => `${row.status} ${row.done}`);
}

describe('an act on many whose process dies', () => {
  it('goes on each time, as long as it gets further', async () => {
    const ids = [await process(60, start('a', 480))];
    for (let death = 0; death < 8; death += 1) await process(60, (bulk) => bulk.takeUp());
    expect(await statuses(ids)).toEqual(['running 450']);
    await process(Infinity, (bulk) => bulk.takeUp());
    expect(await statuses(ids)).toEqual(['completed 480']);
  });

  it('is given up when it brings its process down again and again', async () => {
    const ids = [await process(60, start('b', 100))];
    for (let death = 0; death < 6; death += 1) await process(20, (bulk) => bulk.takeUp());
    expect(await statuses(ids)).toEqual(['failed 50']);
  });

  it('is taken up by itself: none suffers for another, and none waits for another’s rows', async () => {
    const ids = [];
    for (const letter of ['c', 'd', 'e']) ids.push(await process(0, start(letter, 60)));
    mostAtOnce = 0;
    for (let death = 0; death < 12; death += 1) await process(55, (bulk) => bulk.takeUp());
    expect(await statuses(ids)).toEqual(['completed 60', 'completed 60', 'completed 60']);
    expect(mostAtOnce).toBe(1);
  });
});
