/** The portal with its real sign-in for tests: a browser with a cookie jar, and a clock for each kind of time. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll } from 'vitest';

import { noteSignIns } from '#areas/internet/exams/server/service.ts';
import { openWebFilter } from '#areas/internet/points/server/service.ts';
import { client } from '#areas/login/contract.ts';
import { loginHandlers } from '#areas/login/server/handlers.ts';
import { settingsHandlers } from '#areas/settings/server/handlers.ts';
import { passwordHandlers } from '#areas/users/passwords/server/handlers.ts';
import { userHandlers } from '#areas/users/server/handlers.ts';
import { type Federations, noFederation } from '#connectors/federation/port.ts';
import type { Role } from '#kernel/permissions.ts';
import { openBulk } from '#server/bulk/bulk.ts';
import { type FixedClock, fixedClock } from '#server/clock.ts';
import { readConfig } from '#server/config/read.ts';
import { openConnections } from '#server/connections/live.ts';
import type { Db } from '#server/db.ts';
import { createApp } from '#server/http/app.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { openKeptSecrets } from '#server/kept-secrets.ts';
import { openVault } from '#server/national-number.ts';
import { openLive } from '#server/operations/live.ts';
import { type Listener, openListener } from '#server/postgres/listener.ts';
import { withoutHolding } from '#server/postgres/one-connection.ts';
import type { Services } from '#server/services.ts';
import { openSetup } from '#server/setup.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testNow } from '#server/testing/house.ts';
import { inSeedOperation, type Seed, seedInto } from '#server/testing/seed.ts';
import { openVault as openPasswordVault, portalIdOf } from '#server/vault.ts';

import { setPasswordHash } from './account.ts';
import { identify } from './identify.ts';
import { hashPassword } from './password.ts';
import { openSignIn, type SignIn } from './sign-in.ts';

export interface TokenBody {
  userName: string;
  access_token: string;
  refresh_token: string;
  expires_in: number;
  '.expires': string;
  '.issued': string;
  code?: string;
  params?: Record<string, number>;
}

export interface SignInHouse {
  app: FastifyInstance;
  db: Db;
  signIn: SignIn;
  listener: Listener;
  /** The portal's clock: locks, accounts, roles. */
  clock: FixedClock;
  /** Real time: sessions, tokens, codes. */
  time: FixedClock;
  seed: <T>(work: (seed: Seed) => Promise<T>) => Promise<T>;
  /** A person with a portal password and roles as `role` or `role@school`. */
  person: (userName: string, held: readonly string[], password?: string) => Promise<number>;
  browser: (ip?: string) => Browser;
  events: () => Promise<string[]>;
}

export const PASSWORD = 'en lang setning uten tall';

