/**
 * The authorization matrix, made from the contract: every endpoint by every role, at the own and at another school,
 * is allowed or refused exactly as the permission table says; and nothing a school's people can ask for has a word of
 * another school or of a shielded person in its answer.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Route } from '#kernel/contract.ts';
import { Problem } from '#kernel/errors.ts';
import { grants, ownerRoles, type Role, roles } from '#kernel/permissions.ts';
import { endpoints } from '#server/areas.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

/** Words that stand in every row of the other school, and in the shielded person of the own one. */
const FOREIGN = 'zzfremmed';
const SHIELDED = 'qqskjermet';
/** In whoever answers for the own school. */
const COLLEAGUE = 'wwkollega';

const house = await openHouse();
const ids = await seed();
const routes = endpoints.map(({ route }) => route);
const schoolRoles = roles.filter((role) => !ownerRoles.includes(role));

async function seed() {
  await house.seed(async (rows) => {
    await rows.school('OWN', 'Vår skole');
    await rows.school('LUN', 'Naboskolen');
    const person = (mark: string, code: string, columns = {}) =>
      rows.user({
        userName: `${mark}.elev`,
        firstName: mark,
        lastName: mark,
        schools: [{ code, className: mark, grade: mark }],
        columns: { department: mark, email: `${mark}@fjordby.no`, invalid_columns: '{email}', ...columns },
      });
    await person('egen', 'OWN');
    await person(FOREIGN, 'LUN', { locked_until: '2026-11-20T12:20:00Z', expires_on: '2026-11-25' });
    await person(SHIELDED, 'OWN', { shielded: true, locked_until: '2026-11-20T12:20:00Z' });
    const colleague = await rows.user({
      userName: COLLEAGUE,
      lastName: COLLEAGUE,
      role: 'employee',
      schools: [{ code: 'OWN', role: 'employee' }],
    });
    await rows.grant(colleague, 'schoolIct', await rows.schoolId('OWN'));
    await rows.group({ name: 'OWN 8A', school: 'OWN' });
    await rows.group({ name: `${FOREIGN} 9Z`, school: 'LUN', columns: { email: `${FOREIGN}9z@fjordby.no` } });
    await rows.group({ name: 'ALLE', type: 'global' });
    await rows.nest('ALLE', `${FOREIGN} 9Z`);
    await rows.nest('ALLE', 'OWN 8A');
    for (const mark of ['egen', SHIELDED]) await rows.member({ group: 'OWN 8A', user: `${mark}.elev` });
    await rows.member({ group: `${FOREIGN} 9Z`, user: `${FOREIGN}.elev` });
  });
  const foreign = await house.signIn('schoolAdministrator', { school: 'LUN', userName: `${FOREIGN}.elev` });
  await foreign.request('POST /views', { list: 'users', name: FOREIGN, state: {} });
  await foreign.request('PUT /user/update', {
    userName: `${FOREIGN}.elev`,
    version: 1,
    department: `${FOREIGN}2`,
  });
  const { rows } = await sql<{ view: number; operation: number }>`
    select (select max(id) from saved_view) as view,
           (select max(id) from journal.operation where event = 'user.updated') as operation`.execute(
    house.db,
  );
  const [made] = rows;
  if (!made) throw new Error('There is nothing to look for');
  return made;
}

/** Streams have no end to wait for; that they are refused is seen as for any other. */
const endless = (route: Route) => route.answers === 'events';

function expected(route: Route, role: Role, at: 'own' | 'other' | 'owner'): 'allowed' | 'refused' {
  if (route.permission === 'anyone' || route.permission === 'signed-in') return 'allowed';
  const holds = ownerRoles.includes(role) || at === 'own';
  const reach = holds ? grants[role][route.permission] : undefined;
  if (reach === undefined) return 'refused';
  return reach !== 'owner' && at === 'owner' ? 'refused' : 'allowed';
}

