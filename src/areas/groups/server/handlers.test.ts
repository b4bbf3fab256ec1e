import { describe, expect, it } from 'vitest';

import { UserRow, users } from '#areas/users/contract.ts';
import type { Call, Output } from '#kernel/contract.ts';
import { openHouse, testNow } from '#server/testing/house.ts';

import { groupList, groups, memberList } from '../contract.ts';
import { seedGroups } from './testing.ts';

const house = await openHouse();
await seedGroups(house);
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'tor' });
const everyone = await house.signIn('superadmin');
const nobody = await house.signIn('licenceAdministrator', { school: 'FJB' });

type Page = Output<typeof groups.list>;
const names = ({ Items }: { Items: { name: string }[] }) => Items.map(({ name }) => name);
const ask = (caller: typeof ict, input: Call<typeof groups.list> = {}) => caller.call(groups.list, input);
const row = (page: Page, name: string) => page.Items.find((group) => group.name === name);

describe('the group list of a school', () => {
  it('has its groups and those of the whole owner, by number and alphabet, without archived ones', async () => {
    const page = await ask(ict);
    expect(names(page)).toEqual(['FJB 8', 'FJB 8A', 'FJB 10A', 'ALLE', 'FJB mat']);
    expect(page.TotalItems).toBe(5);
    expect(names(await ask(ict, { archived: true }))).toEqual(['FJB 8A 2025']);
  });

  it('is narrowed to a school by those who see all of them', async () => {
    expect(names(await ask(everyone, { school: 'lun' }))).toEqual(['LUN 8A']);
    expect(names(await ask(ict, { school: 'LUN' }))).toEqual([]);
  });

  it('counts the members and teachers of today, each person once', async () => {
    expect(row(await ask(ict), 'FJB 8A')).toMatchObject({
      memberCount: 3,
      teacherCount: 1,
      source: 'import',
    });
    expect(row(await ask(ict), 'FJB mat')).toMatchObject({ memberCount: 1, teacherCount: 0 });
    house.clock.set('2026-11-21T12:00:00Z');
    expect(row(await ask(ict), 'FJB mat')).toMatchObject({ memberCount: 2, teacherCount: 1 });
    house.clock.set(testNow);
  });

  it('counts those who come through groups within it, and shielded people only for those who may see them', async () => {
    expect(row(await ask(ict), 'FJB 8')).toMatchObject({ memberCount: 3 });
    expect(row(await ask(leader), 'FJB 8A')).toMatchObject({ memberCount: 4 });
  });

  it('counts of a group of the whole owner only the school’s own people', async () => {
    expect(row(await ask(ict), 'ALLE')).toMatchObject({ memberCount: 3, school: null });
    expect(row(await ask(everyone), 'ALLE')).toMatchObject({ memberCount: 5 });
  });

  it.each(groupList.query.shape.sortBy.unwrap().options)('sorts by %s both ways', async (sortBy) => {
    const [up, down] = await Promise.all([
      ask(everyone, { sortBy, sortDir: 'asc' }),
      ask(everyone, { sortBy, sortDir: 'desc' }),
    ]);
    const known = (page: Page) => names(page).filter((name) => hasValue(row(page, name), sortBy));
    expect(known(down)).toEqual(known(up).toReversed());
    expect(names(up).slice(0, known(up).length)).toEqual(known(up));
    expect(up.TotalItems).toBe(6);
  });

  const cases: [string, Call<typeof groups.list>, string[]][] = [
    ['type', { type: ['grade', 'global'] }, ['FJB 8', 'ALLE']],
    ['types', { types: ['grade', 'global'] }, ['FJB 8', 'ALLE']],
    ['team status', { teamStatus: ['created'] }, []],
    ['chat status', { chatStatus: ['blocked'] }, ['FJB 10A']],
    ['imported', { source: 'import' }, ['FJB 8A']],
    ['made by hand', { source: 'manual' }, ['FJB 8', 'FJB 10A', 'ALLE', 'FJB mat']],
    ['with an address', { hasEmail: true }, ['FJB 8A']],
    ['expiring', { expiresBefore: '2027-08-01' }, ['FJB 8A']],
    ['without a teacher', { lacks: 'teacher' }, ['FJB 10A', 'FJB mat']],
    ['without a contact teacher', { lacks: 'contactTeacher' }, ['FJB 10A']],
    ['invalid', { invalid: true }, []],
    ['search', { search: 'MATE' }, ['FJB mat']],
  ];
  it.each(cases)('filters by %s', async (_, input, expected) => {
    const page = await ask(ict, input);
    expect(names(page)).toEqual(expected);
    expect(page.TotalItems).toBe(expected.length);
  });

  it('has a tab per type with its count', async () => {
    const types = await ict.call(groups.types, {});
    expect(Object.fromEntries(types.map(({ type, count }) => [type, count]))).toEqual({
      class: 2,
      grade: 1,
      instruction: 1,
      global: 1,
    });
  });
});

