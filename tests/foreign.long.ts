/**
 * What a caller may not see is answered as what does not exist: every place of every endpoint that could name something is
 * asked with the name of a foreign or shielded row and with a name that nobody has, and the answers are the same. Filters,
 * ids within bodies and what is already taken are among those places.
 */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Route } from '#kernel/contract.ts';
import { grants, type Role } from '#kernel/permissions.ts';
import { endpoints } from '#server/areas.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { type Place, placesIn } from './fuzz/values.ts';

const FOREIGN = 'zzfremmed';
const SHIELDED = 'qqskjermet';

const testApp = await openHouse();
const ids = await seed();

/** People and groups that the caller may not see, each with a name of the same form that nobody has. Schools are no secret. */
const hiddenNames = [
  { hidden: `${FOREIGN}.elev`, none: 'xxukjent1.elev' },
  { hidden: `${FOREIGN} 9Z`, none: 'xxukjent2 9Z' },
];
const shieldedName = { hidden: `${SHIELDED}.elev`, none: 'xxukjent33.elev' };
const NO_ROW = 2_000_000_001;

const own = { text: ['egen.elev', 'OWN 8A', 'OWN'], number: [1] };

/**
 * What is not asked: what has no end, what is sent as a file or a form, and what is the same for everybody. The log's file
 * has a new line in it whenever it is asked for; `POST /logging/auditlogs` has the same rows.
 */
const isAsked = ({ answers, sends, permission, signature }: Route) =>
  signature !== 'GET /logging/auditlogs/download' &&
  answers !== 'events' &&
  sends === undefined &&
  permission !== 'anyone' &&
  permission !== 'signed-in';

const asked = endpoints
  .map(({ route }) => route)
  .filter(isAsked)
  .map((route) => ({ route, places: placesIn(route.input, own) }));

const roles = [
  'schoolAdministrator',
  'schoolIct',
  'groupAdministrator',
  'licenceAdministrator',
  'teacher',
] as const;
const callers = new Map<Role, Caller>();
beforeAll(async () => {
  for (const role of roles) {
    const caller = await testApp.signIn(role, { school: 'OWN' });
    callers.set(role, caller);
    await testApp.seed((rows) =>
      rows.member({ group: 'OWN 8A', user: caller.actor.userName, role: 'teacher' }),
    );
  }
});

it('asks every endpoint that names something', () => {
  const places = asked.flatMap((one) => one.places);
  expect(asked.length).toBeGreaterThan(150);
  expect(places.length).toBeGreaterThan(400);
});

// Questions first: what commands leave behind has the names that were asked for.
describe.each(['query', 'command'] as const)(
  'what is hidden is answered like what does not exist by every %s',
  (kind) => {
    it.each(roles)('for %s', { timeout: 300_000 }, async (role) => {
      const caller = callers.get(role);
      const granted = asked.filter(({ route }) => route.kind === kind && isGranted(role, route));
      const told: string[] = [];
      for (const { route, places } of granted) {
        for (const place of places) {
          if (caller) told.push(...(await differencesAt(caller, role, route, place)));
        }
      }
      expect(told).toEqual([]);
    });
  },
);

function isGranted(role: Role, { permission }: Route): boolean {
  return permission !== 'anyone' && permission !== 'signed-in' && permission in grants[role];
}

async function differencesAt(caller: Caller, role: Role, route: Route, place: Place): Promise<string[]> {
  const told: string[] = [];
  for (const { hidden, none } of pairsFor(role, route, place)) {
    const before = await answerTo(caller, route, place, none);
    const answer = await answerTo(caller, route, place, hidden);
    if (answer === before) continue;
    // The first may have changed something: then the second is answered like a third.
    const after = await answerTo(caller, route, place, none);
    if (answer === after) continue;
    told.push(
      `${route.signature} ${place.path} = ${String(hidden)}:\n${answer.slice(0, 400)}\ninstead of\n${before.slice(0, 400)}`,
    );
  }
  return told;
}

function pairsFor(
  role: Role,
  { signature }: Route,
  { kind, path }: Place,
): { hidden: unknown; none: unknown }[] {
  if (kind === 'text') return [...hiddenNames, ...(grants[role]['users.shielded'] ? [] : [shieldedName])];
  const [, id] = Object.entries(ids).find(([prefix]) => signature.includes(prefix)) ?? [];
  return id !== undefined && /ids?(\.0)?$/i.test(path) ? [{ hidden: id, none: NO_ROW }] : [];
}

