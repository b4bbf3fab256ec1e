import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Caller, openHouse } from '#server/testing/house.ts';

import { deactivations } from '../contract.ts';
import { deactivationHandlers } from './handlers.ts';
import { followDeactivations } from './service.ts';

const house = await openHouse(deactivationHandlers);
let ict: Caller;
let leader: Caller;
let elsewhere: Caller;
let superadmin: Caller;
let teacher: Caller;

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const pupil = (userName: string, code: string, columns = {}) =>
      seed.user({ userName, firstName: 'Elev', lastName: userName, schools: [{ code }], columns });
    for (const name of ['anna', 'bent', 'cato', 'dina', 'egil']) await pupil(name, 'FJB');
    await pupil('hidden', 'FJB', { shielded: true });
    await pupil('foreign', 'LUN');
    await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
    await seed.group({ name: 'FJB 8', displayName: '8. trinn', type: 'grade', school: 'FJB' });
    await seed.group({ name: 'LUN 9Z', school: 'LUN' });
    await seed.nest('FJB 8', 'FJB 8A');
    for (const user of ['anna', 'bent', 'hidden']) await seed.member({ group: 'FJB 8A', user });
    await seed.member({ group: 'FJB 8', user: 'cato' });
    await seed.member({ group: 'FJB 8', user: 'foreign' });
    await seed.member({ group: 'FJB 8', user: 'dina', endOn: '2026-10-01' });
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
  elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
  superadmin = await house.signIn('superadmin', { school: 'FJB' });
  teacher = await house.signIn('teacher', { school: 'FJB' });
});

const week = { start: '2026-11-23', end: '2026-11-30' };

async function closed(): Promise<string[]> {
  const { rows } = await sql<{ userName: string }>`
    select user_name from users where deactivated order by user_name`.execute(house.db);
  return rows.map(({ userName }) => userName);
}

const eventsOf = async (event: string) =>
  (await sql`select from journal.operation where event = ${event}`.execute(house.db)).rows.length;

describe('closing accounts', () => {
  it('is scheduled for users, with who refused it', async () => {
    const result = await ict.call(deactivations.addUsers, {
      ...week,
      userNames: ['anna', 'foreign', ict.actor.userName, superadmin.actor.userName, 'hidden'],
      comment: 'Etter avtale med hjemmet',
    });
    expect(result.succeeded).toEqual(['anna']);
    expect(result.failed.map(({ id, code }) => [id, code])).toEqual([
      ['foreign', 'user.not-found'],
      [ict.actor.userName, 'deactivation.self'],
      [superadmin.actor.userName, 'deactivation.superadmin'],
      ['hidden', 'user.not-found'],
    ]);
    expect(result.Items).toMatchObject([
      { userName: 'anna', ...week, status: 'planned', groupName: null, comment: 'Etter avtale med hjemmet' },
    ]);
    expect(await eventsOf('deactivation.registered')).toBe(1);
    expect(await closed()).toEqual([]);
  });

  it('of a group is of everybody in it and in the groups within it, today', async () => {
    const result = await leader.call(deactivations.addGroups, { ...week, groupNames: ['FJB 8', 'LUN 9Z'] });
    expect(result.succeeded).toEqual(['FJB 8']);
    expect(result.failed).toMatchObject([{ id: 'LUN 9Z', code: 'group.not-found' }]);
    expect(result.Items.map(({ userName, groupName }) => [userName, groupName])).toEqual([
      ['anna', '8. trinn'],
      ['bent', '8. trinn'],
      ['cato', '8. trinn'],
      ['hidden', '8. trinn'],
    ]);
  });

  it('is done at once when it begins today', async () => {
    await ict.call(deactivations.addUsers, { userNames: ['egil'], start: '2026-11-20', end: '2026-11-21' });
    expect(await closed()).toEqual(['egil']);
  });

  it('does nothing of what is due besides: that is nobody’s deed but the clock’s', async () => {
    await house.seed(async (seed) => {
      await seed.user({ userName: 'gerd', schools: [{ code: 'FJB' }] });
      await seed.user({ userName: 'hans', schools: [{ code: 'LUN' }] });
    });
    const now = house.clock.now();
    await elsewhere.call(deactivations.addUsers, { ...week, userNames: ['hans'] });
    house.clock.set('2026-11-23T07:00:00Z');
    const today = { start: '2026-11-23', end: '2026-11-24' };
    await ict.call(deactivations.addUsers, { ...today, userNames: ['gerd'] });
    expect(await closed()).toContain('gerd');
    expect(await closed()).not.toContain('hans');
    await house.seed(({ tx }) => sql`delete from users where user_name in ('gerd', 'hans')`.execute(tx));
    house.clock.set(now.toISOString());
  });

  it.each([
    [{ start: '2026-11-19' }, 'start past'],
    [{ end: '2026-11-23' }, 'end beforeStart'],
    [{ end: '2027-02-22' }, 'end span'],
    [{ comment: '<' }, 'comment angles'],
    [{ userNames: [] }, 'userNames required'],
  ])('is refused for %o', async (changes, field) => {
    const problem = await ict.refused(deactivations.addUsers, { ...week, userNames: ['dina'], ...changes });
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields.map(({ path, key }) => `${path} ${key}`)).toEqual([field]);
  });

  it('keeps to the span the site has set', async () => {
    await house.seed(({ tx }) =>
      sql`insert into site_setting values ('deactivationSpanDays', '10')`.execute(tx),
    );
    const long = { userNames: ['dina'], start: '2026-11-23', end: '2026-12-04' };
    expect((await ict.refused(deactivations.addUsers, long)).fields).toMatchObject([
      { path: 'end', key: 'span', params: { span: 10 } },
    ]);
    expect((await ict.call(deactivations.addUsers, { ...long, end: '2026-12-03' })).succeeded).toEqual([
      'dina',
    ]);
  });

  it('is refused without the right', async () => {
    expect(await teacher.refused(deactivations.addUsers, { ...week, userNames: ['dina'] })).toMatchObject({
      code: 'access.denied',
    });
  });
});