function hasValue(
  group: Page['Items'][number] | undefined,
  column: (typeof groupList.query.shape.sortBy)['_output'],
) {
  if (!group || column === undefined) return false;
  return (column === 'subjectOrGrade' ? (group.subjectCode ?? group.grade) : group[column]) !== null;
}

describe('a teacher', () => {
  it('sees the groups taught today', async () => {
    expect(names(await ask(teacher))).toEqual(['FJB 8A']);
    expect(await teacher.refused(groups.get, { name: 'FJB mat' })).toMatchObject({ status: 404 });
    expect(await teacher.refused(groups.users, { groupName: 'FJB mat' })).toMatchObject({
      code: 'group.not-found',
    });
  });
});

describe('a group’s card', () => {
  it('tells the group, who is responsible, and the groups around it', async () => {
    expect(await ict.call(groups.get, { name: 'fjb 8a' })).toMatchObject({
      name: 'FJB 8A',
      displayName: '8A',
      owners: [
        { userName: 'tor', displayName: 'Lærer Tor', role: 'contactTeacher' },
        { userName: 'tor', displayName: 'Lærer Tor', role: 'teacher' },
      ],
      memberOfGroups: 1,
      nestedGroups: 0,
      memberCount: 3,
      sourceName: 'pifu',
      version: 1,
    });
  });

  it.each(['LUN 8A', 'FJB fau', 'nothing'])('is not found: %s', async (name) => {
    expect(await ict.refused(groups.get, { name })).toMatchObject({ status: 404, code: 'group.not-found' });
  });

  it('is refused without the right', async () => {
    expect(await nobody.refused(groups.get, { name: 'FJB 8A' })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'groups.read' },
    });
  });

  it('knows the groups it is within and those within it, and no foreign ones', async () => {
    const around = (groupName: string, direction: 'memberOf' | 'nested', caller = ict) =>
      caller.call(groups.groups, { groupName, direction });
    expect(await around('FJB 8', 'nested')).toMatchObject({
      Items: [{ name: 'FJB 8A', memberCount: 3, teacherCount: 1, email: '8a@fjordby.no', source: 'import' }],
      TotalItems: 1,
    });
    const inTheList = row(await ask(ict), 'FJB 8A');
    expect((await around('FJB 8', 'nested')).Items).toEqual([inTheList]);
    expect(names(await around('FJB 8', 'memberOf'))).toEqual(['ALLE']);
    expect(names(await around('ALLE', 'nested'))).toEqual(['FJB 8']);
    expect(names(await around('ALLE', 'nested', everyone))).toEqual(['FJB 8', 'LUN 8A']);
    const sorted = await ict.call(groups.groups, {
      groupName: 'ALLE',
      direction: 'nested',
      sortBy: 'memberCount',
      search: 'trinn',
    });
    expect(names(sorted)).toEqual(['FJB 8']);
  });
});

const members = (caller: typeof ict, input: Call<typeof groups.users>) => caller.call(groups.users, input);

