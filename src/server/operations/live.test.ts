import { expect, it } from 'vitest';

import { openListener } from '#server/postgres/listener.ts';
import { testDatabase } from '#server/testing/database.ts';

import { openLive, tellProgress } from './live.ts';

const { db, url } = await testDatabase();

/** A listener the test speaks through itself. */
function voice() {
  const heard: ((payload: string | undefined) => void)[] = [];
  const say = (payload: string | undefined) => heard.forEach((hear) => hear(payload));
  const on = async (_channel: string, hear: (payload: string | undefined) => void) => void heard.push(hear);
  return { say, listener: { on } };
}

const HOUR = 3_600_000;

it('gathers what moved while the reader was busy, each operation once', async () => {
  const { say, listener } = voice();
  const live = await openLive(listener);
  const stream = live.follow(HOUR);
  expect((await stream.next()).value).toEqual([]);
  const first = stream.next();
  say('7');
  expect((await first).value).toEqual([7]);
  for (const id of ['7', '8', '7']) say(id);
  expect((await stream.next()).value).toEqual([7, 8]);
});

it('says that all must be looked at when notices may have been lost', async () => {
  const { say, listener } = voice();
  const live = await openLive(listener);
  const stream = live.follow(HOUR);
  expect((await stream.next()).value).toEqual([]);
  const next = stream.next();
  say(undefined);
  expect((await next).value).toEqual([]);
});

it('ends every stream when it closes', async () => {
  const live = await openLive(voice().listener);
  const stream = live.follow(HOUR);
  await stream.next();
  const waiting = stream.next();
  live.close();
  expect((await waiting).done).toBe(true);
  expect((await live.follow(HOUR).next()).done).toBe(true);
});

it('reaches every node by one connection, at most once a second for each operation, and always at its end', async () => {
  const listener = await openListener(url);
  try {
    const heard: string[] = [];
    const { promise: last, resolve } = Promise.withResolvers<void>();
    await listener.on('operation', (payload) => {
      heard.push(String(payload));
      if (payload === '3') resolve();
    });
    await tellProgress(db, 1, false, 0);
    await tellProgress(db, 1, false, 500);
    await tellProgress(db, 2, false, 600);
    await tellProgress(db, 1, false, 1_100);
    await tellProgress(db, 1, true, 1_200);
    await tellProgress(db, 3, false, 1_300);
    await last;
    expect(heard).toEqual(['1', '2', '1', '1', '3']);
  } finally {
    await listener.close();
  }
});