export async function openSignInHouse(
  options: {
    secure?: boolean;
    federations?: Federations;
    rateLimited?: boolean;
    /** Served besides what signing in takes. */
    more?: readonly Endpoint[];
  } = {},
): Promise<SignInHouse> {
  const { secure = false, federations = noFederation, rateLimited = false, more = [] } = options;
  const { db, pool, url } = await testDatabase();
  const clock = fixedClock(testNow);
  const time = fixedClock(testNow);
  const secret = Buffer.alloc(32, 7);
  const signIn = openSignIn({ db, clock, secret, secure, time });
  const listener = await openListener(url);
  await signIn.standings.follow(listener);
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
    signIn,
    federations,
    portalId: portalIdOf(secret),
    setup: openSetup(secret),
    keptSecrets,
    connections: await openConnections(readConfig({ DEMO: 'false' }), db, keptSecrets, listener),
    bulk: openBulk({ db, clock, acts: [] }),
    undoRules: [],
    live: await openLive(listener),
    demo: false,
  };
  const app = await createApp(
    {
      db,
      services,
      secure,
      trustProxy: ['127.0.0.1'],
      rateLimited,
      identify: (request) => identify(signIn, request),
    },
    [...loginHandlers, ...settingsHandlers, ...passwordHandlers, ...userHandlers, ...more],
  );
  afterAll(async () => {
    await app.close();
    await listener.close();
  });

  const hash = await hashPassword(PASSWORD);
  const seed: SignInHouse['seed'] = (work) => inSeedOperation(db, clock, (tx) => work(seedInto(tx, clock)));
  return {
    app,
    db,
    signIn,
    listener,
    clock,
    time,
    seed,
    person: (userName, held, password) =>
      seed(async (rows) => {
        const id = await rows.user({ userName, role: 'employee' });
        for (const grant of held) {
          const [role, school] = grant.split('@');
          // oxlint-disable-next-line no-unsafe-type-assertion -- written by the tests
          await rows.grant(id, role as Role, school === undefined ? undefined : await rows.schoolId(school));
        }
        await setPasswordHash(
          rows.tx,
          id,
          password === undefined ? hash : await hashPassword(password),
          clock.now(),
        );
        return id;
      }),
    browser: (ip = '10.0.0.1') => openBrowser(app, ip),
    events: async () => {
      const { rows } = await sql<{ event: string }>`
        select event from journal.operation where event not like 'test.%' order by id`.execute(db);
      return rows.map(({ event }) => event);
    },
  };
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Browser {
  cookies: Map<string, string>;
  /** Set-Cookie headers as they came, newest last. */
  setCookies: string[];
  get: <T = Record<string, never>>(path: string, token?: string) => Promise<Answer<T>>;
  send: <T = Record<string, never>>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    token?: string,
  ) => Promise<Answer<T>>;
  /** The token call, form-encoded as the specification says. */
  token: (
    fields: Record<string, string>,
    options?: { bearer?: string; key?: string },
  ) => Promise<Answer<TokenBody>>;
  signIn: (username: string, password?: string) => Promise<Answer<TokenBody>>;
  refresh: (tokens: TokenBody, more?: Record<string, string>, key?: string) => Promise<Answer<TokenBody>>;
}

const constants = { client_id: client.id, client_secret: client.secret };

const bearerOf = (token?: string): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

function openBrowser(app: FastifyInstance, ip: string): Browser {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];

  async function call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload: string | object | undefined,
    headers: Record<string, string>,
  ): Promise<Answer<T>> {
    const answer = await withoutHolding(async () =>
      app.inject({
        method,
        url,
        headers: { ...headers, 'x-forwarded-for': ip, 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' },
        cookies: Object.fromEntries(cookies),
        ...(payload !== undefined && { payload }),
      }),
    );
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) {
      setCookies.push(header);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/max-age=0/i.test(header)) cookies.delete(name);
      else cookies.set(name, decodeURIComponent(value));
    }
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      // oxlint-disable-next-line no-unsafe-type-assertion -- a test says what it expects
      body: (isJson ? answer.json() : answer.body) as T,
      headers: answer.headers,
    };
  }

  const browser: Browser = {
    cookies,
    setCookies,
    get: (path, token) => call('GET', `/api${path}`, undefined, bearerOf(token)),
    send: (method, path, body, token) => call(method, `/api${path}`, body, bearerOf(token)),
    token: async (fields, { bearer: token, key } = {}) => {
      if (!cookies.has('XSRF-TOKEN')) await browser.get('/public/frontpageinfo');
      return call('POST', '/api/token', new URLSearchParams({ ...constants, ...fields }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...bearerOf(token),
        ...(key !== undefined && { 'idempotency-key': key }),
      });
    },
    signIn: (username, password = PASSWORD) =>
      browser.token({ grant_type: 'password', username, password, auth_type: 'F' }),
    refresh: (tokens, more = {}, key = crypto.randomUUID()) =>
      browser.token(
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...more },
        { bearer: tokens.access_token, key },
      ),
  };
  return browser;
}