describe('the members', () => {
  it('are the people of today, each once with the weightiest role', async () => {
    const page = await members(ict, { groupName: 'FJB 8A' });
    expect(page.Items.map(({ userName, memberRole, source }) => [userName, memberRole, source])).toEqual([
      ['bo', 'student', 'manual'],
      ['tor', 'contactTeacher', 'manual'],
      ['anna', 'student', 'import'],
    ]);
    expect(page.TotalItems).toBe(3);
  });

  it('are told of as people are in the list of users', async () => {
    const { Items } = await members(ict, { groupName: 'FJB 8A', search: 'bø' });
    const [listed] = (await ict.call(users.list, { search: 'bø' })).Items;
    expect(Items).toMatchObject([UserRow.omit({ added: true, source: true }).parse(listed)]);
    expect(Items).toMatchObject([{ primarySchool: { code: 'FJB' }, tabletCount: 0, mobilePhone: null }]);
  });

  it('come through groups within it, said so', async () => {
    const page = await members(ict, { groupName: 'FJB 8', sortBy: 'userName' });
    expect(page.Items.map(({ userName, membership, through }) => [userName, membership, through])).toEqual([
      ['anna', 'direct', null],
      ['bo', 'nested', '8A'],
      ['tor', 'nested', '8A'],
    ]);
    const direct = await members(ict, { groupName: 'FJB 8', membership: 'direct' });
    expect(direct.TotalItems).toBe(1);
  });

  it('of a group of the whole owner are in the class they have at the reader’s school', async () => {
    await house.seed(async (seed) => {
      const schools = [
        { code: 'LUN', className: '9Z' },
        { code: 'FJB', className: '8B' },
      ];
      await seed.user({ userName: 'to.skoler', schools });
      await seed.group({ name: 'KOR', displayName: 'Koret', type: 'global' });
      await seed.member({ group: 'KOR', user: 'to.skoler' });
    });
    const classOf = async (caller: typeof ict) =>
      (await members(caller, { groupName: 'KOR' })).Items.map(({ className }) => className);
    expect(await classOf(ict)).toEqual(['8B']);
    expect(await classOf(everyone)).toEqual(['9Z']);
    await house.seed(({ tx }) => tx.deleteFrom('groups').where('name', '=', 'KOR').execute());
    await house.seed(({ tx }) => tx.deleteFrom('users').where('userName', '=', 'to.skoler').execute());
  });

  it('of a group of the whole owner are only the school’s own', async () => {
    const page = await members(ict, { groupName: 'ALLE' });
    expect(page.Items.map(({ userName }) => userName)).not.toContain('lunde');
    expect((await members(everyone, { groupName: 'ALLE' })).Items.map(({ userName }) => userName)).toContain(
      'lunde',
    );
  });

  it('who are shielded are shown to those who may see them', async () => {
    expect((await members(leader, { groupName: 'FJB 8A', search: 'hemmelig' })).TotalItems).toBe(1);
    expect((await members(ict, { groupName: 'FJB 8A', search: 'hemmelig' })).TotalItems).toBe(0);
  });

  it.each(memberList.query.shape.sortBy.unwrap().options)('sort by %s', async (sortBy) => {
    const up = await members(leader, { groupName: 'ALLE', sortBy, sortDir: 'asc' });
    const down = await members(leader, { groupName: 'ALLE', sortBy, sortDir: 'desc' });
    expect(up.Items.map(({ userName }) => userName).toSorted()).toEqual(
      down.Items.map(({ userName }) => userName).toSorted(),
    );
    expect([up.TotalItems, down.TotalItems]).toEqual([4, 4]);
  });

  it('filter by kind and role', async () => {
    expect(
      (await members(ict, { groupName: 'FJB 8A', memberKind: 'employees' })).Items.map((m) => m.userName),
    ).toEqual(['tor']);
    expect((await members(ict, { groupName: 'FJB 8A', memberKind: 'students' })).TotalItems).toBe(2);
    expect((await members(ict, { groupName: 'FJB 8A', memberRole: ['student'] })).TotalItems).toBe(2);
  });
});

const lines = (text: string) => text.split('\r\n').filter(Boolean);

describe('exports', () => {
  it('of the list hold everything that matches', async () => {
    const file = await ict.request('GET /group/list/download', {
      format: 'csv',
      columns: 'name,memberCount,subjectOrGrade',
      type: 'class,instruction',
    });
    expect(lines(file.text).slice(1)).toEqual(['FJB 8A;3;', 'FJB 10A;0;', 'FJB mat;1;MAT0003']);
    const atFirst = await ict.request('GET /group/list/download', { format: 'csv', type: 'class' });
    expect(lines(atFirst.text)[0]).toBe('\uFEFFNavn;Type;Skole;Medlemmer;Lærere');
    const all = await everyone.request('GET /group/list/download', {
      format: 'csv',
      columns: 'displayName,school',
      type: 'class',
      school: 'LUN',
    });
    expect(lines(all.text).slice(1)).toEqual(['8A Lunde;Lunde skole']);
  });

  it('of the members are named after the group and logged with it', async () => {
    const file = await ict.request('GET /group/users/download', {
      format: 'csv',
      columns: 'name,userName',
      groupName: 'FJB 8A',
      only: 'anna,tor',
    });
    expect(file.headers['content-disposition']).toContain('8A.csv');
    expect(lines(file.text).slice(1)).toEqual(['Lærer Tor;tor', 'Kari Aa;anna']);
    const more = await ict.request('GET /group/users/download', {
      format: 'csv',
      columns: 'userName,primarySchool,mobilePhone,accountStatus',
      groupName: 'FJB 8A',
      only: 'anna',
    });
    expect(more.text).toContain('Brukernavn;Hovedskole;Mobil;Kontostatus\r\nanna;Fjordby skole;;Aktiv');
    expect((await ict.request('GET /group/users/download', { groupName: 'LUN 8A' })).status).toBe(404);
    expect((await teacher.request('GET /group/users/download', { groupName: 'FJB 8A' })).status).toBe(403);
  });
});
