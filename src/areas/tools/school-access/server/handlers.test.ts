import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { blockedAccess, temporaryAccess } from '../contract.ts';
import { openAccess } from './testing.ts';

const { house, ict, leader, elsewhere, central, teacher } = await openAccess();
const superadmin = await house.signIn('superadmin');

const visit = { userName: 'vikar.lunde', role: 'employee', start: '2026-11-30', end: '2026-12-18' } as const;
const stop = {
  userName: 'laerer.fjordby',
  role: 'employee',
  start: '2026-11-30',
  end: '2026-12-18',
} as const;

async function eventsOf(event: string): Promise<number> {
  const { rows } = await sql`select from journal.operation where event = ${event}`.execute(house.db);
  return rows.length;
}

async function placesOf(userName: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select s.code || ' ' || p.role || ' ' || p.source as place
      from school_user p join school s on s.id = p.school_id join users u on u.id = p.user_id
     where u.user_name = ${userName} order by s.code`.execute(house.db);
  return rows.map(({ place }) => place);
}

describe('registering temporary access', () => {
  it('waits for the import, and is written in the log', async () => {
    const entry = await ict.call(temporaryAccess.create, { ...visit, comment: 'Vikar i 8B' });
    expect(entry).toMatchObject({
      ...visit,
      displayName: 'Prøve Vikar',
      school: { code: 'FJB' },
      status: 'planned',
      comment: 'Vikar i 8B',
      iktCanModify: false,
      registeredBy: `Prøve ${ict.actor.userName}`,
      // School ICT may not change what it may not change.
      can: [],
    });
    expect(await leader.call(temporaryAccess.id, { id: entry.id })).toMatchObject({
      can: ['update', 'delete'],
    });
    expect(await eventsOf('temporary-access.registered')).toBe(1);
    expect(await placesOf('vikar.lunde')).toEqual(['LUN employee manual']);
  });

  it('is refused a second time at the same school', async () => {
    expect(
      await ict.refused(temporaryAccess.create, { ...visit, start: '2027-01-04', end: '2027-01-05' }),
    ).toMatchObject({
      status: 409,
      code: 'school-access.temporary-exists',
      fields: [{ path: 'userName', key: 'temporaryExists' }],
    });
  });

  it('starts at once when asked to', async () => {
    const entry = await leader.call(temporaryAccess.create, {
      userName: 'annen.lunde',
      role: 'employee',
      end: '2026-11-27',
      immediate: true,
      iktCanModify: true,
    });
    expect(entry).toMatchObject({ start: '2026-11-20', status: 'active', immediate: true });
    expect(await placesOf('annen.lunde')).toEqual(['FJB employee temporary-access', 'LUN employee manual']);
  });

  it.each([
    [{ userName: 'finnes.ikke' }, 404, 'user.not-found', 'userName noUser'],
    [{ userName: 'sluttet.lunde' }, 404, 'user.not-found', 'userName noUser'],
    [{ userName: 'skjult.lunde' }, 404, 'user.not-found', 'userName noUser'],
    [{ userName: 'laerer.fjordby' }, 409, 'school-access.already-here', 'userName alreadyHere'],
    [{ userName: 'tredje.lunde', start: '2026-11-19' }, 422, 'request.invalid', 'start past'],
    [{ userName: 'tredje.lunde', start: '' }, 422, 'request.invalid', 'start required'],
    [{ userName: 'tredje.lunde', end: '2026-11-29' }, 422, 'request.invalid', 'end beforeStart'],
    [{ userName: 'tredje.lunde', end: '2027-12-01' }, 422, 'request.invalid', 'end span'],
    [{ userName: 'tredje.lunde', comment: '<b>' }, 422, 'request.invalid', 'comment angles'],
    [{ userName: 'tredje.lunde', renewDate: '2027-01-01' }, 422, 'request.invalid', 'renewDate outside'],
  ])('is refused for %o', async (changes, status, code, field) => {
    const problem = await ict.refused(temporaryAccess.create, { ...visit, ...changes });
    expect(problem).toMatchObject({ status, code });
    expect(problem.fields.map(({ path, key }) => `${path} ${key}`)).toEqual([field]);
  });

  it('needs a school to stand at, and the right', async () => {
    const wanted = { ...visit, userName: 'tredje.lunde' };
    expect(await superadmin.refused(temporaryAccess.create, wanted)).toMatchObject({
      code: 'school-access.no-school',
    });
    for (const caller of [teacher, central]) {
      expect(await caller.refused(temporaryAccess.create, wanted)).toMatchObject({ code: 'access.denied' });
    }
  });
});

describe('the list', () => {
  it('has the entries of the school, filtered and sorted', async () => {
    const page = await ict.call(temporaryAccess.list, { sortBy: 'start', sortDir: 'asc' });
    expect(page.Items.map(({ userName, status }) => [userName, status])).toEqual([
      ['annen.lunde', 'active'],
      ['vikar.lunde', 'planned'],
    ]);
    const ask = async (question: object) =>
      (await ict.call(temporaryAccess.list, question)).Items.map(({ userName }) => userName);
    expect(await ask({ status: ['active'] })).toEqual(['annen.lunde']);
    expect(await ask({ search: '8b' })).toEqual(['vikar.lunde']);
    expect(await ask({ userName: 'VIKAR.lunde' })).toEqual(['vikar.lunde']);
    expect(await ask({ expiresWithinDays: 7 })).toEqual(['annen.lunde']);
    expect(await ask({ endsBefore: '2026-11-28' })).toEqual(['annen.lunde']);
    expect(await ask({ role: ['student'] })).toEqual([]);
    expect(await ask({ registeredBy: leader.actor.userName })).toEqual(['annen.lunde']);
  });

  it.each([
    'displayName',
    'userName',
    'role',
    'status',
    'comment',
    'school',
    'iktCanModify',
    'renewDate',
  ] as const)('sorts by %s', async (sortBy) => {
    expect((await ict.call(temporaryAccess.list, { sortBy })).TotalItems).toBe(2);
  });

  it('is another school’s own matter; the whole owner sees all', async () => {
    expect((await elsewhere.call(temporaryAccess.list, {})).Items).toEqual([]);
    expect((await superadmin.call(temporaryAccess.list, {})).TotalItems).toBe(2);
    expect((await superadmin.call(temporaryAccess.list, { school: 'LUN' })).TotalItems).toBe(0);
    const [first] = (await ict.call(temporaryAccess.list, {})).Items;
    expect(await elsewhere.refused(temporaryAccess.id, { id: first?.id ?? 0 })).toMatchObject({
      code: 'school-access.not-found',
    });
  });

  it('tells how far entries have come', async () => {
    const { Items } = await ict.call(temporaryAccess.list, { sortBy: 'start', sortDir: 'asc' });
    const { Items: states } = await ict.call(temporaryAccess.status, {
      ids: [...Items.map(({ id }) => id), 999],
    });
    expect(states.map(({ status }) => status).toSorted()).toEqual(['active', 'planned']);
    expect(states.find(({ status }) => status === 'active')?.lastImport).toBe('2026-11-20T12:00:00.000Z');
  });
});

const idOf = async (userName: string) =>
  (await leader.call(temporaryAccess.list, { userName })).Items[0]?.id ?? 0;

describe('changing and ending', () => {
  it('is the school administrator’s, and school ICT’s where it says so', async () => {
    const id = await idOf('vikar.lunde');
    expect(await ict.refused(temporaryAccess.update, { id, end: '2026-12-20' })).toMatchObject({
      status: 403,
      code: 'school-access.not-yours',
    });
    const changed = await leader.call(temporaryAccess.update, { id, end: '2026-12-20', iktCanModify: true });
    expect(changed).toMatchObject({ end: '2026-12-20', iktCanModify: true, version: 2 });
    // The flag itself is not theirs to change.
    expect(
      await ict.call(temporaryAccess.update, {
        id,
        comment: 'Til jul',
        renewDate: '2026-12-01',
        iktCanModify: false,
      }),
    ).toMatchObject({ comment: 'Til jul', renewDate: '2026-12-01', iktCanModify: true });
    expect(await leader.refused(temporaryAccess.update, { id, version: 1, end: '2026-12-19' })).toMatchObject(
      {
        code: 'row.stale',
      },
    );
  });

  it('leaves the start of an active one as it is, and moves its end with it', async () => {
    const id = await idOf('annen.lunde');
    expect(await ict.refused(temporaryAccess.update, { id, start: '2026-11-22' })).toMatchObject({
      fields: [{ path: 'start', key: 'startLocked' }],
    });
    await ict.call(temporaryAccess.update, { id, end: '2026-12-04' });
    const { rows } = await sql<{ endOn: string }>`
      select end_on from school_user where source = 'temporary-access'`.execute(house.db);
    expect(rows).toEqual([{ endOn: '2026-12-04' }]);
  });

  it('deletes what is planned, and ends what is active at the next import', async () => {
    const [planned, active] = [await idOf('vikar.lunde'), await idOf('annen.lunde')];
    const result = await leader.call(temporaryAccess.remove, { ids: [planned, active, 999] });
    expect(result).toEqual({
      succeeded: [String(planned), String(active)],
      failed: [{ id: '999', code: 'school-access.not-found', params: {} }],
    });
    expect(await idOf('vikar.lunde')).toBe(0);
    expect(await leader.call(temporaryAccess.id, { id: active })).toMatchObject({
      status: 'ending',
      can: ['update'],
    });
    expect(await eventsOf('temporary-access.deleted')).toBe(1);
    expect(await elsewhere.call(temporaryAccess.remove, { ids: [active] })).toMatchObject({
      failed: [{ code: 'school-access.not-found' }],
    });
  });
});

describe('a block', () => {
  it('is for somebody with that role at the school, once, and never for oneself', async () => {
    expect(await ict.call(blockedAccess.create, stop)).toMatchObject({
      status: 'planned',
      school: { code: 'FJB' },
    });
    const again = await ict.refused(blockedAccess.create, stop);
    expect(again).toMatchObject({ status: 409, code: 'school-access.block-exists' });
    expect(await ict.refused(blockedAccess.create, { ...stop, userName: 'elev.fjordby' })).toMatchObject({
      code: 'school-access.not-here',
      fields: [{ path: 'role', key: 'notHere' }],
    });
    const outside = await ict.refused(blockedAccess.create, { ...stop, userName: 'tredje.lunde' });
    expect(outside).toMatchObject({ code: 'user.not-found' });
    expect(await ict.refused(blockedAccess.create, { ...stop, userName: ict.actor.userName })).toMatchObject({
      code: 'school-access.self',
    });
    const hidden = { ...stop, userName: 'skjult.fjordby', role: 'student' } as const;
    expect(await ict.refused(blockedAccess.create, hidden)).toMatchObject({ code: 'user.not-found' });
    await leader.call(blockedAccess.create, hidden);
    expect((await ict.call(blockedAccess.list, {})).TotalItems).toBe(1);
    expect((await leader.call(blockedAccess.list, {})).TotalItems).toBe(2);
    expect(await eventsOf('blocked-access.registered')).toBe(2);
  });

  it('is changed, told of and deleted like temporary access', async () => {
    const [entry] = (await leader.call(blockedAccess.list, { userName: 'laerer.fjordby' })).Items;
    const id = entry?.id ?? 0;
    await leader.call(blockedAccess.update, { id, end: '2026-12-24' });
    expect(await ict.call(blockedAccess.id, { id })).toMatchObject({ end: '2026-12-24' });
    expect((await ict.call(blockedAccess.status, { ids: [id] })).Items).toMatchObject([
      { id, status: 'planned' },
    ]);
    expect(await ict.call(blockedAccess.remove, { ids: [id] })).toMatchObject({
      failed: [{ code: 'school-access.not-yours' }],
    });
    expect(await leader.call(blockedAccess.remove, { ids: [id] })).toMatchObject({ succeeded: [String(id)] });
    // What is not of its kind is not found.
    const { Items } = await leader.call(temporaryAccess.list, {});
    expect(await leader.refused(blockedAccess.id, { id: Items[0]?.id ?? 0 })).toMatchObject({
      code: 'school-access.not-found',
    });
  });
});

const find = async (search: string) =>
  (await ict.call(temporaryAccess.select, { kind: 'user', search })).users.map(({ userName }) => userName);

describe('what can be chosen', () => {
  it('has the school’s own people for a block, by any word', async () => {
    const { users } = await ict.call(blockedAccess.select, { kind: 'user', search: 'prøve' });
    expect(users.map(({ userName }) => userName)).toContain('elev.fjordby');
    expect(users.map(({ userName }) => userName)).not.toContain('vikar.lunde');
  });

  it('has people of other schools for temporary access by their whole name alone', async () => {
    expect(await find('vikar')).toEqual([]);
    expect(await find('Vikar.Lunde')).toEqual(['vikar.lunde']);
    expect(await find('vikar@lunde.no')).toEqual(['vikar.lunde']);
    expect(await find('skjult.lunde')).toEqual([]);
    expect(
      (await superadmin.call(temporaryAccess.select, { kind: 'user', search: 'vikar' })).users,
    ).toHaveLength(1);
  });

  it('has the roles, the schools and the limits', async () => {
    const choices = await ict.call(temporaryAccess.select, { kind: 'school' });
    expect(choices).toMatchObject({
      roles: [{ id: 'student' }, { id: 'employee' }],
      schools: [{ code: 'FJB' }],
      limits: { maxSpanDays: 365, maxStartAheadDays: 365 },
    });
    expect((await superadmin.call(temporaryAccess.select, { kind: 'school' })).schools).toHaveLength(2);
  });
});

describe('the warnings', () => {
  it('say what ends soon, whose person left and what contradicts itself', async () => {
    await leader.call(temporaryAccess.create, { ...visit, userName: 'gjest.lunde', role: 'student' });
    await leader.call(temporaryAccess.create, { ...visit, userName: 'tredje.lunde', end: '2026-12-02' });
    await house.seed(async ({ tx }) => {
      await sql`update users set expires_on = '2026-11-10' where user_name = 'gjest.lunde'`.execute(tx);
    });
    const told = async () =>
      (await ict.call(temporaryAccess.warnings, {})).Items.map(({ userName, warning }) => [
        userName,
        warning,
      ]);
    // What has just been given is not about to end.
    expect(await told()).toEqual([['gjest.lunde', 'userLeft']]);
    const began = house.clock.now().toISOString();
    house.clock.set('2026-12-01T12:00:00Z');
    expect(await told()).toEqual([
      ['tredje.lunde', 'endsSoon'],
      ['gjest.lunde', 'userLeft'],
    ]);
    // What could not be carried out is told of for as long as it was for.
    await house.seed(async ({ tx }) => {
      await sql`update access_entry set status = 'failed', failure = 'no-role'
        where user_id = (select id from users where user_name = 'tredje.lunde')`.execute(tx);
    });
    expect(await told()).toContainEqual(['tredje.lunde', 'failed']);
    await house.seed(async ({ tx }) => {
      await sql`update access_entry set status = 'planned', failure = null
        where user_id = (select id from users where user_name = 'tredje.lunde')`.execute(tx);
    });
    house.clock.set(began);
    await house.seed(async ({ tx }) => {
      await sql`insert into school_user (school_id, user_id, role, added_at)
        select s.id, u.id, 'employee', now() from school s, users u
         where s.code = 'FJB' and u.user_name = 'tredje.lunde'`.execute(tx);
    });
    expect(
      (await ict.call(temporaryAccess.warnings, { days: 3 })).Items.map(({ warning }) => warning),
    ).toEqual(['conflict', 'userLeft']);
    const { Items: listed } = await ict.call(temporaryAccess.list, { warning: ['conflict'] });
    expect(listed.map(({ userName }) => userName)).toEqual(['tredje.lunde']);
    expect((await elsewhere.call(temporaryAccess.warnings, {})).Items).toEqual([]);
    expect((await ict.call(blockedAccess.warnings, {})).Items).toEqual([]);
    expect(await teacher.refused(blockedAccess.warnings, {})).toMatchObject({ code: 'access.denied' });
  });
});
