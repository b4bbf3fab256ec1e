import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openHouse, testNow } from '#server/testing/house.ts';

import { locks } from '../contract.ts';
import { lockHandlers } from './handlers.ts';
import { type Cast, eventsOf, packageId, peopleAndGroups } from './testing.ts';

const house = await openHouse(lockHandlers);
let cast: Cast;
let udir: number;
let ours: number;

beforeAll(async () => {
  cast = await peopleAndGroups(house);
  udir = await packageId(house, 'Udir');
  ours = await packageId(house, 'Ordbøker');
});

beforeEach(async () => {
  house.clock.set(testNow);
  await house.seed(({ tx }) => sql`delete from internet_lock`.execute(tx));
});

const at = (clock: string, day = '2026-11-20') => `${day}T${clock}:00Z`;
const lesson = {
  description: 'Matteprøve',
  groupNames: ['FJB 8A'],
  start: at('13:00'),
  end: at('14:00'),
  ownDomains: ['Nrk.no'],
};
const now = { ...lesson, start: undefined, immediate: true };

/** Until somebody waits for what this transaction holds. */
async function waitsFor(db: typeof house.db): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBeGreaterThan(0);
}

const names = (problem: { fields: { path: string; key: string }[] }) =>
  problem.fields.map(({ path, key }) => `${path} ${key}`);

