/**
 * Whatever locks lie in the database, everybody says the same of whoever asks for whatever, whenever: the explanation on
 * the screen, the points by the leases they are handed (of the whole owner and of single schools), the PAC file, the
 * zone of DNS, and the rules said plainly. `AGREE=400` asks for more than the few of every run.
 */
import { array, assert, asyncProperty } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';

import { explanations } from '#areas/internet/explain/contract.ts';
import { explanationHandlers } from '#areas/internet/locks/server/form-handlers.ts';
import { type Cast, peopleAndGroups } from '#areas/internet/locks/server/testing.ts';
import { caughtUp, makePoint, openPoint, type TestPoint } from '#areas/internet/points/server/testing.ts';
import { askPac, askZone } from '#connectors/web-filter/testing/read-by-address.ts';
import { openHouse } from '#server/testing/house.ts';

import {
  anyQuestion,
  anyWorld,
  at,
  belongsTo,
  lay,
  MIDNIGHT,
  people,
  plainRule,
  type Question,
  questionIn,
  seat,
} from './any-locks.ts';

const RUNS = Number(process.env['AGREE'] ?? 25);
const SEED = Number(process.env['AGREE_SEED'] ?? 20_261_122);
const QUESTIONS = 12;

const house = await openHouse(explanationHandlers);
let cast: Cast;
let pointId: string;
let points: { serves: 'FJB' | 'LUN' | undefined; point: TestPoint }[];

beforeAll(async () => {
  cast = await peopleAndGroups(house);
  await seat(house);
  const keys = [
    { serves: undefined, key: await makePoint(house, 'Alle') },
    { serves: 'FJB', key: await makePoint(house, 'Fjordby', ['FJB']) },
    { serves: 'LUN', key: await makePoint(house, 'Lunde', ['LUN']) },
  ] as const;
  pointId = keys[0].key.id;
  points = keys.map(({ serves, key }) => ({ serves, point: openPoint(house, key) }));
});

const text = async (path: string) => (await house.app.inject(`/api/web-filter/${path}`)).body;

/** What everybody has been told, at a moment; they decide by it until they are told of something else. */
async function tell(minutes: number): Promise<{ pac: string }> {
  house.clock.set(at(minutes));
  await house.services.webFilter.feed.look();
  await caughtUp(house);
  for (const { point } of points) await point.ask();
  return { pac: await text(`pac/${pointId}.pac`) };
}

async function saidOf(asked: Question, pac: string): Promise<{ why: string; said: Record<string, boolean> }> {
  const { who, host, port, minutes } = asked;
  const now = at(minutes);
  house.clock.set(now);
  const address = `${host}${port}`;
  const there = await cast[belongsTo(who, 'FJB') ? 'ict' : 'elsewhere'].call(explanations.explain, {
    userName: who,
    at: now.toISOString(),
    address,
  });
  const from = people[who].address;
  const byPoints = points
    // Of a guest a school's point knows nothing but its own locks.
    .filter(({ serves }) => serves === undefined || belongsTo(who, serves))
    .map(
      ({ serves, point }) => [`point ${serves ?? ''}`, point.held.decide(who, address, now).open] as const,
    );
  // DNS knows names alone, and no ports.
  const isName = port === '' && !/^[\d.]+$/.test(host);
  const said = {
    explanation: there.verdict?.open ?? false,
    ...Object.fromEntries(byPoints),
    pac: askPac(pac, `http://${address}/`, { from, now }) === 'DIRECT',
    ...(isName && { zone: askZone(await text(`rpz/${pointId}/${from}`), host) }),
  };
  return { why: there.verdict?.why ?? '', said };
}

it(`agree on everything, in ${RUNS} worlds (seed ${SEED})`, { timeout: 60_000 + RUNS * 2_000 }, async () => {
  const seen: string[] = [];
  await assert(
    asyncProperty(
      anyWorld,
      array(anyQuestion, { minLength: QUESTIONS, maxLength: QUESTIONS }),
      async (world, asking) => {
        house.clock.set(at(0));
        await lay(house, world);
        const questions = asking.map((one) => questionIn(world, one));
        const [before, after] = [
          questions.filter(({ minutes }) => minutes < MIDNIGHT),
          questions.filter(({ minutes }) => minutes >= MIDNIGHT),
        ];
        // Memberships begin and end with the days, so at midnight everybody is told anew.
        for (const [told, day] of [
          [0, before],
          [MIDNIGHT, after],
        ] as const) {
          const { pac } = await tell(told);
          for (const asked of day.toSorted((one, other) => one.minutes - other.minutes)) {
            const right = plainRule(world, asked);
            const { why, said } = await saidOf(asked, pac);
            const all = Object.fromEntries(Object.keys(said).map((who) => [who, right]));
            expect({ asked, ...said }).toEqual({ asked, ...all });
            seen.push(why);
          }
        }
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
  // It has seen every way to be open or shut.
  for (const why of ['not-locked', 'listed', 'not-listed', 'port']) {
    expect([why, seen.filter((one) => one === why).length > RUNS / 5]).toEqual([why, true]);
  }
});