const names = async (caller: Caller, question: object = {}) =>
  (await caller.call(deactivations.list, { sortBy: 'displayName', sortDir: 'asc', ...question })).Items.map(
    ({ userName }) => userName,
  );

describe('the list', () => {
  it('has the people of the school, filtered and sorted', async () => {
    expect(await names(ict)).toEqual(['anna', 'anna', 'bent', 'cato', 'dina', 'egil']);
    expect(await names(leader)).toContain('hidden');
    expect(await names(elsewhere)).toEqual([]);
    expect(await names(ict, { status: 'active' })).toEqual(['egil']);
    expect(await names(ict, { userName: 'ANNA' })).toEqual(['anna', 'anna']);
    expect(await names(ict, { groupName: 'FJB 8' })).toEqual(['anna', 'bent', 'cato']);
    expect(await names(ict, { search: 'hjemmet' })).toEqual(['anna']);
  });

  it.each([
    'groupName',
    'start',
    'end',
    'status',
    'comment',
    'userName',
    'registeredBy',
    'registeredTime',
  ] as const)('sorts by %s', async (sortBy) => {
    expect((await ict.call(deactivations.list, { sortBy })).TotalItems).toBe(6);
  });
});

describe('the clock', () => {
  it('closes and opens accounts when their day comes, in operations of the portal’s own', async () => {
    house.clock.set('2026-11-22T22:59:59Z');
    // Egil's day is over; he was closed for the 20th alone.
    expect(await followDeactivations(house.db, house.clock.now())).toEqual({ changed: 1 });
    expect(await closed()).toEqual([]);
    house.clock.set('2026-11-22T23:00:00Z');
    expect(await followDeactivations(house.db, house.clock.now())).toEqual({ changed: 6 });
    expect(await closed()).toEqual(['anna', 'bent', 'cato', 'dina', 'hidden']);
    expect(await followDeactivations(house.db, house.clock.now())).toEqual({ changed: 0 });
    expect(await eventsOf('deactivation.followed')).toBe(2);
  });

  it('keeps an account closed that another period closes', async () => {
    await ict.call(deactivations.addUsers, { userNames: ['bent'], start: '2026-11-23', end: '2026-12-02' });
    house.clock.set('2026-11-30T08:00:00Z');
    await followDeactivations(house.db, house.clock.now());
    expect(await closed()).toEqual(['bent', 'dina']);
  });
});

const idOf = async (userName: string, status: string) =>
  (await ict.call(deactivations.list, { userName, status })).Items[0]?.id ?? 0;

describe('opening again, and deleting', () => {
  it('opens by row or by name, and says who was open already', async () => {
    const id = await idOf('bent', 'active');
    const result = await ict.call(deactivations.activate, { ids: [id], userNames: ['anna', 'foreign'] });
    expect(result.succeeded).toEqual([String(id)]);
    expect(result.failed.map(({ id: who, code }) => [who, code])).toEqual([
      ['anna', 'deactivation.not-deactivated'],
      ['foreign', 'user.not-found'],
    ]);
    expect(await closed()).toEqual(['dina']);
    expect(await ict.call(deactivations.activate, { ids: [id] })).toMatchObject({
      failed: [{ id: String(id), code: 'deactivation.not-deactivated' }],
    });
    expect(await ict.refused(deactivations.activate, {})).toMatchObject({ code: 'request.invalid' });
    expect(await eventsOf('deactivation.ended')).toBe(2);
    expect(await ict.call(deactivations.activate, { userNames: ['#x', `#${id}`] })).toMatchObject({
      failed: [
        { id: '#x', code: 'user.not-found' },
        { id: `#${id}`, code: 'user.not-found' },
      ],
    });
  });

  it('deletes what is only planned', async () => {
    await ict.call(deactivations.addUsers, { userNames: ['cato'], start: '2026-12-07', end: '2026-12-08' });
    const [planned, active] = [await idOf('cato', 'planned'), await idOf('dina', 'active')];
    expect(await elsewhere.call(deactivations.remove, { ids: [planned] })).toMatchObject({
      failed: [{ code: 'deactivation.not-found' }],
    });
    expect(await ict.call(deactivations.remove, { ids: [planned, active] })).toMatchObject({
      succeeded: [String(planned)],
      failed: [{ id: String(active), code: 'deactivation.not-planned' }],
    });
    expect(await idOf('cato', 'planned')).toBe(0);
  });
});