describe('making a lock', () => {
  it('plans it, with what it opens and whom it reaches, and says so in the journal', async () => {
    const lock = await cast.ict.call(locks.add, { ...lesson, domainPackageIds: [udir, ours] });
    expect(lock).toMatchObject({
      description: 'Matteprøve',
      status: 'planned',
      groupNames: ['FJB 8A'],
      groups: [{ displayName: '8A', kind: 'group' }],
      // One more has a protected identity: only those who may know of them count them.
      people: 2,
      ownDomains: ['nrk.no'],
      can: ['update', 'delete', 'copy'],
      exam: false,
    });
    expect(await cast.leader.call(locks.detail, { id: lock.id })).toMatchObject({ people: 3 });
    expect(lock.open.map(({ domain, sources }) => [domain, sources[0]?.kind])).toEqual([
      ['eksamen.udir.no', 'package'],
      ['fjb.no', 'always-school'],
      ['fjordby.kommune.no', 'always-global'],
      ['nrk.no', 'own'],
      ['ordbokene.no', 'package'],
      ['udir.no', 'package'],
    ]);
    expect(await eventsOf(house, 'internet-lock.added')).toBe(1);
    const { rows } = await sql<{ tableName: string }>`
      select distinct table_name as "tableName" from journal.change c
        join journal.operation o on o.id = c.operation_id and o.event = 'internet-lock.added' order by 1`.execute(
      house.db,
    );
    expect(rows.map(({ tableName }) => tableName)).toEqual([
      'internet_lock',
      'internet_lock_package',
      'internet_lock_target',
    ]);
  });

  it('begins at once, and ends by the clock alone', async () => {
    const { id, status } = await cast.teacher.call(locks.add, now);
    expect(status).toBe('active');
    house.clock.set(at('13:59'));
    expect((await cast.teacher.call(locks.detail, { id })).status).toBe('active');
    house.clock.set(at('14:00'));
    expect(await cast.teacher.call(locks.detail, { id })).toMatchObject({
      status: 'finished',
      can: ['copy'],
    });
  });

  it('of an exam begins half an hour after it was made at the earliest', async () => {
    const exam = { ...now, groupNames: ['FJB eksamen 1'], examResources: true };
    const lock = await cast.ict.call(locks.add, exam);
    expect(lock).toMatchObject({
      exam: true,
      status: 'planned',
      activeFrom: '2026-11-20T12:30:00.000Z',
      people: 1,
      groups: [{ displayName: 'Norsk hovedmål', kind: 'exam' }],
    });
    expect(lock.open.map(({ domain }) => domain)).toContain('geogebra.org');
  });

  it.each([
    [{ start: at('12:00') }, 'start future'],
    [{ end: at('12:00') }, 'end future'],
    [{ end: at('13:00') }, 'end afterStart'],
    [{ start: undefined }, 'start required'],
    [{ description: '<' }, 'description angles'],
    [{ description: ' ' }, 'description required'],
    [{ groupNames: [] }, 'groupNames required'],
    [{ groupNames: ['FJB 8A', 'LUN 9Z'] }, 'groupNames noGroup'],
    [{ ownDomains: ['http://nrk.no'] }, 'ownDomains scheme'],
    [{ ownDomains: ['nrk.no.'] }, 'ownDomains period'],
    [{ ownDomains: ['nrk'] }, 'ownDomains domain'],
    [{ ownDomains: Array.from({ length: 11 }, (_, n) => `a${n}.no`) }, 'ownDomains tooManyDomains'],
    [{ domainPackageIds: [1, 2, 3, 4, 5, 6] }, 'domainPackageIds tooManyPackages'],
    [{ examResources: true }, 'examResources examUsersOnly'],
    [{ start: 'tomorrow' }, 'start invalid'],
  ])('is refused for %o', async (changes, field) => {
    const problem = await cast.ict.refused(locks.add, { ...lesson, ...changes });
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(names(problem)).toEqual([field]);
    expect((await cast.ict.call(locks.list, {})).TotalItems).toBe(0);
  });

  it('names the faulty domain', async () => {
    const problem = await cast.ict.refused(locks.add, { ...lesson, ownDomains: ['ok.no', 'not ok'] });
    expect(problem.fields).toMatchObject([{ key: 'domain', params: { domain: 'not ok' } }]);
  });

  it('takes ten domains and five packages', async () => {
    const ownDomains = Array.from({ length: 10 }, (_, n) => `a${n}.no`);
    expect(await cast.ict.call(locks.add, { ...lesson, ownDomains })).toMatchObject({ ownDomainCount: 10 });
  });

  it('is refused with a package of another school', async () => {
    const domainPackageIds = [await packageId(house, 'Lundes egne')];
    expect(await cast.ict.refused(locks.add, { ...lesson, domainPackageIds })).toMatchObject({
      code: 'domain-package.not-found',
    });
  });

  it('is refused with a group or a package that somebody deletes just then', async () => {
    await house.seed((seed) => seed.group({ name: 'FJB kort', school: 'FJB' }));
    const made = await house.seed(({ tx }) =>
      sql<{
        id: number;
      }>`insert into domain_package (school_id, name, domains, changed_by, changed_at, created_at)
        select id, 'Kort', array['a.no'], 'Prøve', now(), now() from school where code = 'FJB' returning id`.execute(
        tx,
      ),
    );
    const packageIds = made.rows.map(({ id }) => id);
    const cases: [
      { groupNames: string[] } | { domainPackageIds: number[] },
      ReturnType<typeof sql>,
      string,
    ][] = [
      [{ groupNames: ['FJB kort'] }, sql`delete from groups where name = 'FJB kort'`, 'group.not-found'],
      [
        { domainPackageIds: packageIds },
        sql`delete from domain_package where name = 'Kort'`,
        'domain-package.not-found',
      ],
    ];
    for (const [lock, what, code] of cases) {
      const refused = Promise.withResolvers<unknown>();
      await house.seed(async ({ tx }) => {
        await what.execute(tx);
        refused.resolve(cast.ict.refused(locks.add, { ...lesson, ...lock }));
        await waitsFor(house.db);
      });
      expect(await refused.promise).toMatchObject({ code });
    }
  });

  it('is refused without the right, without a school, and of a teacher on others’ groups', async () => {
    expect(await cast.central.refused(locks.add, lesson)).toMatchObject({ code: 'access.denied' });
    expect(await cast.superadmin.refused(locks.add, lesson)).toMatchObject({ code: 'school.not-chosen' });
    const others = { ...lesson, groupNames: ['FJB 8B'] };
    expect(names(await cast.teacher.refused(locks.add, others))).toEqual(['groupNames noGroup']);
  });
});