/** Access is decided before the question is read, so an empty one tells. */
async function observed(caller: Caller, route: Route): Promise<'allowed' | 'refused'> {
  const { status, body } = await caller.request(route.signature);
  if (status < 400) return 'allowed';
  const { code } = Problem.parse(body);
  return code === 'access.denied' || code === 'access.signed-out' ? 'refused' : 'allowed';
}

interface Standing {
  role: Role;
  at: 'own' | 'other' | 'owner';
}

const standings: Standing[] = roles.flatMap((role): Standing[] => [
  { role, at: 'own' },
  { role, at: ownerRoles.includes(role) ? 'owner' : 'other' },
]);

describe('every endpoint is allowed or refused as the permission table says', () => {
  it.each(standings)('to $role standing at: $at', async ({ role, at }) => {
    const userName = `${role.toLowerCase()}.${at}`;
    await house.seed((rows) => rows.user({ userName, role: 'employee', schools: [{ code: 'OWN' }] }));
    const own = await house.signIn(role, at === 'owner' ? { userName } : { school: 'OWN', userName });
    const caller =
      at === 'other' ? await house.signIn(role, { school: 'LUN', userName, granted: false }) : own;

    const found: string[] = [];
    const wanted: string[] = [];
    for (const route of routes) {
      const expectation = expected(route, role, at);
      if (endless(route) && expectation === 'allowed') continue;
      wanted.push(`${route.signature} ${expectation}`);
      found.push(`${route.signature} ${await observed(caller, route)}`);
    }
    expect(found).toEqual(wanted);
  });

  it('to nobody', async () => {
    for (const route of routes.filter(({ permission }) => permission !== 'anyone')) {
      const { status, body } = await house.request(route.signature);
      expect([route.signature, status, Problem.parse(body).code]).toEqual([
        route.signature,
        401,
        'access.signed-out',
      ]);
    }
  });
});

const ways = [
  { way: 'asking by address', methods: ['GET'] },
  { way: 'asking at length', methods: ['POST'] },
  { way: 'changing', methods: ['PUT', 'PATCH', 'DELETE'] },
];

/** Whoever keeps the portal reads nobody at all (docs/decisions/0016), wherever they stand. */
const keepers = [
  { role: 'centralAdmin', school: 'OWN' },
  { role: 'centralAdmin', school: undefined },
] as const;
const readers = [...schoolRoles.map((role) => ({ role, school: 'OWN' })), ...keepers];

describe.each(readers)('no answer has a word of others for $role standing at $school', ({ role, school }) => {
  const everybody = role === 'centralAdmin' ? ['egen.elev', COLLEAGUE] : [];
  const marks = [...everybody, FOREIGN, ...(grants[role]['users.shielded'] ? [] : [SHIELDED])];
  let caller: Caller;
  let answered = 0;
  beforeAll(async () => {
    caller = await house.signIn(role, school === undefined ? {} : { school });
    if (role !== 'centralAdmin') await teach(caller);
  });

  // Several thousand questions: each way of asking in a test of its own, with the time a busy machine takes for them.
  it.each(ways)('$way', { timeout: 60_000 }, async ({ methods }) => {
    const asked = routes.filter(
      (route) =>
        methods.some((method) => route.signature.startsWith(`${method} `)) &&
        !endless(route) &&
        !leaves(route),
    );
    expect(asked.length).toBeGreaterThan(10);
    const leaks: string[] = [];
    for (const route of asked) {
      for (const question of questionsTo(route)) {
        const { text, status } = await caller.request(route.signature, question);
        if (status < 400) answered += 1;
        const told = marks.filter((mark) => text.toLowerCase().includes(mark));
        if (told.length > 0)
          leaks.push(`${route.signature} ${JSON.stringify(question)} tells ${told.join(', ')}`);
      }
    }
    expect(leaks).toEqual([]);
  });

  it('and there were answers', () => expect(answered).toBeGreaterThan(10));
});

it('the words of another school are there to be found', async () => {
  const everyone = await house.signIn('superadmin');
  const { text } = await everyone.request('POST /user/list', { pageSize: 500 });
  expect(text).toContain(FOREIGN);
  expect(text).toContain(SHIELDED);
});

