import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Caller, openHouse } from '#server/testing/house.ts';
import { type Seed, seedInto } from '#server/testing/seed.ts';

import { history } from '../contract.ts';

const house = await openHouse();
let ict: Caller;
let other: Caller;
let superadmin: Caller;

/** Seeds as it would have been done on that day. */
async function on(day: string, work: (seed: Seed) => Promise<unknown>): Promise<void> {
  const at = new Date(`${day}T10:00:00Z`);
  await house.db.transaction().execute(async (tx) => {
    await sql`select journal.begin('test.seeded', 'test', ${at})`.execute(tx);
    await work(seedInto(tx, { now: () => at }));
  });
}

beforeAll(async () => {
  await on('2026-08-17', async (rows) => {
    await rows.school('FJB');
    await rows.school('LUN');
    for (const userName of ['ada', 'bo', 'cato', 'dina', 'gone']) {
      await rows.user({ userName, firstName: userName, schools: [{ code: 'FJB' }] });
    }
    await rows.user({ userName: 'hemmelig', schools: [{ code: 'FJB' }], columns: { shielded: true } });
    await rows.user({ userName: 'langt', schools: [{ code: 'LUN' }] });
    await rows.group({ name: 'FJB 8A', school: 'FJB' });
    await rows.group({ name: 'FJB Kor', school: 'FJB', type: 'nested' });
    await rows.group({ name: 'LUN 8A', school: 'LUN' });
    for (const user of ['ada', 'bo', 'hemmelig', 'gone']) await rows.member({ group: 'FJB 8A', user });
    await rows.member({ group: 'FJB 8A', user: 'dina', startOn: '2026-10-01', endOn: '2026-10-31' });
    await rows.member({ group: 'LUN 8A', user: 'langt' });
    await rows.grant(await rows.userId('dina'), 'schoolIct', await rows.schoolId('FJB'));
  });
  await on('2026-09-15', async ({ tx, member, nest }) => {
    await sql`delete from membership where user_id = (select id from users where user_name = 'bo')`.execute(
      tx,
    );
    await member({ group: 'FJB 8A', user: 'cato' });
    await nest('FJB Kor', 'FJB 8A');
  });
  await on('2026-10-10', async ({ tx, grant, userId, schoolId }) => {
    await sql`update membership set role = 'teacher' where user_id = (select id from users where user_name = 'ada')`.execute(
      tx,
    );
    await sql`update membership set end_on = '2026-11-05'
      where user_id = (select id from users where user_name = 'cato')`.execute(tx);
    await sql`delete from users where user_name = 'gone'`.execute(tx);
    await sql`delete from role_grant`.execute(tx);
    await grant(await userId('ada'), 'schoolAdministrator', await schoolId('FJB'));
  });
  await on('2026-11-10', async ({ tx, member }) => {
    await sql`delete from group_nesting`.execute(tx);
    await sql`delete from membership where user_id = (select id from users where user_name = 'cato')`.execute(
      tx,
    );
    await member({ group: 'FJB 8A', user: 'cato' });
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  other = await house.signIn('schoolIct', { school: 'LUN' });
  superadmin = await house.signIn('superadmin');
});

async function members(day: string, groupName = 'FJB 8A', by = ict): Promise<string[]> {
  const { Items } = await by.call(history.members, { groupName, on: day });
  return Items.map(({ userName, role }) => `${userName} ${role}`);
}

describe('the members of a group on a day', () => {
  it.each([
    ['2026-08-16', []],
    ['2026-08-17', ['ada student', 'bo student', 'gone student']],
    ['2026-09-14', ['ada student', 'bo student', 'gone student']],
    ['2026-09-15', ['ada student', 'cato student', 'gone student']],
    ['2026-10-05', ['ada student', 'cato student', 'dina student', 'gone student']],
    ['2026-10-10', ['ada teacher', 'cato student', 'dina student']],
    ['2026-10-31', ['ada teacher', 'cato student', 'dina student']],
    ['2026-11-05', ['ada teacher', 'cato student']],
    ['2026-11-06', ['ada teacher']],
    ['2026-11-10', ['ada teacher', 'cato student']],
    ['2026-11-20', ['ada teacher', 'cato student']],
  ])('%s: %j', async (day, wanted) => {
    expect(await members(day)).toEqual(wanted);
  });

  it('has those of the groups that were within it then', async () => {
    expect(await members('2026-09-14', 'FJB Kor')).toEqual([]);
    const { Items } = await ict.call(history.members, { groupName: 'FJB Kor', on: '2026-10-05' });
    expect(Items).toContainEqual(expect.objectContaining({ userName: 'ada', through: 'FJB 8A' }));
    expect(await members('2026-11-10', 'FJB Kor')).toEqual([]);
  });

  it('is set beside another day', async () => {
    const { Items } = await ict.call(history.members, {
      groupName: 'FJB 8A',
      on: '2026-09-01',
      comparedTo: '2026-11-20',
    });
    expect(Items.map(({ userName, role, difference }) => `${userName} ${role} ${difference}`)).toEqual([
      'ada teacher added',
      'cato student added',
      'ada student removed',
      'bo student removed',
      'gone student removed',
    ]);
  });

  it('names those whose account is gone, and says so', async () => {
    const { Items } = await ict.call(history.members, { groupName: 'FJB 8A', on: '2026-09-01' });
    expect(Items.find(({ userName }) => userName === 'gone')).toMatchObject({
      displayName: 'gone Nordmann',
      gone: true,
    });
  });

  it('has shielded people only for those who may see them', async () => {
    const administrator = await house.signIn('schoolAdministrator', { school: 'FJB' });
    expect(await members('2026-09-01', 'FJB 8A', administrator)).toContain('hemmelig student');
    expect(await members('2026-09-01')).not.toContain('hemmelig student');
  });

  it('says from when anything is known', async () => {
    const before = await ict.call(history.members, { groupName: 'FJB 8A', on: '2026-01-01' });
    expect(before.since).toBe('2026-08-17');
    const after = await ict.call(history.members, { groupName: 'FJB 8A', on: '2026-09-01' });
    expect(after.since).toBeNull();
  });

  it('is refused for another school, for a teacher and without a day', async () => {
    const asked = { groupName: 'FJB 8A', on: '2026-09-01' };
    expect((await other.refused(history.members, asked)).code).toBe('group.not-found');
    const teacher = await house.signIn('teacher', { school: 'FJB' });
    expect((await teacher.refused(history.members, asked)).code).toBe('access.denied');
    expect((await ict.refused(history.members, { ...asked, on: '1.9.2026' })).code).toBe('request.invalid');
  });
});

describe('the groups of a person on a day', () => {
  it.each([
    ['bo', '2026-09-14', ['FJB 8A student']],
    ['bo', '2026-09-15', []],
    ['ada', '2026-10-09', ['FJB 8A student']],
    ['ada', '2026-10-10', ['FJB 8A teacher']],
    ['cato', '2026-11-07', []],
    ['cato', '2026-11-10', ['FJB 8A student']],
  ])('%s on %s: %j', async (userName, day, wanted) => {
    const { Items } = await ict.call(history.groups, { userName, on: day });
    expect(Items.map(({ name, role }) => `${name} ${role}`)).toEqual(wanted);
  });

  it('is refused for the people of another school, and for shielded ones', async () => {
    const day = { on: '2026-09-01' };
    expect((await other.refused(history.groups, { userName: 'ada', ...day })).code).toBe('user.not-found');
    expect((await ict.refused(history.groups, { userName: 'hemmelig', ...day })).code).toBe('user.not-found');
  });
});

const rolesOn = async (by: Caller, question: { on: string; school?: string; comparedTo?: string }) =>
  (await by.call(history.roles, question)).Items.map(
    ({ userName, role, difference }) => `${userName} ${role} ${difference}`,
  );

describe('the roles at a school on a day', () => {
  it('are those held then', async () => {
    expect(await rolesOn(ict, { on: '2026-09-01' })).toEqual(['dina schoolIct both']);
    expect(await rolesOn(ict, { on: '2026-10-10' })).toEqual(['ada schoolAdministrator both']);
    expect(await rolesOn(superadmin, { on: '2026-09-01', school: 'FJB' })).toEqual(['dina schoolIct both']);
  });

  it('are set beside another day', async () => {
    expect(await rolesOn(ict, { on: '2026-09-01', comparedTo: '2026-10-20' })).toEqual([
      'ada schoolAdministrator added',
      'dina schoolIct removed',
    ]);
  });

  it('of another school are a superadmin’s to see', async () => {
    expect((await other.refused(history.roles, { on: '2026-09-01', school: 'FJB' })).code).toBe(
      'school.not-found',
    );
    expect((await superadmin.refused(history.roles, { on: '2026-09-01', school: 'XXX' })).code).toBe(
      'school.not-found',
    );
  });
});
