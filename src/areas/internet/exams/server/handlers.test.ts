import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { examGroups } from '../contract.ts';
import { removeOldPasswords } from './candidates.ts';
import { examGroupHandlers } from './handlers.ts';

const house = await openHouse([...examGroupHandlers, ...lockHandlers]);
let ict: Caller;
let elsewhere: Caller;
let superadmin: Caller;
let teacher: Caller;
let colleague: Caller;
let central: Caller;

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    await seed.user({ userName: 'elev', schools: [{ code: 'FJB' }] });
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
  superadmin = await house.signIn('superadmin');
  teacher = await house.signIn('teacher', { school: 'FJB' });
  colleague = await house.signIn('teacher', { school: 'FJB' });
  central = await house.signIn('centralAdmin');
});

const wanted = () => ({
  description: 'Norsk hovedmål',
  examDate: '2026-11-25',
  teacherUserName: teacher.actor.userName,
  candidates: 3,
  homePathWin: '\\\\fil01\\eksamen',
});

const eventsOf = async (event: string) =>
  (await sql`select from journal.operation where event = ${event} and status = 'completed'`.execute(house.db))
    .rows.length;

const ids = async (caller: Caller, question = {}) =>
  (await caller.call(examGroups.list, question)).Items.map((exam) => exam.id);

const fieldsOf = (problem: { fields: { path: string; key: string }[] }) =>
  problem.fields.map(({ path, key }) => `${path} ${key}`);

