/** The whole portal for a test file: its own database, every endpoint, a clock that stands still, and callers. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll } from 'vitest';

import { noteSignIns } from '#areas/internet/exams/server/service.ts';
import { openWebFilter } from '#areas/internet/points/server/service.ts';
import { noFederation } from '#connectors/federation/port.ts';
import type { Call, Output, Route, Signature } from '#kernel/contract.ts';
import { Problem } from '#kernel/errors.ts';
import { ownerRoles, type Role, roles } from '#kernel/permissions.ts';
import type { Actor } from '#kernel/scope.ts';
import { bulkActs, endpoints } from '#server/areas.ts';
import { openBulk } from '#server/bulk/bulk.ts';
import { type FixedClock, fixedClock } from '#server/clock.ts';
import { readConfig } from '#server/config/read.ts';
import { openConnections } from '#server/connections/live.ts';
import { connect, type Database, type Db } from '#server/db.ts';
import { createApp } from '#server/http/app.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { openKeptSecrets } from '#server/kept-secrets.ts';
import { openVault } from '#server/national-number.ts';
import { openLive } from '#server/operations/live.ts';
import { openListener } from '#server/postgres/listener.ts';
import { withoutHolding } from '#server/postgres/one-connection.ts';
import type { Services } from '#server/services.ts';
import { openSignIn } from '#server/session/sign-in.ts';
import { openSetup } from '#server/setup.ts';
import { undoRules } from '#server/undo-rules.ts';
import { openVault as openPasswordVault, portalIdOf } from '#server/vault.ts';

import { testDatabase } from './database.ts';
import { inSeedOperation, type Seed, seedInto } from './seed.ts';

/** A Friday afternoon in a school year. */
export const testNow = '2026-11-20T12:00:00Z';

