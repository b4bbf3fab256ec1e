import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { emptyDatabase } from '../testing/database.ts';
import { openListener } from './listener.ts';

const url = await emptyDatabase();
const speaker = new Client(url);
beforeAll(() => speaker.connect());
afterAll(() => speaker.end());

const say = (channel: string, payload: string) =>
  speaker.query('select pg_notify($1, $2)', [channel, payload]);

it('hears each channel it asked for, with every handler of it', async () => {
  const heard: unknown[] = [];
  const listener = await openListener(url);
  await listener.on('one', (payload) => heard.push(['first', payload]));
  await listener.on('one', (payload) => heard.push(['second', payload]));
  await listener.on('two', (payload) => heard.push(['two', payload]));
  await say('three', 'unheard');
  await say('one', 'a');
  await say('two', 'b');
  await expect
    .poll(() => heard)
    .toEqual([
      ['first', 'a'],
      ['second', 'a'],
      ['two', 'b'],
    ]);
  await listener.close();
});

it('connects again when the line is cut, says so, and hears on', async () => {
  const heard: unknown[] = [];
  const listener = await openListener(url);
  await listener.on('again', (payload) => heard.push(payload));
  await speaker.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vaktmester listener' and datname = current_database()",
  );
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([undefined]);
  await say('again', 'back');
  await expect.poll(() => heard).toEqual([undefined, 'back']);
  await listener.close();
});
