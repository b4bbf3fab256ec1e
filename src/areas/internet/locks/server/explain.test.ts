import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { explanations } from '#areas/internet/explain/contract.ts';
import { lockForm } from '#areas/internet/lock-form/contract.ts';
import { openHouse, testNow } from '#server/testing/house.ts';

import { locks } from '../contract.ts';
import { explanationHandlers, lockFormHandlers } from './form-handlers.ts';
import { lockHandlers } from './handlers.ts';
import { type Cast, eventsOf, packageId, peopleAndGroups } from './testing.ts';

const house = await openHouse([...lockHandlers, ...lockFormHandlers, ...explanationHandlers]);
let cast: Cast;
let udir: number;

beforeAll(async () => {
  cast = await peopleAndGroups(house);
  udir = await packageId(house, 'Udir');
});

beforeEach(async () => {
  house.clock.set(testNow);
  await house.seed(({ tx }) => sql`delete from internet_lock`.execute(tx));
});

const at = (clock: string) => `2026-11-20T${clock}:00Z`;
const now = { description: 'Prøve', groupNames: ['FJB 8A'], immediate: true, end: at('14:00') };
const exam = { ...now, description: 'Eksamen', groupNames: ['FJB eksamen 1'], examResources: true };

const answer = async (userName: string, address: string) => {
  const { verdict } = await cast.ict.call(explanations.explain, { userName, address });
  return verdict && [verdict.open, verdict.why];
};

describe('why a page is open or shut', () => {
  it('for a pupil is said with the locks that decide and where each entry comes from', async () => {
    await cast.ict.call(locks.add, { ...now, ownDomains: ['nrk.no'], domainPackageIds: [udir] });
    const found = await cast.ict.call(explanations.explain, {
      userName: 'anna',
      address: 'https://www.nrk.no/skole',
    });
    expect(found).toMatchObject({
      displayName: 'Elev anna',
      locked: true,
      locks: [{ description: 'Prøve', standing: 'decides', through: ['8A'] }],
      verdict: {
        open: true,
        why: 'listed',
        host: 'www.nrk.no',
        entries: [{ domain: 'nrk.no', sources: [{ kind: 'own' }] }],
      },
    });
    expect(await answer('anna', 'udir.no')).toEqual([true, 'listed']);
    expect(await answer('anna', 'fjb.no')).toEqual([true, 'listed']);
    expect(await answer('anna', 'fjordby.kommune.no')).toEqual([true, 'listed']);
    expect(await answer('anna', 'lun.no')).toEqual([false, 'not-listed']);
    expect(await answer('anna', 'vg.no')).toEqual([false, 'not-listed']);
    expect(await answer('anna', 'udir.no:22')).toEqual([false, 'port']);
    expect(await answer('anna', '??')).toEqual([false, 'not-an-address']);
  });

  it('reaches pupils of groups within the group, but not who teaches, has left, or is elsewhere', async () => {
    await cast.ict.call(locks.add, { ...now, groupNames: ['FJB 8'] });
    const isLocked = async (userName: string) =>
      (await cast.ict.call(explanations.explain, { userName })).locked;
    expect(await isLocked('cato')).toBe(true);
    expect(await isLocked('dina')).toBe(false);
    expect(await isLocked(cast.teacher.actor.userName)).toBe(false);
  });

  it('follows the clock, and can be asked about another moment', async () => {
    await cast.ict.call(locks.add, now);
    const lockedAt = async (moment: string) =>
      (await cast.ict.call(explanations.explain, { userName: 'anna', at: moment })).locked;
    expect(await lockedAt(at('11:59'))).toBe(false);
    expect(await lockedAt(at('12:00'))).toBe(true);
    expect(await lockedAt(at('13:59'))).toBe(true);
    expect(await lockedAt(at('14:00'))).toBe(false);
  });

  it('opens exam resources for exam users alone, from half an hour after', async () => {
    await cast.ict.call(locks.add, exam);
    expect(await answer('fjbeks-1001', 'vg.no')).toEqual([true, 'not-locked']);
    house.clock.set(at('12:30'));
    expect(await answer('fjbeks-1001', 'geogebra.org')).toEqual([true, 'listed']);
    expect(await answer('fjbeks-1001', 'vg.no')).toEqual([false, 'not-listed']);
    const both = { ...exam, groupNames: ['FJB eksamen 1', 'FJB 8B'] };
    await house.seed(({ tx }) => sql`delete from internet_lock`.execute(tx));
    await cast.ict.call(locks.add, { ...both, end: at('15:00') });
    house.clock.set(at('13:00'));
    expect(await answer('fjbeks-1001', 'geogebra.org')).toEqual([true, 'listed']);
    expect(await answer('cato', 'geogebra.org')).toEqual([false, 'not-listed']);
  });

  it('counts the strictest of two locks over one pupil', async () => {
    await cast.ict.call(locks.add, { ...now, ownDomains: ['nrk.no', 'a.no'] });
    await cast.ict.call(locks.add, { ...now, groupNames: ['FJB 8'], ownDomains: ['super.nrk.no'] });
    expect(await answer('anna', 'super.nrk.no')).toEqual([true, 'listed']);
    expect(await answer('anna', 'nrk.no')).toEqual([false, 'not-listed']);
    expect(await answer('anna', 'a.no')).toEqual([false, 'not-listed']);
    expect(await answer('cato', 'super.nrk.no')).toEqual([true, 'listed']);
  });

  it('says when the chat follows', async () => {
    await cast.ict.call(locks.add, { ...now, immediate: false, start: at('13:30'), chat: 'blocked' });
    const found = await cast.ict.call(explanations.explain, { userName: 'anna' });
    expect(found).toMatchObject({ locked: false, chat: 'blocked' });
  });

  it('is told about nobody one may not see', async () => {
    expect(await cast.elsewhere.refused(explanations.explain, { userName: 'anna' })).toMatchObject({
      code: 'user.not-found',
    });
    expect(await cast.teacher.refused(explanations.explain, { userName: 'cato' })).toMatchObject({
      code: 'user.not-found',
    });
    expect(await cast.ict.refused(explanations.explain, { userName: 'hidden' })).toMatchObject({
      code: 'user.not-found',
    });
    expect(await cast.leader.call(explanations.explain, { userName: 'hidden' })).toMatchObject({
      locked: false,
    });
    expect(await cast.elsewhere.refused(explanations.explain, { userName: 'fjbeks-1001' })).toMatchObject({
      code: 'user.not-found',
    });
  });
});