/** Signing out ends the caller's own session; what a caller sends is their own to see again. */
const leaves = ({ signature }: Route) =>
  signature.startsWith('GET /usersettings/logout') || signature.startsWith('POST /views');

async function teach({ actor }: Caller): Promise<void> {
  await house.seed((rows) => rows.member({ group: 'OWN 8A', user: actor.userName, role: 'teacher' }));
}

/** A question for each way a row could be asked for: all, by search, by every filter and sort, by foreign key. */
function questionsTo(route: Route): Record<string, unknown>[] {
  const shape = route.input.shape;
  const common = {
    ...('pageSize' in shape && { pageSize: 500 }),
    ...('format' in shape && { format: 'csv' }),
    ...('take' in shape && { take: 100 }),
    ...('list' in shape && { list: 'users' }),
    ...('version' in shape && { version: 1 }),
  };
  const words = ['', FOREIGN, SHIELDED];
  const searches = 'search' in shape ? words.map((search) => ({ search })) : [{}];
  const directions = 'direction' in shape ? [{ direction: 'memberOf' }, { direction: 'nested' }] : [{}];
  const asked = keysOf(route).flatMap((keys) =>
    searches.flatMap((search) => directions.map((way) => Object.assign({}, common, keys, search, way))),
  );
  const first = keysOf(route)[0];
  return [...asked, ...filtersOf(route).map((filter) => Object.assign({}, first, common, filter))];
}

/** The rows a route can be asked about by name or number: own ones first. */
function keysOf(route: Route): Record<string, unknown>[] {
  const shape = route.input.shape;
  const people = ['egen.elev', `${FOREIGN}.elev`, `${SHIELDED}.elev`];
  const groups = ['OWN 8A', 'ALLE', `${FOREIGN} 9Z`];
  if ('userName' in shape) return people.map((userName) => ({ userName }));
  if ('groupName' in shape) return groups.map((groupName) => ({ groupName }));
  if ('name' in shape) return [...people, ...groups].map((name) => ({ name }));
  if ('id' in shape) return [{ id: ids.operation }, { id: ids.view }, { id: 1 }];
  return [{}];
}

const filterValues: Record<string, unknown[]> = {
  target: [`user:${FOREIGN}.elev`, `user:${SHIELDED}.elev`, `group:${FOREIGN} 9Z`, 'user:egen.elev'],
  className: [[FOREIGN], [SHIELDED]],
  grade: [[FOREIGN], [SHIELDED]],
  actor: [`${FOREIGN}.elev`],
  startedBy: [`${FOREIGN}.elev`],
  excludeGroup: [`${FOREIGN} 9Z`],
  event: [['user.updated'], ['view.saved']],
  accountStatus: [['locked'], ['active', 'expired']],
  userType: ['both', 'students', 'expired'],
  shielded: [true],
  invalid: [true],
  archived: [true],
  hasEmail: [true],
  expiresBefore: ['2027-01-01'],
  only: [[`${FOREIGN}.elev`, `${SHIELDED}.elev`, `${FOREIGN} 9Z`, 'egen.elev']],
  email: [`${FOREIGN}@fjordby.no`],
  columns: [['name'], ['email']],
};

/** One question per value of every filter, and one per column to sort by. */
function filtersOf({ input }: Route): Record<string, unknown>[] {
  const filters = Object.keys(input.shape).flatMap((field) =>
    (filterValues[field] ?? []).map((value) => ({ [field]: value })),
  );
  const sortBy: unknown = Reflect.get(input.shape, 'sortBy');
  const options: unknown =
    typeof sortBy === 'object' && sortBy !== null && 'unwrap' in sortBy
      ? Object(Object(sortBy).unwrap()).options
      : [];
  return [
    ...filters,
    ...(Array.isArray(options) ? options.map((column: unknown) => ({ sortBy: column, pageSize: 500 })) : []),
  ];
}
