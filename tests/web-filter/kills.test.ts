/**
 * A day of locks and exams while the portal, the point, its Squid and the network between them are killed at random. No
 * lock outlives its end by more than a second, none is missing for more than five seconds after all is up again, one that
 * was held before is held throughout, and one that is ended early while the point is cut off is open five seconds after
 * all is up, or at its own end. `KILLS=50` asks for more than the few of every run.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ask, whyNoSquid } from '#connectors/web-filter/squid/testing/squid.ts';
import { testDatabase } from '#server/testing/database.ts';

import { random } from '../crash/nights.ts';
import { seedPortal } from '../crash/portal.ts';
import { type Day, openDay, pages, pupils } from './day.ts';
import { endedMeanwhile, faultsIn, type Outage, type Sample } from './faults.ts';
import { openStage, type Stage } from './stage.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_122);
const ASK_EVERY_MS = 40;
const HAPPEN_EVERY_MS = 500;

const reason = whyNoSquid();
const database = await testDatabase();
const chance = random(SEED);
const between = (least: number, most: number) => least + Math.floor(chance() * (most - least));

const name = `a point, its Squid and the portal, killed ${KILLS} times (seed ${SEED})`;
describe.skipIf(reason !== undefined)(`${name}${reason ? `, skipped: ${reason}` : ''}`, () => {
  const samples: Sample[] = [];
  const outages: Outage[] = [];
  const ending = new AbortController();
  let day: Day;
  let stage: Stage;

  async function every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      await work();
      await delay(ms);
    }
  }

  let turn = 0;
  async function sample(): Promise<void> {
    turn += 1;
    const { user, address } = day.seats[turn % day.seats.length] ?? { user: '', address: '' };
    const page = pages[between(0, pages.length)] ?? '';
    const asked = Date.now();
    const said = await ask(stage.port, address, `http://${page}/`);
    samples.push({ user, page, asked, answered: Date.now(), said });
  }

  beforeAll(async () => {
    await seedPortal(database, pupils);
    day = await openDay(database.db, between);
    stage = await openStage(database.url, pages, between);
    const [first] = day.seats;
    while ((await ask(stage.port, first?.address ?? '', 'http://vg.no/')) === 'away') await delay(100);
  }, 90_000);

  afterAll(async () => {
    ending.abort();
    await stage.close();
  });

  it('closes and opens on time all the same', { timeout: 120_000 + KILLS * 30_000 }, async () => {
    const working = Promise.all([every(HAPPEN_EVERY_MS, day.happen), every(ASK_EVERY_MS, sample)]);
    for (const [what, happens] of chosen(Object.entries(stage.happenings))) {
      const endEarly = await day.layToEnd();
      await delay(between(1_000, 5_500));
      const began = Date.now();
      await happens(endEarly);
      outages.push({ what, began, over: Date.now() });
    }
    await delay(6_000);
    ending.abort();
    await working;
    expect(faultsIn({ locks: day.locks, seats: day.seats, samples, outages })).toEqual([]);
    // It has seen something: locks that held and that ended, and no fewer questions than the time allows.
    const said = Map.groupBy(samples, (one) => one.said);
    expect(said.get('open')?.length).toBeGreaterThan(KILLS * 5);
    expect(said.get('shut')?.length).toBeGreaterThan(KILLS * 5);
    expect(endedMeanwhile({ locks: day.locks, outages }).length).toBeGreaterThanOrEqual(KILLS);
  });
});

/** As many as asked for: each once, in any order, before any comes again. */
function chosen<T>(all: readonly T[]): T[] {
  const order = random(SEED);
  const rounds = Array.from({ length: Math.ceil(KILLS / all.length) }, () =>
    all
      .map((one) => ({ one, place: order() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ one }) => one),
  );
  return rounds.flat().slice(0, KILLS);
}