/** What keeps the reader from opening each lock over somebody; null: nothing. */
const against = async (reader: Cast['ict'], userName: string) => {
  const found = await reader.call(explanations.explain, { userName });
  return found.locks.map(({ cannotOpen }) => cannotOpen?.rule ?? null);
};

describe('opening for somebody', () => {
  it('opens the running locks over them, until a time, and says who could not be', async () => {
    const { id } = await cast.ict.call(locks.add, now);
    expect(await against(cast.teacher, 'anna')).toEqual([null]);
    const result = await cast.teacher.call(locks.openUsers, {
      userNames: ['anna', 'cato', 'hidden'],
      until: at('13:00'),
      comment: 'Norskprøve på nett',
    });
    expect(result).toMatchObject({ succeeded: ['anna'], lockIds: [id] });
    expect(result.failed.map(({ id: who, code }) => [who, code])).toEqual([
      ['cato', 'user.not-found'],
      ['hidden', 'user.not-found'],
    ]);
    expect(await answer('anna', 'vg.no')).toEqual([true, 'not-locked']);
    expect(await answer('bent', 'vg.no')).toEqual([false, 'not-listed']);
    expect((await cast.ict.call(locks.detail, { id })).openedUsers).toMatchObject([
      { userName: 'anna', until: '2026-11-20T13:00:00.000Z', comment: 'Norskprøve på nett' },
    ]);
    expect(await eventsOf(house, 'internet-lock.opened')).toBe(1);
    house.clock.set(at('13:00'));
    expect(await answer('anna', 'vg.no')).toEqual([false, 'not-listed']);
  });

  it('is not for who is under no lock, and not until a time that has been', async () => {
    expect((await cast.ict.call(locks.openUsers, { userNames: ['anna'] })).failed).toMatchObject([
      { code: 'internet-lock.not-under' },
    ]);
    const past = { userNames: ['anna'], until: at('12:00') };
    expect((await cast.ict.refused(locks.openUsers, past)).fields).toMatchObject([
      { path: 'until', key: 'future' },
    ]);
  });

  it('of an exam is for those who administer it', async () => {
    await house.seed(({ tx }) =>
      sql`update exam_group set teacher_id = ${cast.teacher.actor.userId}`.execute(tx),
    );
    await cast.ict.call(locks.add, exam);
    house.clock.set(at('12:30'));
    const wish = { userNames: ['fjbeks-1001'] };
    expect(await against(cast.teacher, 'fjbeks-1001')).toEqual(['internet-lock.exam']);
    expect(await against(cast.ict, 'fjbeks-1001')).toEqual([null]);
    expect((await cast.teacher.call(locks.openUsers, wish)).failed).toMatchObject([
      { code: 'internet-lock.exam' },
    ]);
    expect((await cast.ict.call(locks.openUsers, wish)).succeeded).toEqual(['fjbeks-1001']);
    expect(await answer('fjbeks-1001', 'vg.no')).toEqual([true, 'not-locked']);
  });

  it('of a lock on others’ groups too is not a teacher’s', async () => {
    await cast.ict.call(locks.add, { ...now, groupNames: ['FJB 8A', 'FJB 8B'] });
    expect(await against(cast.teacher, 'anna')).toEqual(['internet-lock.own']);
    expect((await cast.teacher.call(locks.openUsers, { userNames: ['anna'] })).failed).toMatchObject([
      { code: 'internet-lock.not-yours' },
    ]);
  });
});

