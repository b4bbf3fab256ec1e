import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { type Call, type Output } from '#kernel/contract.ts';
import { Problem } from '#kernel/errors.ts';
import { prove } from '#kernel/scope.ts';
import { pageStatement } from '#server/list/page.ts';
import { FOR_ITS_VALUES } from '#server/postgres/named-statements.ts';
import { openHouse } from '#server/testing/house.ts';

import { userList, users, userTypes } from '../contract.ts';
import { userSource } from './list.ts';
import { seedPeople } from './testing.ts';

const house = await openHouse();
await seedPeople(house);
await house.seed(async (seed) => {
  const staff = (userName: string, firstName: string, lastName: string, code?: string) =>
    seed.user({ userName, firstName, lastName, role: 'employee', schools: code ? [{ code }] : [] });
  await staff('ida.ikt', 'Ida', 'Ikt', 'FJB');
  await staff('sara.super', 'Sara', 'Super');
});
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB', userName: 'kari.laerer' });
const superadmin = await house.signIn('superadmin', { school: 'FJB', userName: 'sara.super' });
const everyone = await house.signIn('superadmin', { userName: 'sara.super' });

type Page = Output<typeof users.list>;
const names = ({ Items }: Page) => Items.map(({ userName }) => userName);
const ask = (caller: typeof ict, input: Call<typeof users.list> = {}) => caller.call(users.list, input);

function hasValue(row: Page['Items'][number], column: keyof typeof userList.columns): boolean {
  if (column === 'name') return true;
  return (column === 'classOrTitle' ? (row.className ?? row.title) : row[column]) !== null;
}

const inOrder = [
  'ida.ikt',
  'ole.kvisla',
  'kari.laerer',
  'off.line',
  'zara.z',
  'aerlig.ae',
  'oeystein.oe',
  'aase.aas',
];

describe('the user list of a school', () => {
  it('has the people of the school in Norwegian order, with their exact number', async () => {
    const page = await ask(ict);
    expect(names(page)).toEqual(inOrder);
    expect(page).toMatchObject({ TotalItems: inOrder.length });
  });

  it('is kept by no browser or proxy', async () => {
    const answer = await ict.request('POST /user/list', {});
    expect(answer.headers['cache-control']).toBe('no-store');
    const refused = await ict.request('GET /user/:name', { name: 'foreign.pupil' });
    expect(refused.headers['cache-control']).toBe('no-store');
    const codes = await ict.request('GET /about/credits');
    expect(codes.headers['cache-control']).toBe('private, max-age=300');
  });

  it('turns pages without losing or repeating anybody', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => ask(ict, { page, pageSize: 3 })));
    expect(pages.flatMap(names)).toEqual(inOrder);
    expect(pages.map(({ TotalItems }) => TotalItems)).toEqual([8, 8, 8]);
  });

  it('tells a row by every field of the contract', async () => {
    const { Items } = await ask(ict, { search: 'kari' });
    expect(Items).toEqual([
      expect.objectContaining({
        userName: 'kari.laerer',
        title: 'Adjunkt',
        primarySchool: { code: 'FJB', name: 'Fjordby skole', abbreviation: 'FJB' },
        school: { code: 'FJB', name: 'Fjordby skole', abbreviation: 'FJB' },
        email: 'kari.laerer@fjordby.no',
        lastLogin: '2026-11-18T08:00:00.000Z',
        added: '2026-01-05T12:00:00.000Z',
        accountStatus: 'active',
        shielded: false,
      }),
    ]);
  });

  it('names the school a row is of: where the reader stands, else the primary school', async () => {
    const elsewhere = await house.signIn('schoolAdministrator', { school: 'LUN' });
    const row = { primarySchool: { code: 'FJB' } };
    expect((await ask(elsewhere, { search: 'kari' })).Items).toMatchObject([
      { ...row, school: { code: 'LUN' } },
    ]);
    expect((await ask(everyone, { search: 'kari' })).Items).toMatchObject([
      { ...row, school: { code: 'FJB' } },
    ]);
  });

  it.each(userList.query.shape.sortBy.unwrap().options)(
    'sorts by %s both ways, over the whole list',
    async (sortBy) => {
      const [up, down] = await Promise.all([
        ask(everyone, { sortBy, sortDir: 'asc' }),
        ask(everyone, { sortBy, sortDir: 'desc' }),
      ]);
      // Rows without a value stand last both ways; the others are exactly turned round, ties included.
      const known = ({ Items }: Page) =>
        Items.filter((row) => hasValue(row, sortBy)).map(({ userName }) => userName);
      expect(known(down)).toEqual(known(up).toReversed());
      expect(up.Items.slice(0, known(up).length)).toEqual(up.Items.filter((row) => hasValue(row, sortBy)));
      expect(names(up).toSorted()).toEqual(names(down).toSorted());
    },
  );

  it('puts rows without a value last, whichever way the column is turned', async () => {
    expect(names(await ask(ict, { sortBy: 'mobilePhone', sortDir: 'asc' }))[0]).toBe('oeystein.oe');
    expect(names(await ask(ict, { sortBy: 'mobilePhone', sortDir: 'desc' }))[0]).toBe('oeystein.oe');
  });

  it('sorts classes by their number', async () => {
    const { Items } = await ask(ict, { userType: 'students', sortBy: 'classOrTitle' });
    const classes = Items.map(({ className }) => className);
    expect(classes).toEqual(['8A', '8A', '8A', '8B', '8B', '10A']);
  });
});

