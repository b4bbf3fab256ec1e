import { sql } from 'kysely';
import { expect, it } from 'vitest';

import type { Db } from './db.ts';
import { openDemoClock } from './demo-clock.ts';
import { openListener } from './postgres/listener.ts';
import { testDatabase } from './testing/database.ts';

const { db, url } = await testDatabase();
const DAY_MS = 86_400_000;

const asOperation = (work: (tx: Db) => Promise<void>) =>
  db.transaction().execute(async (tx) => {
    await sql`select journal.begin('demo.clock-moved', 'test')`.execute(tx);
    await work(tx);
  });
const offsetOf = (clock: { now: () => Date }) => Math.round((clock.now().getTime() - Date.now()) / DAY_MS);

it('moves for every node at once, goes on from there, and is remembered', async () => {
  const listeners = [await openListener(url), await openListener(url)];
  const [here, there] = await Promise.all(listeners.map((listener) => openDemoClock(db, listener)));
  if (!here || !there) throw new Error('Two clocks were opened');
  expect(offsetOf(here)).toBe(0);

  await asOperation((tx) => here.move(tx, new Date(Date.now() + 10 * DAY_MS)));
  for (const clock of [here, there]) await expect.poll(() => offsetOf(clock)).toBe(10);
  const before = there.now();
  await expect.poll(() => there.now().getTime()).toBeGreaterThan(before.getTime());

  const later = await openListener(url);
  expect(offsetOf(await openDemoClock(db, later))).toBe(10);

  await asOperation((tx) => there.reset(tx));
  await expect.poll(() => offsetOf(here)).toBe(0);
  await Promise.all([...listeners, later].map((listener) => listener.close()));
});

it('does not move for a transaction that is taken back', async () => {
  const listener = await openListener(url);
  const clock = await openDemoClock(db, listener);
  const failing = asOperation(async (tx) => {
    await clock.move(tx, new Date(Date.now() + DAY_MS));
    throw new Error('not after all');
  });
  await expect(failing).rejects.toThrow('not after all');
  // A notice sent later arrives later: had the first been sent, it would be here by now.
  const { promise, resolve } = Promise.withResolvers<void>();
  await listener.on('probe', () => resolve());
  await sql`select pg_notify('probe', '')`.execute(db);
  await promise;
  expect(offsetOf(clock)).toBe(0);
  await listener.close();
});

it('shows by the database what no node has heard of yet', async () => {
  const listener = await openListener(url);
  const clock = await openDemoClock(db, listener);
  await asOperation(async (tx) => {
    await clock.move(tx, new Date(Date.now() + DAY_MS));
    const shown = await clock.shown(tx);
    expect([offsetOf({ now: () => shown }), offsetOf(clock)]).toEqual([1, 0]);
    await clock.reset(tx);
  });
  await listener.close();
});