async function answerTo(caller: Caller, route: Route, place: Place, value: unknown): Promise<string> {
  const [input] = fc.sample(place.inputsWith(value), { seed: 11, numRuns: 1 });
  const asCsv = 'format' in route.input.shape && route.answers === 'file' ? { format: 'csv' } : {};
  const { status, text } = await caller.request(route.signature, { ...Object(input), ...asCsv });
  // A PDF is never the same twice.
  return `${status} ${text.startsWith('%PDF') ? '' : plain(text, value)}`;
}

/** Without what was asked for, and without what is new in every answer. */
const plain = (text: string, value: unknown) =>
  (typeof value === 'string' ? text.replaceAll(value, '<asked>') : text)
    .replaceAll(/"(traceId|password)":"[^"]*"/g, '')
    .replaceAll(/\d+/g, '#');

async function seed(): Promise<Record<string, number>> {
  await testApp.seed(async (rows) => {
    await rows.school('OWN', 'Vår skole');
    await rows.school('LUN', 'Naboskolen');
    for (const [mark, code] of [
      ['egen', 'OWN'],
      [FOREIGN, 'LUN'],
      [SHIELDED, 'OWN'],
    ] as const) {
      const columns = { shielded: mark === SHIELDED, email: `${mark}@fjordby.no` };
      const places = [{ code, className: mark, grade: mark }];
      await rows.user({
        userName: `${mark}.elev`,
        firstName: mark,
        lastName: mark,
        schools: places,
        columns,
      });
    }
    await rows.user({ userName: `${FOREIGN}.ansatt`, role: 'employee', schools: [{ code: 'LUN' }] });
    await rows.group({ name: 'OWN 8A', school: 'OWN' });
    await rows.group({ name: `${FOREIGN} 9Z`, school: 'LUN' });
    for (const mark of ['egen', SHIELDED]) await rows.member({ group: 'OWN 8A', user: `${mark}.elev` });
    await rows.member({ group: `${FOREIGN} 9Z`, user: `${FOREIGN}.elev` });
  });
  return makeForeignRows();
}

/** One row of each kind at the other school, by what the addresses of its endpoints have in common. */
async function makeForeignRows(): Promise<Record<string, number>> {
  const foreign = await testApp.signIn('superadmin', { school: 'LUN' });
  const make = async (signature: Route['signature'], input: object): Promise<void> => {
    const { status, text } = await foreign.request(signature, input);
    if (status >= 300) throw new Error(`${signature} answered ${status}: ${text}`);
  };
  const userName = `${FOREIGN}.elev`;
  const period = { start: '2026-12-01', end: '2026-12-20' };
  await make('POST /examgroup/add', {
    description: FOREIGN,
    examDate: '2026-12-01',
    teacherUserName: `${FOREIGN}.ansatt`,
    candidates: 2,
  });
  await make('POST /domaingroup/school/add', { name: FOREIGN, domains: ['nrk.no'] });
  await make('POST /internetlock/add', {
    description: FOREIGN,
    groupNames: [`${FOREIGN} 9Z`],
    start: '2026-12-01T08:00:00Z',
    end: '2026-12-01T09:00:00Z',
  });
  await make('POST /internetlock/template', { name: FOREIGN, description: FOREIGN });
  await make('POST /userdeactivation/add/users', { userNames: [userName], ...period });
  await make('POST /temporaryaccess/create', {
    userName: 'egen.elev',
    role: 'student',
    immediate: false,
    iktCanModify: true,
    ...period,
  });
  const { rows } = await sql<Record<string, number>>`
    select (select max(id) from exam_group) as "/examgroup/",
           (select max(id) from domain_package) as "/domaingroup/",
           (select max(id) from lock_template) as "/internetlock/template/",
           (select max(id) from internet_lock) as "/internetlock/",
           (select max(id) from deactivation) as "/userdeactivation/",
           (select max(id) from access_entry) as "/temporaryaccess/",
           (select max(id) from access_entry) as "/blockedaccess/",
           (select max(id) from journal.operation where school_id is not null) as "/operation/",
           (select max(id) from journal.operation where school_id is not null) as "/jobs/",
           (select max(id) from journal.operation where school_id is not null) as "/bulk/"`.execute(
    testApp.db,
  );
  const [made] = rows;
  if (!made || Object.values(made).some((id) => id === null)) throw new Error('A foreign row is missing');
  return made;
}