it('is deleted with its ids in the body or, where that gets lost on the way, in the address', async () => {
  const day = { start: '2026-12-14', end: '2026-12-15' };
  const { Items } = await ict.call(deactivations.addUsers, { ...day, userNames: ['cato', 'egil', 'bent'] });
  const [first, second, third] = Items.map(({ id }) => id);
  const headers = { authorization: ict.token, 'x-xsrf-token': 'x' };
  const remove = async (query: string) => {
    const url = `/api/userdeactivation/delete?${query}`;
    const answer = await house.app.inject({ method: 'DELETE', url, headers, cookies: { 'XSRF-TOKEN': 'x' } });
    return answer.json();
  };
  expect(await remove(`ids=${first},${second}`)).toEqual({
    succeeded: [String(first), String(second)],
    failed: [],
  });
  expect(await remove(`ids=${third}&ids=${first}`)).toMatchObject({
    succeeded: [String(third)],
    failed: [{ id: String(first), code: 'deactivation.not-found' }],
  });
  expect(await remove('')).toMatchObject({ status: 422, fields: [{ path: 'ids' }] });
});

const outcomes = async (operationId: number) => {
  await house.services.bulk.settled();
  const { rows } = await sql<{ key: string; outcome: string; code: string | null }>`
    select key, outcome, code from bulk_row where operation_id = ${operationId} order by place`.execute(
    house.db,
  );
  return rows.map(({ key, outcome, code }) => `${key} ${code ?? outcome}`);
};

describe('many at once', () => {
  const all = { userType: 'students' as const };
  it('are closed in the background, with an outcome for each', async () => {
    const before = await closed();
    const { operationId } = await ict.call(deactivations.addMany, {
      selection: { all: true, except: ['dina', 'cato'], question: all },
      start: '2026-11-30',
      end: '2026-12-01',
      comment: 'Utflukt',
    });
    expect(await outcomes(operationId)).toEqual(['anna done', 'bent done', 'egil done']);
    expect(await closed()).toEqual([...new Set([...before, 'anna', 'bent', 'egil'])].toSorted());
    expect((await ict.call(deactivations.list, { search: 'utflukt' })).Items).toMatchObject([
      { status: 'active', end: '2026-12-01' },
      { status: 'active', end: '2026-12-01' },
      { status: 'active', end: '2026-12-01' },
    ]);
  });

  it('are never oneself, a superadmin, or somebody at another school', async () => {
    const keys = [ict.actor.userName, superadmin.actor.userName, 'foreign', 'hidden', 'cato'];
    const { operationId } = await ict.call(deactivations.addMany, {
      selection: { all: false, keys },
      start: '2026-12-14',
      end: '2026-12-15',
    });
    expect(await outcomes(operationId)).toEqual([
      `${ict.actor.userName} deactivation.self`,
      `${superadmin.actor.userName} deactivation.superadmin`,
      'foreign user.not-found',
      'hidden user.not-found',
      'cato done',
    ]);
    expect(await idOf('cato', 'planned')).not.toBe(0);
  });

  it('are opened again, and who was open is told', async () => {
    const { operationId } = await ict.call(deactivations.activateMany, {
      selection: { all: false, keys: ['anna', 'egil', 'cato', 'foreign'] },
    });
    expect(await outcomes(operationId)).toEqual([
      'anna done',
      'egil done',
      'cato deactivation.not-deactivated',
      'foreign user.not-found',
    ]);
    expect(await closed()).toEqual(['bent', 'dina']);
    expect(await eventsOf('deactivation.many-ended')).toBe(1);
  });

  it('are refused for days that cannot be, before anything is begun', async () => {
    const began = await eventsOf('deactivation.many-registered');
    const problem = await ict.refused(deactivations.addMany, {
      selection: { all: false, keys: ['cato'] },
      start: '2026-11-01',
      end: '2026-11-02',
    });
    expect(problem.fields).toMatchObject([{ path: 'start', key: 'past' }]);
    expect(await eventsOf('deactivation.many-registered')).toBe(began);
  });

  it('are refused without the right', async () => {
    const selection = { all: false as const, keys: ['cato'] };
    expect(await teacher.refused(deactivations.addMany, { ...week, selection })).toMatchObject({
      code: 'access.denied',
    });
    expect(await teacher.refused(deactivations.activateMany, { selection })).toMatchObject({
      code: 'access.denied',
    });
  });
});