describe('its filters', () => {
  const cases: [string, Call<typeof users.list>, string[]][] = [
    [
      'students',
      { userType: 'students' },
      ['ole.kvisla', 'off.line', 'zara.z', 'aerlig.ae', 'oeystein.oe', 'aase.aas'],
    ],
    ['employees', { userType: 'employees' }, ['ida.ikt', 'kari.laerer']],
    ['expired', { userType: 'expired' }, ['gone.away']],
    ['both', { userType: 'both' }, inOrder],
    ['role', { role: ['employee'] }, ['ida.ikt', 'kari.laerer']],
    ['grade', { grade: ['10'] }, ['zara.z']],
    ['class', { className: ['8B', '10A'] }, ['off.line', 'zara.z', 'aerlig.ae']],
    ['locked', { accountStatus: ['locked'] }, ['zara.z']],
    ['deactivated', { accountStatus: ['deactivated'] }, ['off.line']],
    ['expired and locked', { accountStatus: ['expired', 'locked'] }, ['gone.away', 'zara.z'].toReversed()],
    ['expires before', { expiresBefore: '2026-12-02' }, ['ole.kvisla']],
    ['added', { added: '2026-01-01..2026-01-31' }, ['kari.laerer']],
    ['added since', { added: '2026-11-20..' }, inOrder.filter((name) => name !== 'kari.laerer')],
    ['search by beginning and middle', { search: 'øST ys' }, ['oeystein.oe']],
    ['search takes signs literally', { search: '%' }, []],
  ];
  it.each(cases)('%s', async (_, input, expected) => {
    const page = await ask(ict, input);
    expect(names(page).toSorted()).toEqual(expected.toSorted());
    expect(page.TotalItems).toBe(expected.length);
  });

  it('says which field of the question is wrong', async () => {
    const { body } = await ict.request('POST /user/list', { sortBy: 'shoeSize', pageSize: 501 });
    const problem = Problem.parse(body);
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields.map(({ path }) => path).toSorted()).toEqual(['pageSize', 'sortBy']);
  });
});

describe('shielded people', () => {
  it('are in no list, search or count of one who may not see them', async () => {
    expect((await ask(ict, { search: 'hemmelig' })).TotalItems).toBe(0);
    expect((await ask(ict, { shielded: true })).TotalItems).toBe(0);
    expect(await ict.call(users.newCounts, {})).toMatchObject({ all: 7 });
  });

  it('are there for one who may', async () => {
    expect(names(await ask(leader, { shielded: true }))).toEqual(['hidden.one']);
    expect(await leader.call(users.newCounts, {})).toMatchObject({ all: 8 });
  });
});

describe('the list of the whole owner', () => {
  it('has everybody, with an exact total per view', async () => {
    const [both, students, employees] = await Promise.all([
      ask(everyone, { userType: 'both' }),
      ask(everyone, { userType: 'students' }),
      ask(everyone, { userType: 'employees' }),
    ]);
    expect([both, students, employees].map((page) => page.TotalItems)).toEqual(
      [both, students, employees].map((page) => page.Items.length),
    );
    expect(names(both)).toContain('foreign.pupil');
    expect(both.TotalItems).toBe(students.TotalItems + employees.TotalItems);
  });

  it('is the school’s where the reader stands at one', async () => {
    expect(names(await ask(superadmin))).not.toContain('foreign.pupil');
    expect((await ask(superadmin)).TotalItems).toBe(inOrder.length + 1);
  });
});