describe('while a lock is being written', () => {
  it('shows what it would do', async () => {
    await cast.ict.call(locks.add, { ...now, immediate: false, start: at('13:00') });
    const draft = {
      groupNames: ['FJB 8', 'FJB 8A'],
      start: at('13:30'),
      end: at('15:00'),
      ownDomains: ['nrk.no', 'not one'],
      domainPackageIds: [udir],
      chat: 'restricted' as const,
    };
    const shown = await cast.ict.call(lockForm.preview, draft);
    expect(shown).toMatchObject({
      people: 3,
      exam: false,
      activeFrom: '2026-11-20T13:30:00.000Z',
      chatLate: true,
      collisions: [{ description: 'Prøve', groups: ['8A'] }],
    });
    expect(shown.open.map(({ domain }) => domain)).toEqual([
      'eksamen.udir.no',
      'fjb.no',
      'fjordby.kommune.no',
      'nrk.no',
      'udir.no',
    ]);
  });

  it('counts people with protected identity for those who may know of them alone', async () => {
    for (const [caller, count] of [
      [cast.ict, 2],
      [cast.teacher, 2],
      [cast.leader, 3],
    ] as const) {
      const { Items } = await caller.call(lockForm.targets, { search: '8A' });
      expect(Items).toMatchObject([{ name: 'FJB 8A', members: count }]);
      expect(await caller.call(lockForm.preview, { groupNames: ['FJB 8A'] })).toMatchObject({
        people: count,
      });
    }
  });

  it('bears what is not said yet', async () => {
    expect(await cast.teacher.call(lockForm.preview, {})).toMatchObject({
      activeFrom: null,
      people: 0,
      collisions: [],
      chatTimes: null,
    });
  });

  it('offers the school’s packages, templates, lessons and groups', async () => {
    const template = await cast.ict.call(lockForm.addTemplate, {
      name: 'Nasjonal prøve',
      description: 'Nasjonal prøve i lesing',
      ownDomains: ['UDIR.no'],
      domainPackageIds: [udir, 999],
      chat: 'blocked',
    });
    const lessons = [
      { start: '08:30', end: '09:15' },
      { start: '09:15', end: '10:00' },
    ];
    expect(await cast.ict.call(lockForm.setLessons, { lessons })).toEqual({ lessons });
    const choices = await cast.teacher.call(lockForm.choices, {});
    expect(choices.packages.map(({ name, scope }) => [name, scope])).toEqual([
      ['Ordbøker', 'school'],
      ['Udir', 'global'],
    ]);
    expect(choices.templates).toEqual([template]);
    expect(template).toMatchObject({ ownDomains: ['udir.no'], domainPackageIds: [udir] });
    expect(choices.lessons).toEqual(lessons);

    const targets = async (search: string, caller = cast.ict) =>
      (await caller.call(lockForm.targets, { search })).Items.map(({ displayName, members }) => [
        displayName,
        members,
      ]);
    expect(await targets('')).toEqual([
      ['8A', 2],
      ['8B', 1],
      ['8. trinn', 3],
      ['Norsk hovedmål', 1],
    ]);
    expect(await targets('', cast.teacher)).toContainEqual(['8A', 2]);
    expect(await targets('8b', cast.teacher)).toEqual([]);

    expect(await cast.elsewhere.refused(lockForm.removeTemplate, { id: template.id })).toMatchObject({
      code: 'lock-template.not-found',
    });
    await cast.ict.call(lockForm.removeTemplate, { id: template.id });
    expect((await cast.ict.call(lockForm.choices, {})).templates).toEqual([]);
  });

  it.each([
    [[{ start: '09:00', end: '08:00' }], 'lessonBackwards'],
    [
      [
        { start: '09:00', end: '10:00' },
        { start: '09:30', end: '10:30' },
      ],
      'lessonsOverlap',
    ],
  ])('refuses lessons that cannot be: %o', async (lessons, key) => {
    expect((await cast.ict.refused(lockForm.setLessons, { lessons })).fields).toMatchObject([{ key }]);
  });

  it('says whether a name is there', async () => {
    expect(await cast.ict.call(lockForm.userExists, { n: 'anna' })).toEqual({ exists: true });
    expect(await cast.ict.call(lockForm.userExists, { n: 'foreign' })).toEqual({ exists: false });
    expect(await cast.ict.call(lockForm.groupExists, { n: 'FJB 8A' })).toEqual({ exists: true });
    expect(await cast.teacher.call(lockForm.groupExists, { n: 'FJB 8B' })).toEqual({ exists: false });
    expect(await cast.ict.call(lockForm.userOrGroupExists, { n: 'anna' })).toEqual({
      exists: true,
      kind: 'user',
    });
    expect(await cast.ict.call(lockForm.userOrGroupExists, { n: 'FJB 8' })).toEqual({
      exists: true,
      kind: 'group',
    });
    expect(await cast.ict.call(lockForm.userOrGroupExists, { n: 'none' })).toEqual({ exists: false });
    await cast.teacher.call(locks.add, now);
    const { userName } = cast.teacher.actor;
    expect((await cast.ict.call(locks.teacherList, {})).Items).toMatchObject([{ userName }]);
    expect((await cast.ict.call(locks.teachers, {})).Items).toMatchObject([{ value: userName }]);
  });
});
