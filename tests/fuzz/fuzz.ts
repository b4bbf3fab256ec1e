/** Asks the whole portal what somebody would who wants it to fail, from a seed, and collects every failure. */
import { inspect } from 'node:util';

import * as fc from 'fast-check';
import { sql } from 'kysely';
import { vi } from 'vitest';

import { simulateFederation } from '#connectors/federation/simulated/mount.ts';
import type { Role } from '#kernel/permissions.ts';
import { endpoints } from '#server/areas.ts';
import { simulatedPeople } from '#server/demo/simulated-people.ts';
import { log } from '#server/log.ts';
import { type House, openHouse } from '#server/testing/house.ts';

import { type MadeRequest, requestsElsewhere, requestsTo } from './requests.ts';
import type { Known } from './values.ts';

export interface Outcome {
  /** Requests by status. */
  statuses: Record<string, number>;
  /** Answers of 500 and above: one request for each endpoint and cause. */
  failures: string[];
  /** Lines the portal logged at level error. */
  errors: string[];
  slowest: { ms: number; request: string };
}

export interface Fuzz {
  run: (options: { seed: number; requests: number }) => Promise<Outcome>;
}

const SCHOOL = 'FJB';
/** Made at a time, and asked by callers who sign in anew: acts on everybody also take rights from who asks. */
const BATCH = 500;
const callers: readonly (Role | undefined)[] = [
  ...(['superadmin', 'superadmin', 'superadmin', 'schoolAdministrator', 'schoolIct', 'teacher'] as const),
  undefined,
];
const isOwners = (role: Role) => role === 'superadmin';

export async function openFuzz(): Promise<Fuzz> {
  const testApp = await openHouse();
  const federation = simulateFederation(simulatedPeople(testApp.db));
  testApp.services.federations = federation.federations;
  await federation.mount(testApp.app);
  const known = await seed(testApp);
  // A stream of events has no end to wait for.
  const routes = endpoints.map(({ route }) => route).filter(({ answers }) => answers !== 'events');
  const anyRequest = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...routes.map((route) => requestsTo(route, known))) },
    { weight: 1, arbitrary: requestsElsewhere },
  );
  return { run: (options) => run(testApp, anyRequest, options) };
}

async function run(
  testApp: House,
  anyRequest: fc.Arbitrary<MadeRequest>,
  { seed: seeded, requests }: { seed: number; requests: number },
): Promise<Outcome> {
  const statuses: Record<string, number> = {};
  const failures = new Map<string, string>();
  let slowest = { ms: 0, request: '' };
  const errors = await errorsDuring(async (logged) => {
    for (let asked = 0; asked < requests; asked += BATCH) {
      const tokens = await signIn(testApp);
      const made = fc.sample(fc.tuple(anyRequest, fc.constantFrom(...tokens)), {
        seed: seeded + asked,
        numRuns: Math.min(BATCH, requests - asked),
      });
      for (const [request, token] of made) {
        const before = logged.length;
        const started = performance.now();
        const { status, text } = await send(testApp, request, token).catch(brokenOff);
        const ms = performance.now() - started;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (ms > slowest.ms) slowest = { ms: Math.round(ms), request: shown(request) };
        if (status < 500) continue;
        const cause = logged.slice(before).join(' ') || text;
        const key = `${request.route?.signature ?? request.address} ${cause.slice(0, 120)}`;
        if (!failures.has(key)) failures.set(key, `${status} ${shown(request)}\n  ${cause.slice(0, 500)}`);
      }
    }
  });
  return { statuses, failures: [...failures.values()], errors, slowest };
}

/** What is logged at level error while `work` runs. */
async function errorsDuring(work: (logged: readonly string[]) => Promise<void>): Promise<string[]> {
  const logged: string[] = [];
  const spy = vi.spyOn(log, 'error').mockImplementation((...line: unknown[]) => {
    logged.push(inspect(line, { depth: 4 }));
  });
  try {
    await work(logged);
  } finally {
    spy.mockRestore();
  }
  return logged;
}

async function signIn(testApp: House): Promise<(string | undefined)[]> {
  const tokens = [];
  for (const role of callers) {
    const caller = role && (await testApp.signIn(role, isOwners(role) ? {} : { school: SCHOOL }));
    tokens.push(caller?.token);
  }
  return tokens;
}

const XSRF = 'the-same-in-cookie-and-header';

async function send(
  { app }: House,
  { method, address, headers: { cookie, ...headers }, body }: MadeRequest,
  token: string | undefined,
): Promise<{ status: number; text: string }> {
  const answer = await app.inject({
    method,
    url: address,
    headers: {
      'x-xsrf-token': XSRF,
      ...(token !== undefined && { authorization: token }),
      ...headers,
      cookie: `XSRF-TOKEN=${XSRF}${cookie === undefined ? '' : `; ${cookie}`}`,
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body.slice(0, 500) };
}

/** An answer that ended half way: its status was 200, and there is nothing to show for it. */
const brokenOff = (error: unknown) => ({ status: 599, text: String(error) });

const shown = ({ method, address, headers, body }: MadeRequest) =>
  `${method} ${address.slice(0, 300)} ${JSON.stringify(headers)} ${(body ?? '').slice(0, 400)}`;

/** Two schools with people, groups and something of most kinds, so that right questions find rows. */
async function seed(testApp: House): Promise<Known> {
  const { users, groups } = await testApp.seed(async (rows) => {
    await rows.school(SCHOOL, 'Fjordby skole');
    await rows.school('LUN', 'Lunden skole');
    const made: { users: number[]; groups: number[] } = { users: [], groups: [] };
    for (const [index, userName] of names.entries()) {
      const code = index % 3 === 0 ? 'LUN' : SCHOOL;
      const place = { code, className: '8A', grade: '8' };
      const role = index % 2 === 0 ? 'student' : 'employee';
      made.users.push(await rows.user({ userName, role, schools: [place] }));
    }
    for (const name of groupNames) {
      made.groups.push(await rows.group({ name, school: name.slice(0, 3) }));
      for (const user of names) await rows.member({ group: name, user });
    }
    await rows.group({ name: 'ALLE', type: 'global' });
    return made;
  });
  const { rows } = await sql<{ id: number }>`select id from school`.execute(testApp.db);
  return {
    text: [
      ...names,
      ...groupNames,
      'ALLE',
      SCHOOL,
      'LUN',
      '8A',
      'nrk.no',
      'kari@fjordby.no',
      'users',
      'groups',
      '123456',
    ],
    number: [...users, ...groups, ...rows.map(({ id }) => id), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  };
}

const names = ['kari', 'ola', 'per.hansen', 'anne', 'li', 'åse'];
const groupNames = ['FJB 8A', 'FJB 8B', 'LUN 9A'];