export interface Answer {
  status: number;
  /** The parsed JSON, or the text of a file. */
  body: unknown;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

interface RequestOptions {
  /** A repeat of an earlier write sends its key again. */
  key?: string;
  headers?: Record<string, string>;
}

type Send = (signature: Signature, input?: object, options?: RequestOptions) => Promise<Answer>;
/** A call that is expected to go well: the answer as the contract types it; throws with the problem otherwise. */
type Ask = <R extends Route>(route: R, input: Call<R>, options?: RequestOptions) => Promise<Output<R>>;
/** A call that is expected to be refused: the problem. */
type Refused = <R extends Route>(route: R, input: Call<R>, options?: RequestOptions) => Promise<Problem>;

export interface Caller {
  actor: { userId: number; userName: string };
  token: string;
  request: Send;
  call: Ask;
  refused: Refused;
}

interface SignInOptions {
  /** The school's code; none = the whole owner. */
  school?: string;
  /** Somebody seeded before; otherwise a person of this role is made at the school. */
  userName?: string;
  /** False: stands at the school without holding the role there. */
  granted?: false;
}

interface HouseOptions {
  /** To the database; 5 unless given. */
  connections?: number;
  /** For heavy requests; none unless given, then they use the others. */
  heavyConnections?: number;
  /** How long a caller waits for a connection; 5 s unless given. */
  patienceMs?: number;
  /** How long a body may take; as long as in the portal unless given. */
  bodyLimitMs?: number;
}

export interface House {
  app: FastifyInstance;
  db: Db;
  pool: Database['pool'];
  /** The connections of heavy requests, where there are such. */
  heavyPool: Database['pool'] | undefined;
  url: string;
  clock: FixedClock;
  services: Services;
  /** Writes rows as an operation of their own. */
  seed: <T>(work: (seed: Seed) => Promise<T>) => Promise<T>;
  signIn: (role: Role, options?: SignInOptions) => Promise<Caller>;
  /** A call nobody signed in for. */
  request: Send;
  /** Somebody who is not signed in. */
  visitor: Pick<Caller, 'request' | 'call' | 'refused'>;
}

export async function openHouse(
  served: readonly Endpoint[] = endpoints,
  { connections = 5, heavyConnections, patienceMs = 5_000, bodyLimitMs }: HouseOptions = {},
): Promise<House> {
  const limits = { connectTimeoutMs: patienceMs };
  const { db, pool, url } = await testDatabase({ connections, ...limits });
  const heavy =
    heavyConnections === undefined ? undefined : connect({ url, connections: heavyConnections, ...limits });
  afterAll(() => heavy?.end());
  const clock = fixedClock(testNow);
  const secret = Buffer.alloc(32, 7);
  const listener = await openListener(url);
  const bulk = openBulk({ db, clock, acts: bulkActs });
  afterAll(bulk.stop);
  const pointSecrets = openPasswordVault(secret, 'enforcement point');
  const keptSecrets = openKeptSecrets(secret);
  const services: Services = {
    clock,
    pool,
    vault: openVault(secret),
    passwords: openPasswordVault(secret, 'account password'),
    examPasswords: openPasswordVault(secret, 'exam password'),
    pointSecrets,
    webFilter: await openWebFilter(
      { db, clock, time: clock, vault: pointSecrets, signedIn: noteSignIns },
      listener,
    ),
    signIn: openSignIn({ db, clock, secret, secure: false, time: clock }),
    federations: noFederation,
    portalId: portalIdOf(secret),
    setup: openSetup(secret),
    keptSecrets,
    connections: await openConnections(readConfig({ DEMO: 'false' }), db, keptSecrets, listener),
    bulk,
    undoRules,
    live: await openLive(listener),
    demo: false,
  };
  afterAll(() => listener.close());
  const callers = new Map<string, { userId: number; schoolId: number | undefined }>();
  const app = await createApp(
    {
      db,
      ...(heavy && { heavyDb: heavy.db }),
      services,
      secure: false,
      rateLimited: false,
      ...(bodyLimitMs !== undefined && { bodyLimitMs }),
      checksMade: true,
      identify: async (request) => {
        const caller = callers.get(String(request.headers.authorization));
        return caller && readActor(db, caller.userId, caller.schoolId);
      },
    },
    served,
  );
  afterAll(() => app.close());

  const seed: House['seed'] = (work) => inSeedOperation(db, clock, (tx) => work(seedInto(tx, clock)));

  const signIn: House['signIn'] = async (role, { school, userName, granted } = {}) => {
    const name = userName ?? `${role.toLowerCase()}-${school ?? 'owner'}-${callers.size}`;
    const { userId, schoolId } = await seed(async (rows) => {
      const at = school === undefined ? undefined : await rows.schoolId(school);
      const id =
        userName === undefined
          ? await rows.user({
              userName: name,
              firstName: 'Prøve',
              lastName: name,
              role: 'employee',
              schools: school === undefined ? [] : [{ code: school }],
            })
          : await rows.userId(name);
      if (granted !== false) await rows.grant(id, role, ownerRoles.includes(role) ? undefined : at);
      return { userId: id, schoolId: at };
    });
    const token = `Bearer test-${crypto.randomUUID()}`;
    callers.set(token, { userId, schoolId });
    return { actor: { userId, userName: name }, token, ...voice(sender(app, token)) };
  };
  return {
    app,
    db,
    pool,
    heavyPool: heavy?.pool,
    url,
    clock,
    services,
    seed,
    signIn,
    request: sender(app),
    visitor: voice(sender(app)),
  };
}

function voice(request: Send): Pick<Caller, 'request' | 'call' | 'refused'> {
  return {
    request,
    async call(route, input, options) {
      const answer = await request(route.signature, input, options);
      if (answer.status >= 300)
        throw new Error(`${route.signature} answered ${answer.status}: ${answer.text}`);
      // oxlint-disable-next-line no-unsafe-type-assertion -- the schema's own output
      return route.output.parse(answer.body) as Output<typeof route>;
    },
    async refused(route, input, options) {
      const answer = await request(route.signature, input, options);
      if (answer.status < 400) throw new Error(`${route.signature} was not refused: ${answer.text}`);
      return Problem.parse(answer.body);
    },
  };
}

const XSRF = 'the-same-in-cookie-and-header';

function sender(app: FastifyInstance, token?: string): Send {
  return async (signature, input = {}, { key = crypto.randomUUID(), headers = {} } = {}) => {
    const [method = 'GET', path = ''] = signature.split(' ');
    const fields: Record<string, unknown> = { ...input };
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = String(fields[name]);
      delete fields[name];
      return encodeURIComponent(value);
    });
    const query = new URLSearchParams();
    if (method === 'GET') for (const [name, value] of Object.entries(fields)) query.set(name, String(value));

    // A call is somebody else's, also where a test makes it in the middle of a transaction.
    const answer = await withoutHolding(async () =>
      app.inject({
        // oxlint-disable-next-line no-unsafe-type-assertion -- a signature begins with its method
        method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
        url: `/api${filled}${query.size > 0 ? `?${query.toString()}` : ''}`,
        headers: {
          'x-xsrf-token': XSRF,
          'idempotency-key': key,
          ...(token !== undefined && { authorization: token }),
          ...headers,
        },
        cookies: { 'XSRF-TOKEN': XSRF },
        ...(method !== 'GET' && { payload: fields }),
      }),
    );
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? JSON.parse(answer.body) : answer.body,
      text: answer.body,
      headers: answer.headers,
    };
  };
}

/** The person and the roles in force, read afresh for each call as the real sign-in does. */
async function readActor(db: Db, userId: number, schoolId: number | undefined): Promise<Actor | undefined> {
  const { rows } = await sql<{ userName: string; displayName: string; roles: string[] }>`
    select u.user_name, u.first_name || ' ' || u.last_name as display_name,
           array(select g.role from role_grant g
                  where g.user_id = u.id and (g.school_id is null or g.school_id = ${schoolId ?? null})) as roles
      from users u where u.id = ${userId}`.execute(db);
  const [person] = rows;
  if (!person) return undefined;
  return {
    userId,
    schoolId,
    sessionId: `00000000-0000-4000-8000-${String(userId).padStart(12, '0')}`,
    userName: person.userName,
    displayName: person.displayName,
    roles: roles.filter((role) => person.roles.includes(role)),
  };
}
