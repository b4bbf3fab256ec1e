/** Enforcement points as the screens see them: made, changed, given new secrets, and how each of them is. */
import { beforeAll, describe, expect, it } from 'vitest';

import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { type Cast, eventsOf, peopleAndGroups } from '#areas/internet/locks/server/testing.ts';
import { openHouse } from '#server/testing/house.ts';

import { points } from '../contract.ts';
import { pointHandlers } from './handlers.ts';
import { simulatedPoint } from './simulated.ts';
import { caughtUp, makePoint, openPoint } from './testing.ts';

const house = await openHouse([...pointHandlers, ...lockHandlers]);
let cast: Cast;

beforeAll(async () => {
  cast = await peopleAndGroups(house);
});

const keyOf = ({ id, secret }: { id: string; secret: string }) => ({
  id,
  secret: Buffer.from(secret, 'base64url'),
});
const names = async (caller: Cast['ict']) =>
  (await caller.call(points.list, {})).Items.map(({ name }) => name);
const later = (seconds: number) => house.clock.advance(seconds * 1_000);

describe('a point', () => {
  it('is made with a secret that works, is shown once and lies nowhere in clear', async () => {
    const made = await cast.superadmin.call(points.add, { name: 'Hovedproxy' });
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    const point = openPoint(house, keyOf(made));
    expect(await point.ask()).toMatchObject({ protocol: 1, from: null });
    expect(await eventsOf(house, 'enforcement-point.added')).toBe(1);
    const { Items } = await cast.superadmin.call(points.list, {});
    expect(Items).toMatchObject([
      { name: 'Hovedproxy', kind: 'squid', wholeOwner: true, state: 'never', behind: true, schools: [] },
    ]);
    expect(JSON.stringify(Items)).not.toContain(made.secret);
    const journal = await house.db.selectFrom('journal.everyChange').selectAll().execute();
    expect(JSON.stringify(journal)).not.toContain(made.secret);
  });

  it('has a name of its own, and schools there are', async () => {
    expect((await cast.superadmin.refused(points.add, { name: 'hovedproxy' })).code).toBe('point.name-taken');
    expect((await cast.superadmin.refused(points.add, { name: ' ' })).code).toBe('request.invalid');
    const nowhere = { name: 'Ny', wholeOwner: false };
    expect((await cast.superadmin.refused(points.add, nowhere)).fields).toMatchObject([{ path: 'schools' }]);
    const unknown = { ...nowhere, schools: ['XXX'] };
    expect((await cast.superadmin.refused(points.add, unknown)).code).toBe('school.not-found');
  });

  it('is renamed and moved to a school, once for each version', async () => {
    const { id } = await cast.superadmin.call(points.add, { name: 'Liten', kind: 'other' });
    const change = { id, version: 1, name: 'Lunde', wholeOwner: false, schools: ['LUN'] };
    await cast.superadmin.call(points.update, change);
    expect(await cast.superadmin.call(points.detail, { id })).toMatchObject({
      name: 'Lunde',
      wholeOwner: false,
      schools: [{ code: 'LUN' }],
      version: 2,
    });
    expect((await cast.superadmin.refused(points.update, change)).code).toBe('row.stale');
    // Two at once: one of them learns of the other.
    const both = await Promise.all(
      ['Lunde en', 'Lunde to'].map((name) =>
        cast.superadmin.request('PUT /internetlock/points', { ...change, version: 2, name }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await cast.superadmin.call(points.update, { ...change, version: 3 });
    const taken = { ...change, version: 4, name: 'Hovedproxy' };
    expect((await cast.superadmin.refused(points.update, taken)).code).toBe('point.name-taken');
  });

  it('gets a new secret, after which the old one is worth nothing', async () => {
    const made = await cast.superadmin.call(points.add, { name: 'Fornyes' });
    const old = openPoint(house, keyOf(made));
    await old.ask();
    const renewed = await cast.superadmin.call(points.renew, { id: made.id });
    expect(renewed.secret).not.toBe(made.secret);
    await expect(old.ask()).rejects.toMatchObject({ code: 'bad-signature' });
    await openPoint(house, keyOf(renewed)).ask();
    await cast.superadmin.call(points.remove, { id: made.id });
    expect((await cast.superadmin.refused(points.renew, { id: made.id })).code).toBe('point.not-found');
    expect((await cast.superadmin.refused(points.remove, { id: made.id })).code).toBe('point.not-found');
    expect((await cast.superadmin.refused(points.detail, { id: made.id })).code).toBe('point.not-found');
  });

  it('is seen by those of the schools it serves, and changed by superadmins alone', async () => {
    expect(await names(cast.ict)).toEqual(['Hovedproxy']);
    expect(await names(cast.elsewhere)).toEqual(['Hovedproxy', 'Lunde']);
    const { Items } = await cast.elsewhere.call(points.list, {});
    const lunde = Items.find(({ name }) => name === 'Lunde')?.id ?? '';
    expect((await cast.ict.refused(points.detail, { id: lunde })).code).toBe('point.not-found');
    for (const caller of [cast.ict, cast.leader, cast.central]) {
      expect((await caller.refused(points.add, { name: 'Min egen' })).code).toBe('access.denied');
    }
    expect((await cast.teacher.refused(points.list, {})).code).toBe('access.denied');
  });
});

it('the demo’s own is made once by nodes that start at once, whatever others are called', async () => {
  const taken = await cast.superadmin.call(points.add, { name: 'simulert brannmur' });
  const now = house.clock.now();
  const [one, other] = await Promise.all([simulatedPoint(house.db, now), simulatedPoint(house.db, now)]);
  expect(one).toBe(other);
  expect(await simulatedPoint(house.db, now)).toBe(one);
  expect(await cast.superadmin.call(points.detail, { id: one })).toMatchObject({
    name: 'Simulert brannmur 2',
    kind: 'simulated',
  });
  for (const id of [one, taken.id]) await cast.superadmin.call(points.remove, { id });
});

describe('how a point is', () => {
  it('follows from what it told: alive, up to date, its clock, what it holds and what it lacks', async () => {
    const key = await makePoint(house, 'Følges');
    const point = openPoint(house, key);
    const lock = await cast.ict.call(locks.add, {
      description: 'Prøve',
      groupNames: ['FJB 8A'],
      immediate: true,
      end: new Date(house.clock.now().getTime() + 3_600_000).toISOString(),
    });
    await caughtUp(house);
    await point.ask();
    const machine = house.clock.now().toISOString();
    await point.report({
      clock: { offset: -2_000, roundTrip: 1, machine },
      cannot: ['Kan ikke bryte åpne tunneler'],
    });
    expect(await cast.ict.call(points.detail, { id: key.id })).toMatchObject({
      state: 'alive',
      behind: false,
      holding: 1,
      wanted: 1,
      clockMs: 2_000,
      clockOff: true,
      cannot: ['Kan ikke bryte åpne tunneler'],
      aliveSince: machine,
      held: [{ id: lock.id, description: 'Prøve', since: machine, current: true }],
      missing: [],
    });
    // Another school's people see the point, and none of this school's locks.
    expect(await cast.elsewhere.call(points.detail, { id: key.id })).toMatchObject({ held: [], missing: [] });
    const { Items } = await cast.ict.call(points.holders, { lock: lock.id });
    expect(Items).toMatchObject([
      { name: 'Følges', state: 'alive', since: machine },
      { name: 'Hovedproxy', state: 'never', since: null },
    ]);
    expect((await cast.elsewhere.refused(points.holders, { lock: lock.id })).code).toBe(
      'internet-lock.not-found',
    );

    await cast.ict.call(locks.update, { id: lock.id, description: 'Prøve i norsk' });
    await caughtUp(house);
    expect(await cast.ict.call(points.detail, { id: key.id })).toMatchObject({
      behind: true,
      held: [{ current: false }],
    });
    later(20);
    await point.report();
    later(31);
    expect(await cast.ict.call(points.detail, { id: key.id })).toMatchObject({
      state: 'silent',
      aliveSince: null,
    });
    const silent = { state: 'silent', holding: 0, wanted: 0, held: [] };
    later(3_600);
    expect(await cast.ict.call(points.detail, { id: key.id })).toMatchObject(silent);
    later(-3_600);
    await point.ask();
    await point.report();
    // Alive anew: the silence counts.
    expect(await cast.ict.call(points.detail, { id: key.id })).toMatchObject({
      state: 'alive',
      aliveSince: house.clock.now().toISOString(),
    });
  });

  it('says which locks it should hold and does not', async () => {
    const { id } = await cast.superadmin.call(points.add, { name: 'Stille' });
    expect(await cast.ict.call(points.detail, { id })).toMatchObject({
      held: [],
      missing: [{ description: 'Prøve i norsk', school: 'Fjordby skole' }],
    });
  });
});
