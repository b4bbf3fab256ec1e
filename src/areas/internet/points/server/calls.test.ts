/** What points tell of themselves: what they hold, how their clock goes, and what is made of strange words. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { type Cast, peopleAndGroups } from '#areas/internet/locks/server/testing.ts';
import { openHouse } from '#server/testing/house.ts';

import { simulatedPoint } from './simulated.ts';
import { deletePoint, holdersOf, pointsServing } from './store.ts';
import { caughtUp, makePoint, openPoint, type TestPoint } from './testing.ts';

const house = await openHouse(lockHandlers);
let cast: Cast;
let point: TestPoint;

beforeAll(async () => {
  cast = await peopleAndGroups(house);
  point = openPoint(house, await makePoint(house, 'Hovedproxy'));
  await makePoint(house, 'Lunde', ['LUN']);
  const lock = { description: 'Prøve i norsk', groupNames: ['FJB 8A'], ownDomains: ['nrk.no'] };
  await cast.ict.call(locks.add, { ...lock, immediate: true, end: inMinutes(60) });
  await caughtUp(house);
});

const inMinutes = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString();

const laterLock = () =>
  cast.ict.call(locks.add, {
    description: 'Senere',
    groupNames: ['FJB 8'],
    start: inMinutes(90),
    end: inMinutes(95),
  });

async function heldSince(lock: number): Promise<Date[]> {
  const holders = await holdersOf(house.db, [lock], house.clock.now());
  return holders.flatMap(({ since }) => since ?? []);
}

describe('a point that reports', () => {
  it('is alive, with what it holds and how far its clock is off', async () => {
    await point.ask();
    await point.report({
      clock: { offset: -1_500, roundTrip: 4, machine: house.clock.now().toISOString() },
      refused: 7,
      cut: 2,
      signIns: [{ user: 'fjbeks-1001', address: '10.0.0.5', at: house.clock.now().toISOString() }],
    });
    await point.report({
      clock: { offset: -1_500, roundTrip: 4, machine: house.clock.now().toISOString() },
      refused: 1,
    });
    const { rows } =
      await sql`select software, clock_ms, refused, cut, held_version from enforcement_state`.execute(
        house.db,
      );
    expect(rows).toEqual([
      { software: 'Squid 5.7', clockMs: 1_500, refused: 8, cut: 2, heldVersion: point.version() },
    ]);
    const lock = point.held.all()[0]?.lease.id ?? 0;
    const holders = await holdersOf(house.db, [lock], house.clock.now());
    expect(holders).toMatchObject([{ name: 'Hovedproxy', alive: true, since: house.clock.now() }]);
    const later = new Date(house.clock.now().getTime() + 31_000);
    const schoolId = await house.seed((seed) => seed.schoolId('LUN'));
    expect(await pointsServing(house.db, schoolId, later)).toMatchObject([
      { name: 'Hovedproxy', alive: false },
      { name: 'Lunde', alive: false, aliveSince: null },
    ]);
  });

  it('may name locks that are gone meanwhile', async () => {
    const since = house.clock.now().toISOString();
    await point.report({ holding: [{ lock: 987_654, revision: 'x', since }] });
    const { rows } = await sql`select from enforcement_holding`.execute(house.db);
    expect(rows).toEqual([]);
  });

  it('waits for nobody who removes a lock just then, and names it no more', async () => {
    const { id } = await laterLock();
    const holding = [{ lock: id, revision: 'x', since: house.clock.now().toISOString() }];
    const [isGone, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const removing = house.seed(async ({ tx }) => {
      await sql`delete from internet_lock where id = ${id}`.execute(tx);
      isGone.resolve();
      await committed.promise;
    });
    await isGone.promise;
    await point.report({ holding });
    committed.resolve();
    await removing;
    await point.report({ holding });
    const { rows } = await sql`select from enforcement_holding where lock_id = ${id}`.execute(house.db);
    expect(rows).toEqual([]);
  });

  it('may name a lock twice, and takes its last word for since when', async () => {
    const { id } = await laterLock();
    const said = (since: string, revision: string) => ({ lock: id, revision, since });
    await point.report({ holding: [said('2026-11-20T12:00:00Z', 'x'), said('2026-11-20T12:00:00Z', 'y')] });
    await point.report({ holding: [said('2026-11-20T12:00:05Z', 'z')] });
    expect(await heldSince(id)).toEqual([new Date('2026-11-20T12:00:05Z')]);
    await cast.ict.call(locks.remove, { id });
  });

  it('that is played by several nodes holds a lock since the first of them did', async () => {
    const { id } = await laterLock();
    const simulated = await simulatedPoint(house.db, house.clock.now());
    const told = (since: string, revision: string) =>
      house.services.webFilter.note(
        { id: simulated, schoolIds: undefined },
        {
          version: 'v',
          software: 'Vaktmester',
          clock: { offset: 0, roundTrip: 0, machine: since },
          holding: [{ lock: id, revision, since }],
          refused: 0,
          cut: 0,
          signIns: [],
          cannot: [],
        },
      );
    await told('2026-11-20T12:00:01Z', 'x');
    await told('2026-11-20T12:00:03Z', 'y');
    expect(await heldSince(id)).toEqual([new Date('2026-11-20T12:00:01Z')]);
    await cast.ict.call(locks.remove, { id });
    await house.seed(({ tx }) => deletePoint(tx, simulated));
  });

  it.each([
    ['a sign no text of a database holds', { software: 'Squid\u0000' }],
    [
      'the same in a name',
      { signIns: [{ user: 'a\u0000', address: '10.0.0.5', at: '2026-11-20T12:00:00Z' }] },
    ],
    ['a year there was not', { signIns: [{ user: 'a', address: '10.0.0.5', at: '0000-01-01T00:00:00Z' }] }],
  ])('is not understood with %s', async (_, more) => {
    await expect(point.report(more)).rejects.toMatchObject({ code: 'bad-message' });
  });
});
