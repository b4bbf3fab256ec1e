/** What temporary access and blocks have alike: who may do what with an entry, and what is refused. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { undoing } from '#areas/logs/contract.ts';
import { Problem } from '#kernel/errors.ts';
import { testNow } from '#server/testing/house.ts';
import { only } from '#server/testing/only.ts';

import { blockedAccess, temporaryAccess } from '../contract.ts';
import { runBlocks, runTemporaryAccess } from './service.ts';
import { openAccess } from './testing.ts';

const { house, ict, leader, elsewhere, central, teacher } = await openAccess();
const superadmin = await house.signIn('superadmin', { school: 'FJB' });
const administrator = await house.signIn('groupAdministrator', { school: 'FJB' });

const days = { start: '2026-11-23', end: '2026-12-18' };

/** The import of the evening before they start. */
const atTheImport = (day: string) =>
  house.seed(async ({ tx }) => {
    const at = { now: new Date(`${day}T16:00:00Z`), day };
    await runTemporaryAccess(tx, at);
    await runBlocks(tx, at);
  });

describe.each([
  {
    of: 'temporary access',
    routes: temporaryAccess,
    event: 'temporary-access',
    first: { userName: 'vikar.lunde', role: 'employee' },
    second: { userName: 'annen.lunde', role: 'employee' },
    third: { userName: 'gjest.lunde', role: 'student' },
  },
  {
    of: 'a block',
    routes: blockedAccess,
    event: 'blocked-access',
    first: { userName: 'laerer.fjordby', role: 'employee' },
    second: { userName: 'elev.fjordby', role: 'student' },
    third: { userName: 'begge.fjordby', role: 'employee' },
  },
] as const)('$of', ({ routes, event, first, second, third }) => {
  /** How much each operation of the kind changed; what was refused to the other kind's tests changed nothing. */
  const eventsOf = async (what: string) => {
    const { rows } = await sql<{ changes: number }>`
      select (select count(*)::int from journal.change c where c.operation_id = o.id) as changes
        from journal.operation o where o.event = ${`${event}.${what}`} order by o.id`.execute(house.db);
    return rows.map(({ changes }) => changes).filter((changes) => changes > 0);
  };
  const statusOf = async (id: number) => (await leader.call(routes.id, { id })).status;
  let planned = 0;
  let active = 0;
  let over = 0;

  beforeAll(async () => {
    active = (await leader.call(routes.create, { ...days, ...first })).id;
    over = (await leader.call(routes.create, { ...days, ...second })).id;
    await atTheImport('2026-11-22');
    await leader.call(routes.remove, { ids: [over] });
    await atTheImport('2026-11-22');
    planned = (await leader.call(routes.create, { ...days, start: '2026-12-01', ...third })).id;
  });

  it('is registered, changed and ended with a journal entry each', async () => {
    expect(await eventsOf('registered')).toEqual([1, 1, 1]);
    await leader.call(routes.update, { id: planned, comment: 'Etter avtale' });
    const { id } = await leader.call(routes.create, { ...days, ...second });
    expect((await leader.call(routes.remove, { ids: [id] })).succeeded).toEqual([String(id)]);
    expect([await eventsOf('changed'), await eventsOf('deleted')]).toEqual([[1], [1, 1]]);
  });

  it('that somebody ended goes on only when it gets another last day', async () => {
    await leader.call(routes.remove, { ids: [active] });
    expect(await statusOf(active)).toBe('ending');
    const changed = await leader.call(routes.update, { id: active, comment: 'Avtalt med rektor' });
    expect(changed).toMatchObject({ comment: 'Avtalt med rektor', status: 'ending', can: ['update'] });
    expect(await leader.call(routes.update, { id: active, end: '2026-12-20' })).toMatchObject({
      status: 'active',
      can: ['update', 'delete'],
    });
  });

  it('is changed and ended by the school’s leader and superadmins; by school ICT where it says so', async () => {
    const change = { id: planned, comment: 'Ny' };
    expect(await ict.refused(routes.update, change)).toMatchObject({
      status: 403,
      code: 'school-access.not-yours',
      why: { grantedBy: ['schoolAdministrator', 'superadmin'] },
    });
    const ended = await ict.call(routes.remove, { ids: [planned] });
    expect(ended.failed).toMatchObject([{ id: String(planned), code: 'school-access.not-yours' }]);
    await superadmin.call(routes.update, { ...change, iktCanModify: true });
    expect((await ict.call(routes.update, { ...change, comment: 'Nyere' })).comment).toBe('Nyere');
    for (const caller of [central, teacher, administrator]) {
      for (const route of [routes.update, routes.remove, routes.create, routes.select, routes.warnings]) {
        const { body } = await caller.request(route.signature, only(route, { ...change, ids: [planned] }));
        expect(body).toMatchObject({ code: 'access.denied', why: { rule: 'school-access.order' } });
      }
    }
    for (const route of [routes.id, routes.list, routes.status]) {
      expect(
        (await superadmin.request(route.signature, only(route, { id: planned, ids: [planned] }))).status,
      ).toBe(200);
      expect((await teacher.request(route.signature, only(route, { id: planned }))).body).toMatchObject({
        code: 'access.denied',
        why: { rule: 'school-access.read' },
      });
    }
  });

  it('that is over is nobody’s to change or end', async () => {
    expect(await leader.call(routes.id, { id: over })).toMatchObject({ status: 'ended', can: [] });
    expect(await leader.refused(routes.update, { id: over, end: '2026-12-24' })).toMatchObject({
      status: 409,
      code: 'school-access.over',
    });
    expect(await leader.call(routes.remove, { ids: [over] })).toMatchObject({
      succeeded: [],
      failed: [{ id: String(over), code: 'school-access.over' }],
    });
  });

  it('of another school is not there, nor is one of the other kind', async () => {
    const other = routes === temporaryAccess ? blockedAccess : temporaryAccess;
    for (const [caller, { id, update, remove, status, list }] of [
      [elsewhere, routes],
      [leader, other],
    ] as const) {
      const missing = { code: 'school-access.not-found', status: 404 };
      expect(await caller.refused(id, { id: planned })).toMatchObject(missing);
      expect(await caller.refused(update, { id: planned, comment: 'x' })).toMatchObject(missing);
      expect((await caller.call(remove, { ids: [planned] })).failed).toMatchObject([
        { code: 'school-access.not-found' },
      ]);
      expect((await caller.call(status, { ids: [planned] })).Items).toEqual([]);
      expect((await caller.call(list, { userName: third.userName })).Items).toEqual([]);
    }
  });

  it('is renewed among several, each by the rules of changing it, and the renewal is undone', async () => {
    const endOf = async (id: number) => (await leader.call(routes.id, { id })).end;
    const before = [await endOf(active), await endOf(planned)];
    const codes = async (by: typeof leader, ids: number[], end: string) =>
      (await by.call(routes.renew, { ids, end })).failed.map(({ code }) => code);

    const { succeeded, failed, operationId } = await leader.call(routes.renew, {
      ids: [active, planned, over, 999_999],
      end: '2027-01-15',
    });
    expect(succeeded).toEqual([String(active), String(planned)]);
    expect(failed.map(({ code }) => code)).toEqual(['school-access.over', 'school-access.not-found']);
    expect([await endOf(active), await endOf(planned)]).toEqual(['2027-01-15', '2027-01-15']);
    expect(await codes(leader, [active], '2027-01-14')).toEqual(['school-access.lasts-longer']);
    expect(await codes(leader, [active], '2027-11-24')).toEqual(['school-access.too-long']);
    expect(await codes(ict, [active], '2027-02-01')).toEqual(['school-access.not-yours']);
    expect(await codes(elsewhere, [active], '2027-02-01')).toEqual(['school-access.not-found']);
    expect(await leader.refused(routes.renew, { ids: [active], end: '2026-11-19' })).toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'end', key: 'past' }],
    });

    await superadmin.call(undoing.undo, { id: operationId });
    expect([await endOf(active), await endOf(planned)]).toEqual(before);
  });

  it('one that somebody ended goes on when it is renewed, and who was to be reminded is not again', async () => {
    await leader.call(routes.update, { id: active, renewDate: '2026-11-24' });
    await leader.call(routes.remove, { ids: [active] });
    house.clock.set('2026-11-25T12:00:00Z');
    await leader.call(routes.renew, { ids: [active], end: '2026-12-20' });
    expect(await leader.call(routes.id, { id: active })).toMatchObject({ status: 'active', renewDate: null });
    house.clock.set(testNow);
  });

  it('is changed by whoever read it last', async () => {
    const { version } = await leader.call(routes.id, { id: planned });
    const late = { id: planned, version: version - 1, comment: 'For sent' };
    expect(await leader.refused(routes.update, late)).toMatchObject({ status: 409, code: 'row.stale' });
  });

  it.each([
    ['update', { start: '2026-11-19' }, 'start past'],
    ['update', { start: '2027-11-21' }, 'start startAhead'],
    ['update', { end: '2026-11-30' }, 'end beforeStart'],
    ['update', { end: '2027-12-02' }, 'end span'],
    ['update', { renewDate: '2026-11-30' }, 'renewDate outside'],
    ['update', { comment: '<b>' }, 'comment angles'],
    ['update', { comment: 'x'.repeat(257) }, 'comment maxLength'],
    ['create', { userName: '' }, 'userName required'],
    ['create', { role: 'teacher' }, 'role invalid'],
    ['create', { end: '2027-12-02' }, 'end span'],
    ['create', { start: '2027-11-21', end: '2027-11-22' }, 'start startAhead'],
    ['create', { end: 'i morgen' }, 'end invalid'],
    ['id', { id: 0 }, 'id min'],
    ['status', { ids: [] }, 'ids required'],
    ['remove', { ids: '1,b' }, 'ids.1 invalid'],
    ['warnings', { days: 367 }, 'days max'],
    ['select', { kind: 'teacher' }, 'kind invalid'],
    ['list', { status: ['gone'] }, 'status.0 invalid'],
    ['list', { expiresWithinDays: -1 }, 'expiresWithinDays min'],
  ] as const)('%s is refused with %o', async (route, wrong, field) => {
    const whole = { ...days, ...second, id: planned, start: '2026-12-01', end: '2026-12-18' };
    const input =
      route === 'create' || route === 'update' ? only(routes[route], { ...whole, ...wrong }) : wrong;
    const { status, body } = await leader.request(routes[route].signature, input);
    expect([status, body]).toMatchObject([422, { code: 'request.invalid' }]);
    const { fields } = Problem.parse(body);
    expect(fields.map(({ path, key }) => `${path} ${key}`)).toEqual([field]);
  });

  it('may last to the same day a year ahead, and start on it', async () => {
    const { end } = await leader.call(routes.update, {
      id: planned,
      start: '2027-11-20',
      end: '2028-11-19',
    });
    expect(end).toBe('2028-11-19');
  });

  it('is ended by the numbers in the address too', async () => {
    const { status, body } = await leader.request(`${routes.remove.signature}?ids=${active},${planned}`);
    expect([status, body]).toEqual([200, { succeeded: [String(active), String(planned)], failed: [] }]);
    expect(await leader.refused(routes.id, { id: planned })).toMatchObject({
      code: 'school-access.not-found',
    });
    expect(await statusOf(active)).toBe('ending');
  });
});

it('a block needs a school to stand at', async () => {
  const owner = await house.signIn('superadmin');
  const wanted = { ...days, userName: 'elev.fjordby', role: 'student' } as const;
  expect(await owner.refused(blockedAccess.create, wanted)).toMatchObject({
    status: 422,
    code: 'school-access.no-school',
  });
});