describe('an exam group', () => {
  let id: number;
  let name: string;

  it('is made with candidates without names, each with a password of their own', async () => {
    const made = await ict.call(examGroups.add, wanted());
    ({ id, name } = made);
    expect(made).toMatchObject({
      description: 'Norsk hovedmål',
      candidates: 3,
      passwords: 3,
      status: 'ready',
      teacher: { userName: teacher.actor.userName },
      homePathWin: '\\\\fil01\\eksamen',
      can: ['update', 'passwords', 'renew', 'lock', 'end', 'delete'],
    });
    const { Items } = await ict.call(examGroups.users, { id });
    expect(Items.map(({ candidateNo }) => candidateNo)).toEqual([1, 2, 3]);
    expect(Items.every(({ userName }) => /^fjb-eks-\d{6}$/.test(userName))).toBe(true);
    expect(await eventsOf('exam-group.added')).toBe(1);
  });

  it('keeps its passwords encrypted, and the journal does not know them', async () => {
    const { Items } = await teacher.call(examGroups.passwords, { id });
    expect(new Set(Items.map(({ password }) => password)).size).toBe(3);
    const { rows } = await sql<{ text: string }>`
      select encode(password_cipher, 'escape') as text from exam_candidate
      union all select coalesce(after::text, '') from journal.change where table_name = 'exam_candidate'`.execute(
      house.db,
    );
    for (const { password } of Items) {
      expect(rows.filter(({ text }) => text.includes(password))).toEqual([]);
    }
    expect(await eventsOf('exam-group.passwords-shown')).toBe(1);
  });

  it('prints them, one card a page', async () => {
    const answer = await teacher.request('GET /examgroup/:id/passwords', { id, format: 'pdf' });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text.match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect(await eventsOf('exam-group.passwords-shown')).toBe(2);
  });

  it.each([
    [{ description: '' }, 'description required'],
    [{ description: '<' }, 'description angles'],
    [{ examDate: '2026-11-19' }, 'examDate past'],
    [{ teacherUserName: 'elev' }, 'teacherUserName noTeacher'],
    [{ teacherUserName: 'nobody' }, 'teacherUserName noTeacher'],
    [{ candidates: 0 }, 'candidates min'],
    [{ candidates: 301 }, 'candidates max'],
  ])('is refused for %o', async (changes, field) => {
    expect(fieldsOf(await ict.refused(examGroups.add, { ...wanted(), ...changes }))).toEqual([field]);
  });

  it('is seen by its teacher and the school, and by nobody else', async () => {
    expect(await ids(ict)).toEqual([id]);
    expect(await ids(teacher)).toEqual([id]);
    expect(await ids(colleague)).toEqual([]);
    expect(await ids(elsewhere)).toEqual([]);
    expect(await ids(superadmin)).toEqual([id]);
    expect(await ids(ict, { status: 'used' })).toEqual([]);
    expect(await ids(ict, { from: '2026-11-26' })).toEqual([]);
    expect(await ids(ict, { days: '2026-11-25..2026-11-25', search: 'norsk' })).toEqual([id]);
    for (const route of [examGroups.detail, examGroups.passwords] as const) {
      expect(await elsewhere.refused(route, { id })).toMatchObject({ code: 'exam-group.not-found' });
      expect(await colleague.refused(route, { id })).toMatchObject({ code: 'exam-group.not-found' });
    }
    expect(await central.refused(examGroups.passwords, { id })).toMatchObject({ code: 'access.denied' });
    expect(await teacher.refused(examGroups.add, wanted())).toMatchObject({ code: 'access.denied' });
    expect(await superadmin.refused(examGroups.add, wanted())).toMatchObject({ code: 'school.not-chosen' });
  });

  it.each([
    'description',
    'examDate',
    'teacher',
    'candidates',
    'status',
    'name',
    'commonPathWin',
    'homePathWin',
  ] as const)('is listed by %s', async (sortBy) => {
    expect((await ict.call(examGroups.list, { sortBy })).TotalItems).toBe(1);
  });

  it.each(['candidateNo', 'userName', 'lastLogin', 'machine', 'locked', 'late'] as const)(
    'has its candidates by %s',
    async (sortBy) => {
      expect((await ict.call(examGroups.users, { id, sortBy, signedIn: false })).TotalItems).toBe(3);
    },
  );

  it('takes candidates who come late, and never has fewer', async () => {
    const { version } = await ict.call(examGroups.detail, { id });
    const changed = await ict.call(examGroups.update, { id, version, candidates: 5, description: 'Norsk' });
    expect(changed).toMatchObject({
      candidates: 5,
      passwords: 5,
      description: 'Norsk',
      version: version + 1,
    });
    const { Items } = await ict.call(examGroups.users, { id });
    expect(Items.map(({ late }) => late)).toEqual([false, false, false, true, true]);
    expect(fieldsOf(await ict.refused(examGroups.update, { id, candidates: 4 }))).toEqual([
      'candidates fewer',
    ]);
    expect(await ict.refused(examGroups.update, { id, version })).toMatchObject({ code: 'row.stale' });
    expect(await teacher.refused(examGroups.update, { id })).toMatchObject({ code: 'access.denied' });
  });

  it('is changed also when its teacher works there no more', async () => {
    const atSchool = (role: string) =>
      house.seed(({ tx }) =>
        sql`update school_user set role = ${role} where user_id = ${teacher.actor.userId}`.execute(tx),
      );
    await atSchool('student');
    const kept = { description: 'Norsk', teacherUserName: teacher.actor.userName.toUpperCase() };
    expect(await ict.call(examGroups.update, { id, ...kept })).toMatchObject({
      teacher: { userName: teacher.actor.userName },
    });
    expect(await ict.call(examGroups.update, { id, commonPathMac: '/felles' })).toMatchObject({
      teacher: { userName: teacher.actor.userName },
    });
    expect(fieldsOf(await ict.refused(examGroups.update, { id, teacherUserName: 'elev' }))).toEqual([
      'teacherUserName noTeacher',
    ]);
    await atSchool('employee');
  });

  it('renews one password, or all', async () => {
    const before = (await ict.call(examGroups.passwords, { id })).Items;
    const [first] = before;
    const one = await ict.call(examGroups.renewPasswords, { id, userNames: [first?.userName ?? ''] });
    expect(one.Items).toHaveLength(1);
    expect(one.Items[0]?.password).not.toBe(first?.password);
    const after = (await ict.call(examGroups.passwords, { id })).Items;
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]?.password).toBe(one.Items[0]?.password);
    expect((await ict.call(examGroups.renewPasswords, { id })).Items).toHaveLength(5);
    expect(await ict.refused(examGroups.renewPasswords, { id, userNames: ['nobody'] })).toMatchObject({
      code: 'exam-candidate.not-found',
    });
    expect(await teacher.refused(examGroups.renewPasswords, { id })).toMatchObject({ code: 'access.denied' });
    expect(await eventsOf('exam-group.passwords-renewed')).toBe(2);
  });

  it('is under a lock that is laid on it, and is not deleted while it is', async () => {
    house.clock.set('2026-11-25T07:00:00Z');
    await ict.call(locks.add, {
      description: 'Eksamen',
      groupNames: [name],
      immediate: true,
      end: '2026-11-25T13:00:00Z',
      examResources: true,
    });
    house.clock.set('2026-11-25T07:30:00Z');
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({
      status: 'today',
      locks: [{ description: 'Eksamen' }],
    });
    const { Items } = await ict.call(examGroups.users, { id });
    expect(Items.every(({ locked }) => locked)).toBe(true);
    expect((await ict.call(examGroups.remove, { ids: [id] })).failed).toMatchObject([
      { code: 'exam-group.locked' },
    ]);
  });

  it('is taken over by a colleague with its code, at the same school, and the teacher before is told', async () => {
    const { handOverCode } = await teacher.call(examGroups.detail, { id });
    const code = handOverCode ?? '';
    expect(code).toMatch(/^[0-9a-f]{8}$/);
    expect((await ict.call(examGroups.detail, { id })).handOverCode).toBe(code);
    // The name counts up, so it is no proof that somebody asked for help.
    for (const wrong of [{ name }, { name, code: ' ' }]) {
      expect(fieldsOf(await colleague.refused(examGroups.takeOver, wrong))).toEqual(['code required']);
    }
    for (const wrong of [
      { name, code: 'ffffffff' },
      { name: 'FJB eksamen 99', code },
    ]) {
      expect(await colleague.refused(examGroups.takeOver, wrong)).toMatchObject({
        code: 'exam-group.not-found',
      });
    }
    expect(await elsewhere.refused(examGroups.takeOver, { name, code })).toMatchObject({
      code: 'exam-group.not-found',
    });
    expect((await teacher.call(examGroups.taken, {})).Items).toEqual([]);

    const taken = await colleague.call(examGroups.takeOver, { name, code: ` ${code.toUpperCase()} ` });
    expect(taken.teacher?.userName).toBe(colleague.actor.userName);
    expect(taken.handOverCode).not.toBe(code);
    expect((await teacher.call(examGroups.taken, {})).Items).toMatchObject([
      { description: taken.description, teacher: { userName: colleague.actor.userName } },
    ]);
    expect((await colleague.call(examGroups.taken, {})).Items).toEqual([]);
    expect(await teacher.refused(examGroups.takeOver, { name, code })).toMatchObject({
      code: 'exam-group.not-found',
    });
    expect(await teacher.refused(examGroups.detail, { id })).toMatchObject({ code: 'exam-group.not-found' });
    expect(await elsewhere.refused(examGroups.takeOver, { name })).toMatchObject({
      code: 'exam-group.not-found',
    });
    expect(await central.refused(examGroups.takeOver, { name })).toMatchObject({ code: 'access.denied' });
    expect(await eventsOf('exam-group.taken-over')).toBe(1);
  });

  it('is not found by trying codes', async () => {
    const guesser = await house.signIn('teacher', { school: 'FJB' });
    const tries = await Promise.all(
      Array.from({ length: 22 }, (_, place) =>
        guesser.refused(examGroups.takeOver, { name, code: `0000000${place}`.slice(-8) }),
      ),
    );
    expect(tries.filter(({ code }) => code === 'exam-group.not-found')).toHaveLength(20);
    expect(tries.filter(({ code }) => code === 'probing.too-many')).toHaveLength(2);
  });

  it('is taken over without a code by those who administer exams, and given back the same way', async () => {
    const { version } = await ict.call(examGroups.takeOver, { name });
    expect((await colleague.call(examGroups.taken, {})).Items).toMatchObject([
      { teacher: { userName: ict.actor.userName } },
    ]);
    await ict.call(examGroups.update, { id, version, teacherUserName: colleague.actor.userName });
    expect((await ict.call(examGroups.taken, {})).Items).toHaveLength(1);
    expect((await colleague.call(examGroups.taken, {})).Items).toEqual([]);
  });

  it('is ended by its teacher, and its passwords are gone', async () => {
    const ended = await colleague.call(examGroups.end, { id });
    expect(ended).toMatchObject({ status: 'used', passwords: 0, can: [] });
    expect(await colleague.refused(examGroups.passwords, { id })).toMatchObject({
      code: 'exam-group.passwords-gone',
    });
    expect(await colleague.refused(examGroups.end, { id })).toMatchObject({ code: 'exam-group.over' });
    expect(await ict.refused(examGroups.renewPasswords, { id })).toMatchObject({ code: 'exam-group.over' });
    expect(await ict.refused(examGroups.update, { id, description: 'x' })).toMatchObject({
      code: 'exam-group.over',
    });
    expect(await ict.refused(examGroups.takeOver, { name })).toMatchObject({ code: 'exam-group.over' });
  });

  it('is deleted with its candidates, whose names are never used again', async () => {
    house.clock.set('2026-11-25T13:00:00Z');
    expect((await ict.call(examGroups.remove, { ids: [id] })).succeeded).toEqual([String(id)]);
    expect((await sql`select from exam_candidate`.execute(house.db)).rows).toEqual([]);
    expect((await sql`select from user_name_taken`.execute(house.db)).rows).toHaveLength(5);
    expect(await eventsOf('exam-group.deleted')).toBe(2);
  });
});

describe('passwords', () => {
  it('are there the day after the exam, and gone the day after that', async () => {
    const examDate = '2026-11-27';
    const { id } = await ict.call(examGroups.add, { ...wanted(), examDate });
    house.clock.set('2026-11-28T22:59:00Z');
    expect(await removeOldPasswords(house.db, house.clock.now())).toEqual({ changed: 0 });
    expect((await ict.call(examGroups.passwords, { id })).Items).toHaveLength(3);
    house.clock.set('2026-11-28T23:00:00Z');
    expect(await ict.refused(examGroups.passwords, { id })).toMatchObject({
      code: 'exam-group.passwords-gone',
    });
    expect(await removeOldPasswords(house.db, house.clock.now())).toEqual({ changed: 3 });
    expect(await eventsOf('exam-group.passwords-removed')).toBe(1);
    expect(await ict.call(examGroups.detail, { id })).toMatchObject({ passwords: 0 });
  });
});