describe('a teacher', () => {
  it('sees the people of the groups taught today, and nobody else', async () => {
    await house.seed(async (seed) => {
      await seed.user({ userName: 'tor.teach', role: 'employee', schools: [{ code: 'FJB' }] });
      await seed.group({ name: 'FJB 8A', school: 'FJB' });
      await seed.group({ name: 'FJB 8B', school: 'FJB' });
      await seed.member({ group: 'FJB 8A', user: 'tor.teach', role: 'teacher' });
      await seed.member({ group: 'FJB 8A', user: 'aase.aas' });
      await seed.member({ group: 'FJB 8A', user: 'hidden.one' });
      await seed.member({ group: 'FJB 8A', user: 'ole.kvisla', endOn: '2026-11-19' });
      await seed.member({ group: 'FJB 8B', user: 'aerlig.ae' });
      await seed.member({ group: 'FJB 8B', user: 'tor.teach', role: 'teacher', startOn: '2026-11-21' });
    });
    const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'tor.teach' });
    expect(names(await ask(teacher)).toSorted()).toEqual(['aase.aas', 'tor.teach']);
    expect((await teacher.request('GET /user/:name', { name: 'aerlig.ae' })).status).toBe(404);

    house.clock.set('2026-11-21T12:00:00Z');
    expect(names(await ask(teacher)).toSorted()).toEqual(['aase.aas', 'aerlig.ae', 'tor.teach']);
    house.clock.set('2026-11-20T12:00:00Z');
  });
});

describe('code lists and counts', () => {
  it('has the classes and grades of the school in the order of their numbers', async () => {
    expect(await ict.call(users.classes, {})).toEqual({ Items: ['8A', '8B', '10A'] });
    expect(await ict.call(users.grades, { search: '1' })).toEqual({ Items: ['10'] });
  });

  it('counts those of a kind alone when asked to', async () => {
    for (const userType of userTypes) {
      const { all, students, employees } = await ict.call(users.newCounts, { days: 10, userType });
      const listed = await ict.call(users.newList, { days: 10, userType, pageSize: 100 });
      const ofRole = (isEmployee: boolean) =>
        listed.Items.filter(({ role }) => (role === 'employee') === isEmployee).length;
      expect([userType, all, students, employees]).toEqual([
        userType,
        listed.TotalItems,
        ofRole(false),
        ofRole(true),
      ]);
      expect(all).toBeGreaterThan(0);
    }
  });

  it('looks back as far as the site has set, unless the question says how far', async () => {
    await house.seed(({ tx }) => sql`insert into site_setting values ('newUserDays', '14')`.execute(tx));
    expect(await ict.call(users.newCounts, {})).toMatchObject({ days: 14, from: '2026-11-06' });
    expect(await ict.call(users.quitCounts, {})).toMatchObject({ days: 14 });
    expect(await ict.call(users.newCounts, { days: 7 })).toMatchObject({ days: 7 });
    expect(names(await ict.call(users.newList, {}))).not.toContain('kari.laerer');
    await house.seed(({ tx }) => sql`update site_setting set value = '365'`.execute(tx));
    expect(names(await ict.call(users.newList, {}))).toContain('kari.laerer');
    await house.seed(({ tx }) => sql`delete from site_setting`.execute(tx));
    expect(await ict.refused(users.newCounts, { days: 0 })).toMatchObject({
      fields: [{ path: 'days', key: 'min' }],
    });
  });

  it('are told to everybody who works at the school, a number without names; the list only to who may read', async () => {
    const licences = await house.signIn('licenceAdministrator', { school: 'FJB' });
    const { all } = await ict.call(users.newCounts, { days: 10 });
    expect(await licences.call(users.newCounts, { days: 10 })).toMatchObject({ all });
    expect(await licences.call(users.quitCounts, { days: 1 })).toMatchObject({ all: 1 });
    expect(await licences.refused(users.newList, {})).toMatchObject({
      code: 'access.denied',
      why: { rule: 'users.read' },
    });
    const elsewhere = await house.signIn('licenceAdministrator', { school: 'LUN' });
    expect(await elsewhere.call(users.newCounts, { userType: 'students' })).toMatchObject({ all: 1 });
  });

  it('counts who came and who quit', async () => {
    expect(await ict.call(users.newCounts, { days: 10 })).toMatchObject({
      days: 10,
      from: '2026-11-10',
      to: '2026-11-20',
    });
    expect(await ict.call(users.quitCounts, { days: 1 })).toEqual({ days: 1, recently: 1, all: 1 });
    expect(names(await ict.call(users.newList, { days: 10 }))).not.toContain('kari.laerer');
  });
});

it('is planned for the words that are searched for', () => {
  const actor = { ...ict.actor, displayName: '', schoolId: 1, roles: ['schoolIct' as const], sessionId: '' };
  const scope = prove(actor, 'users.read');
  if (!scope) throw new Error('School ICT may not read users');
  const statement = (search: string) =>
    pageStatement(
      userList,
      userSource,
      scope,
      { page: 1, pageSize: 30, search },
      new Date(),
    ).statement.compile(house.db).sql;
  expect(statement('nora')).toContain(FOR_ITS_VALUES);
  expect(statement('')).not.toContain(FOR_ITS_VALUES);
});
