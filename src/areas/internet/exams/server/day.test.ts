/** The day of an exam: preflight, live, accounts, and large groups made in the background. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { examDay } from '#areas/internet/exam-day/contract.ts';
import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';
import { fixedClock } from '#server/clock.ts';
import type { Means } from '#server/reconcile/means.ts';
import { openWorker } from '#server/reconcile/worker.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { examGroups } from '../contract.ts';
import { examDayHandlers } from './day-handlers.ts';
import { examGroupHandlers } from './handlers.ts';
import { makeCandidates, noteSignIns } from './service.ts';

const house = await openHouse([...examGroupHandlers, ...examDayHandlers, ...lockHandlers]);
const { db, pool, clock, services } = house;
const time = fixedClock('2026-11-20T12:00:00Z');
const { passwords, examPasswords } = services;
const means: Means = { db, clock, time, passwords, examPasswords, node: crypto.randomUUID() };
let ict: Caller;
let teacher: Caller;
let colleague: Caller;
let elsewhere: Caller;

beforeAll(async () => {
  services.directory = openSimulatedDirectory(pool);
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    await sql`
      with point as (
        insert into enforcement_point (name, kind, whole_owner, created_by, created_at)
        values ('Skolens proxy', 'simulated', true, 'Prøve', now()) returning id)
      insert into enforcement_state (point_id, seen_at, first_seen_at, alive_since, clock_ms)
      select id, '2030-01-01', '2026-01-01', '2026-01-01', 4 from point`.execute(seed.tx);
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
  teacher = await house.signIn('teacher', { school: 'FJB' });
  colleague = await house.signIn('teacher', { school: 'FJB' });
});

const turn = () => openWorker(means, openSimulatedDirectory(pool)).turn();
const make = (more = {}) =>
  ict.call(examGroups.add, {
    description: 'Norsk hovedmål',
    examDate: '2026-11-21',
    teacherUserName: teacher.actor.userName,
    candidates: 3,
    ...more,
  });
const told = async (id: number, caller = ict) =>
  (await caller.call(examDay.preflight, { id })).findings.map(({ code, level }) => `${level} ${code}`);

describe('the preflight of an exam', () => {
  let id: number;
  let name: string;

  it('says what is lacking, and less and less as it is mended', async () => {
    ({ id, name } = await make());
    expect(await told(id)).toEqual(['stop lock.none', 'info accounts.waiting']);
    await turn();
    expect(await told(id)).toEqual(['stop lock.none']);
    expect((await ict.call(examGroups.list, {})).Items).toMatchObject([{ readiness: 'stop' }]);
    await ict.call(locks.add, {
      description: 'Norskeksamen',
      groupNames: [name],
      start: '2026-11-21T08:00:00Z',
      end: '2026-11-21T13:00:00Z',
      ownDomains: ['udir.no'],
      chat: 'blocked',
    });
    const { findings } = await ict.call(examDay.preflight, { id });
    expect(findings).toEqual([
      {
        code: 'chat.notConnected',
        level: 'warn',
        params: { name: 'Norskeksamen' },
        mend: 'changeLock',
        lock: expect.any(Number),
      },
    ]);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ readiness: 'warn' });
    expect(await told(id, teacher)).toEqual(['warn chat.notConnected']);
  });

  it('finds accounts the directory refused, and brings them again', async () => {
    await house.seed(({ tx }) => tx.updateTable('directorySimulation').set({ failPercent: 100 }).execute());
    const late = await make({ description: 'Engelsk', candidates: 2 });
    await turn();
    expect(await told(late.id)).toEqual(['stop accounts.failed', 'stop lock.none']);
    await house.seed(({ tx }) => tx.updateTable('directorySimulation').set({ failPercent: 0 }).execute());
    expect(await teacher.call(examDay.bring, { id: late.id })).toEqual({ accounts: 2 });
    await turn();
    expect(await told(late.id)).toEqual(['stop lock.none']);
    const { rows } = await sql`
      select from journal.operation where event = 'exam-group.accounts-asked'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('finds passwords that are not there, and names whose', async () => {
    const { id: other } = await make({ description: 'Matematikk', candidates: 2 });
    await turn();
    await house.seed(({ tx }) =>
      tx
        .updateTable('examCandidate')
        .set({ passwordCipher: null })
        .where('examGroupId', '=', other)
        .where('number', '=', 2)
        .execute(),
    );
    const { findings, withoutPassword } = await ict.call(examDay.preflight, { id: other });
    expect(findings).toMatchObject([
      { code: 'passwords.missing', params: { count: 1 }, mend: 'renewLacking' },
      { code: 'lock.none' },
    ]);
    clock.advance(1_000);
    await ict.call(examGroups.renewPasswords, { id: other, userNames: withoutPassword });
    expect(await told(other)).toEqual(['stop lock.none', 'warn passwords.waiting']);
    await turn();
    expect(await told(other)).toEqual(['stop lock.none']);
  });

  it('finds points that do not answer, and those whose clock is wrong', async () => {
    await sql`update enforcement_state set seen_at = '2026-11-19', clock_ms = 2500`.execute(db);
    expect(await told(id)).toEqual(['stop points.silent', 'warn chat.notConnected', 'warn points.clock']);
    await sql`update enforcement_state set seen_at = '2030-01-01', clock_ms = 4`.execute(db);
  });

  it('is for those who see the exam', async () => {
    for (const route of [examDay.preflight, examDay.live, examDay.bring] as const) {
      expect(await elsewhere.refused(route, { id })).toMatchObject({ code: 'exam-group.not-found' });
      expect(await colleague.refused(route, { id })).toMatchObject({ code: 'exam-group.not-found' });
    }
  });

  it('follows the exam while it is held', async () => {
    const before = await teacher.call(examDay.live, { id });
    expect(before.seats.map(({ account }) => account)).toEqual(['closed', 'closed', 'closed']);
    expect(before.locks).toMatchObject([{ description: 'Norskeksamen', active: false, chat: 'none' }]);

    clock.set('2026-11-21T08:10:00Z');
    const accounts = async () => (await teacher.call(examDay.live, { id })).seats.map((seat) => seat.account);
    // The directory has not been told, and then does not take it.
    expect(await accounts()).toEqual(['closed', 'closed', 'closed']);
    await house.seed(({ tx }) => tx.updateTable('directorySimulation').set({ failPercent: 100 }).execute());
    await turn();
    expect(await accounts()).toEqual(['closed', 'closed', 'closed']);
    expect(await told(id)).toContain('stop accounts.failed');
    await house.seed(({ tx }) => tx.updateTable('directorySimulation').set({ failPercent: 0 }).execute());
    await teacher.call(examDay.bring, { id });
    await turn();
    expect(await told(id)).not.toContain('stop accounts.failed');
    const [first] = before.seats;
    const user = first?.userName ?? '';
    await noteSignIns(
      db,
      [
        { userName: user.toUpperCase(), at: new Date('2026-11-21T08:05:00Z'), machine: '10.20.3.14' },
        { userName: user, at: new Date('2026-11-21T08:02:00Z'), machine: null },
        { userName: 'nobody', at: new Date('2026-11-21T08:05:00Z'), machine: null },
      ],
      clock.now(),
    );
    await noteSignIns(
      db,
      [{ userName: user, at: new Date('2026-11-21T08:01:00Z'), machine: 'x' }],
      clock.now(),
    );
    await sql`
      insert into enforcement_holding (point_id, lock_id, since, revision)
      select p.id, l.id, l.active_from, 'r' from enforcement_point p, internet_lock l`.execute(db);
    const live = await teacher.call(examDay.live, { id });
    expect(live.seats[0]).toMatchObject({
      account: 'open',
      lastLogin: '2026-11-21T08:05:00.000Z',
      machine: '10.20.3.14',
      opened: false,
    });
    expect(live.seats[1]).toMatchObject({ account: 'open', lastLogin: null });
    expect(live.locks).toMatchObject([
      {
        active: true,
        chat: 'blocked',
        held: [{ point: 'Skolens proxy', since: '2026-11-21T08:00:00.000Z' }],
      },
    ]);
    expect(live.points).toMatchObject([{ name: 'Skolens proxy', alive: true }]);
    const { Items } = await ict.call(examGroups.users, { id, signedIn: true });
    expect(Items).toMatchObject([{ machine: '10.20.3.14', locked: true }]);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ signedIn: 1 });
  });

  it('misses no lock in the afternoon, when the one there was is over', async () => {
    clock.set('2026-11-21T13:00:00Z');
    expect(await told(id)).toEqual([]);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ readiness: 'ok', status: 'today' });
  });

  it('does not take a lock that ends at midnight for one on the day after', async () => {
    const night = await make({ description: 'Nattens', examDate: '2026-11-23', candidates: 1 });
    await ict.call(locks.add, {
      description: 'Til midnatt',
      groupNames: [night.name],
      start: '2026-11-22T20:00:00Z',
      end: '2026-11-22T23:00:00Z',
      ownDomains: ['udir.no'],
    });
    expect(await told(night.id)).toContain('stop lock.otherDay');
    await ict.call(examGroups.end, { id: night.id });
  });

  it('is silent about an exam that is over', async () => {
    await teacher.call(examGroups.end, { id });
    expect(await told(id)).toEqual([]);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ readiness: null });
    expect(await ict.refused(examDay.bring, { id })).toMatchObject({ code: 'exam-group.over' });
    clock.advance(1_000);
    await turn();
    expect((await ict.call(examDay.live, { id })).seats.map(({ account }) => account)).toEqual([
      'closed',
      'closed',
      'closed',
    ]);
  });
});

describe('a large exam group', () => {
  const making = { db, clock, vault: examPasswords };

  it('is there at once, and its candidates come as an operation with progress', async () => {
    const made = await make({ examDate: '2026-11-25', candidates: 240 });
    expect(made).toMatchObject({ candidates: 240, made: 100, passwords: 100, status: 'creating' });
    expect(await told(made.id)).toContain('info candidates.making');
    expect(await makeCandidates(making)).toBe(140);
    expect(await ict.call(examGroups.detail, { id: made.id })).toMatchObject({
      candidates: 240,
      made: null,
      passwords: 240,
      status: 'ready',
    });
    const { Items } = await ict.call(examGroups.users, { id: made.id, pageSize: 500 });
    expect(Items.map(({ candidateNo }) => candidateNo)).toEqual(Items.map((_, index) => index + 1));
    expect(Items.some(({ late }) => late)).toBe(false);
    expect(await makeCandidates(making)).toBe(0);
    const { rows } = await sql`
      select status, done, total from journal.operation where event = 'exam-group.candidates-made'`.execute(
      db,
    );
    expect(rows).toEqual([{ status: 'completed', done: 140, total: 140 }]);
  });

  it('is gone on with where a killed node left it', async () => {
    const { id } = await make({ examDate: '2026-11-25', candidates: 160 });
    await sql`
      insert into journal.operation (event, route, started_at, status, key, owner_node, lease_until)
      values ('exam-group.candidates-made', 'exam-candidates', ${clock.now()}, 'running', gen_random_uuid(), 'dead',
              clock_timestamp() - interval '1 minute')`.execute(db);
    expect(await makeCandidates(making)).toBe(60);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ made: null, candidates: 160 });
  });

  it('gets no more candidates when it is ended while they are made, and has no passwords', async () => {
    const { id } = await make({ examDate: '2026-11-25', candidates: 150 });
    expect(await ict.call(examGroups.end, { id })).toMatchObject({
      status: 'used',
      passwords: 0,
      made: null,
    });
    expect(await makeCandidates(making)).toBe(0);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ candidates: 100, passwords: 0 });
  });

  it('gets many who come late as an operation too, and is held meanwhile as it is', async () => {
    const { id } = await make({ examDate: '2026-11-25', candidates: 5 });
    expect(await ict.call(examGroups.update, { id, candidates: 160 })).toMatchObject({
      candidates: 160,
      made: 105,
      status: 'ready',
    });
    expect(await ict.call(examGroups.update, { id, candidates: 170 })).toMatchObject({ candidates: 170 });
    expect(await makeCandidates(making)).toBe(65);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ made: null, candidates: 170 });
    const { Items } = await ict.call(examGroups.users, { id, pageSize: 500 });
    expect(Items.filter(({ late }) => late).map(({ candidateNo }) => candidateNo)).toEqual(
      Array.from({ length: 165 }, (_, index) => index + 6),
    );
    const { rows } = await sql`
      select status, done, total from journal.operation where event = 'exam-group.candidates-made'
       order by id desc limit 1`.execute(db);
    expect(rows).toEqual([{ status: 'completed', done: 65, total: 65 }]);
  });

  it('grows while it is being made', async () => {
    const { id } = await make({ examDate: '2026-11-25', candidates: 120 });
    expect(await ict.call(examGroups.update, { id, candidates: 130 })).toMatchObject({
      candidates: 130,
      made: 100,
    });
    expect(await makeCandidates(making)).toBe(30);
  });
});