describe('two locks on one group', () => {
  it.each([
    ['12:30', '13:30'],
    ['13:30', '14:30'],
    ['13:10', '13:20'],
    ['12:30', '15:00'],
  ])('collide from %s to %s', async (start, end) => {
    await cast.ict.call(locks.add, lesson);
    const other = { ...lesson, groupNames: ['FJB 8B', 'FJB 8A'], start: at(start), end: at(end) };
    expect(await cast.ict.refused(locks.add, other)).toMatchObject({
      status: 409,
      code: 'internet-lock.collision',
      params: { description: 'Matteprøve', groups: '8A' },
    });
  });

  it.each([
    ['12:30', '13:00', 'FJB 8A'],
    ['14:00', '15:00', 'FJB 8A'],
    ['13:10', '13:20', 'FJB 8B'],
  ])('do not from %s to %s on %s', async (start, end, group) => {
    await cast.ict.call(locks.add, lesson);
    const other = { ...lesson, groupNames: [group], start: at(start), end: at(end) };
    expect(await cast.ict.call(locks.add, other)).toMatchObject({ status: 'planned' });
  });

  it('cannot both be made by two who do it at the same moment', async () => {
    const both = await Promise.allSettled([
      cast.ict.call(locks.add, lesson),
      cast.teacher.call(locks.add, lesson),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('changing a lock', () => {
  it('changes everything of a planned one', async () => {
    const { id, version } = await cast.ict.call(locks.add, lesson);
    const changed = await cast.ict.call(locks.update, {
      id,
      version,
      description: 'Naturfag',
      groupNames: ['FJB 8B'],
      start: at('13:30'),
      end: at('15:00'),
      ownDomains: ['a.no', 'b.no'],
      domainPackageIds: [udir],
      chat: 'blocked',
    });
    expect(changed).toMatchObject({
      description: 'Naturfag',
      groupNames: ['FJB 8B'],
      activeFrom: '2026-11-20T13:30:00.000Z',
      end: '2026-11-20T15:00:00.000Z',
      ownDomainCount: 2,
      packageCount: 1,
      people: 1,
      version: version + 1,
      chatTimes: { asked: '2026-11-20T12:00:00.000Z', free: '2026-11-20T19:00:00.000Z' },
    });
    expect(await cast.ict.refused(locks.update, { id, version, description: 'x' })).toMatchObject({
      code: 'row.stale',
    });
    expect(await eventsOf(house, 'internet-lock.changed')).toBe(1);
  });

  it('changes only end, domains and description of an active one', async () => {
    const { id } = await cast.ict.call(locks.add, now);
    const same = { id, groupNames: ['fjb 8a'], chat: 'none' as const, immediate: true };
    const more = { description: 'Lenger', end: at('15:00'), ownDomains: ['c.no'] };
    expect(await cast.ict.call(locks.update, { ...same, ...more })).toMatchObject({
      description: 'Lenger',
      end: '2026-11-20T15:00:00.000Z',
      ownDomains: ['c.no'],
      activeFrom: '2026-11-20T12:00:00.000Z',
    });
    for (const what of [{ groupNames: ['FJB 8B'] }, { chat: 'blocked' as const }, { immediate: false }]) {
      expect(await cast.ict.refused(locks.update, { id, ...what })).toMatchObject({
        code: 'internet-lock.begun',
      });
    }
    expect(names(await cast.ict.refused(locks.update, { id, end: at('11:00') }))).toEqual(['end future']);
  });

  it('changes nothing of a finished one, and finds none of another school', async () => {
    const { id } = await cast.ict.call(locks.add, now);
    expect(await cast.elsewhere.refused(locks.update, { id })).toMatchObject({
      code: 'internet-lock.not-found',
    });
    house.clock.set(at('14:00'));
    expect(await cast.ict.refused(locks.update, { id, description: 'x' })).toMatchObject({
      code: 'internet-lock.finished',
    });
  });

  it('of an exam keeps its half hour from when it became one', async () => {
    const soon = { ...lesson, start: at('12:10') };
    const { id } = await cast.ict.call(locks.add, soon);
    house.clock.set(at('12:05'));
    const exam = await cast.ict.call(locks.update, { id, groupNames: ['FJB eksamen 1'] });
    expect(exam).toMatchObject({ exam: true, activeFrom: '2026-11-20T12:35:00.000Z' });
    house.clock.set(at('12:06'));
    expect(await cast.ict.call(locks.update, { id, description: 'Norsk' })).toMatchObject({
      activeFrom: '2026-11-20T12:35:00.000Z',
    });
  });

  it('restricts the chat from when that was asked for, not from when the lock was made', async () => {
    const late = { ...lesson, start: at('18:00'), end: at('19:00') };
    const { id } = await cast.ict.call(locks.add, late);
    house.clock.set(at('17:30'));
    expect((await cast.ict.call(locks.update, { id, chat: 'blocked' })).chatTimes).toMatchObject({
      asked: '2026-11-20T17:30:00.000Z',
      certain: '2026-11-20T20:30:00.000Z',
      phase: 'asked',
    });
    house.clock.set(at('17:40'));
    expect((await cast.ict.call(locks.update, { id, chat: 'restricted' })).chatTimes).toMatchObject({
      asked: '2026-11-20T17:30:00.000Z',
    });
    expect((await cast.ict.call(locks.update, { id, chat: 'blocked' })).chatTimes).toMatchObject({
      asked: '2026-11-20T17:40:00.000Z',
    });
    expect((await cast.ict.call(locks.update, { id, chat: 'none' })).chatTimes).toBeNull();
  });

  it('refuses to be moved onto another lock', async () => {
    await cast.ict.call(locks.add, lesson);
    const { id } = await cast.ict.call(locks.add, { ...lesson, start: at('14:00'), end: at('15:00') });
    expect(await cast.ict.refused(locks.update, { id, start: at('13:30') })).toMatchObject({
      code: 'internet-lock.collision',
    });
  });

  it('lets a teacher change their own, and only see one on others’ groups too', async () => {
    const { id } = await cast.ict.call(locks.add, { ...lesson, groupNames: ['FJB 8A', 'FJB 8B'] });
    expect(await cast.teacher.call(locks.detail, { id })).toMatchObject({ can: ['copy'] });
    expect(await cast.teacher.refused(locks.update, { id, end: at('15:00') })).toMatchObject({
      status: 403,
      code: 'internet-lock.not-yours',
      why: { rule: 'internet-lock.own' },
    });
  });
});

describe('ending and deleting', () => {
  it('ends what is active, deletes what is planned, and leaves what is finished', async () => {
    const active = await cast.ict.call(locks.add, { ...now, end: at('12:30') });
    const planned = await cast.ict.call(locks.add, lesson);
    expect(await cast.elsewhere.refused(locks.remove, { id: active.id })).toMatchObject({
      code: 'internet-lock.not-found',
    });
    expect(await cast.ict.call(locks.remove, { id: active.id })).toEqual({ ended: true });
    expect(await cast.ict.call(locks.detail, { id: active.id })).toMatchObject({
      status: 'finished',
      end: '2026-11-20T12:00:00.000Z',
      endedBy: expect.stringContaining('schoolict'),
    });
    const result = await cast.ict.call(locks.removeMany, { ids: [active.id, planned.id, 999_999] });
    expect(result.succeeded).toEqual([String(planned.id)]);
    expect(result.failed.map(({ code }) => code)).toEqual([
      'internet-lock.finished',
      'internet-lock.not-found',
    ]);
    expect((await cast.ict.call(locks.list, {})).TotalItems).toBe(1);
    expect(await eventsOf(house, 'internet-lock.ended')).toBe(2);
  });
});

describe('the list', () => {
  it('has the school’s locks, by status, teacher, group, person and time', async () => {
    await cast.teacher.call(locks.add, { ...now, end: at('12:30') });
    await cast.ict.call(locks.add, { ...lesson, description: 'Trinnprøve', groupNames: ['FJB 8'] });
    const titles = async (question: object = {}, caller = cast.ict) =>
      (await caller.call(locks.list, { sortBy: 'start', ...question })).Items.map(
        ({ description }) => description,
      );
    expect(await titles()).toEqual(['Matteprøve', 'Trinnprøve']);
    expect(await titles({ status: 'active' })).toEqual(['Matteprøve']);
    expect(await titles({ status: 'planned' })).toEqual(['Trinnprøve']);
    expect(await titles({ status: 'finished' })).toEqual([]);
    expect(await titles({ teacher: cast.teacher.actor.userName })).toEqual(['Matteprøve']);
    expect(await titles({ groupName: 'fjb 8' })).toEqual(['Trinnprøve']);
    expect(await titles({ userName: 'anna' })).toEqual(['Matteprøve', 'Trinnprøve']);
    expect(await titles({ userName: 'cato' })).toEqual(['Trinnprøve']);
    expect(await titles({ userName: 'foreign' })).toEqual([]);
    const groups = async (search: string, caller = cast.ict) =>
      (await caller.call(locks.groups, { search })).Items.map(({ label }) => label);
    expect(await groups('')).toEqual(['8. trinn', '8A']);
    expect(await groups('8a')).toEqual(['8A']);
    expect(await groups('', cast.teacher)).toEqual(['8A']);
    expect(await groups('', cast.elsewhere)).toEqual([]);
    expect(await groups('', cast.superadmin)).toEqual(['FJB 8', 'FJB 8A']);
    expect(await titles({ search: '8. trinn' })).toEqual(['Trinnprøve']);
    expect(await titles({ from: at('12:30') })).toEqual(['Trinnprøve']);
    expect(await titles({ to: at('13:00') })).toEqual(['Matteprøve']);
    expect(await titles({ days: '2026-11-21..' })).toEqual([]);
    expect(await titles({ exam: true })).toEqual([]);
    expect(await titles({}, cast.teacher)).toEqual(['Matteprøve']);
    expect(await titles({}, cast.elsewhere)).toEqual([]);
    expect(await titles({}, cast.superadmin)).toEqual(['Matteprøve', 'Trinnprøve']);
  });

  it.each([
    'description',
    'start',
    'end',
    'status',
    'createdBy',
    'immediate',
    'ownDomainCount',
    'packageCount',
    'examResources',
    'chat',
  ] as const)('sorts by %s', async (sortBy) => {
    await cast.ict.call(locks.add, lesson);
    expect((await cast.ict.call(locks.list, { sortBy })).TotalItems).toBe(1);
  });

  it('is counted for the home page', async () => {
    await cast.ict.call(locks.add, { ...now, end: at('12:30') });
    await cast.ict.call(locks.add, lesson);
    expect(await cast.ict.call(locks.today, {})).toMatchObject({ active: 1, planned: 1, finished: 0 });
    house.clock.set(at('12:30'));
    expect(await cast.teacher.call(locks.today, {})).toMatchObject({ active: 0, planned: 1, finished: 1 });
    house.clock.set(at('12:00', '2026-11-21'));
    expect(await cast.ict.call(locks.today, {})).toMatchObject({ active: 0, planned: 0, finished: 0 });
    expect(await cast.elsewhere.call(locks.today, {})).toMatchObject({ planned: 0 });
    // Whoever has access sees how many there are, and of other things nothing.
    house.clock.set(at('12:00'));
    const groups = await house.signIn('groupAdministrator', { school: 'FJB' });
    expect(await groups.call(locks.today, {})).toMatchObject({ active: 1, planned: 1 });
    expect(await groups.refused(locks.list, {})).toMatchObject({ code: 'access.denied' });
  });
});
