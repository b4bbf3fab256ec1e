import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';

import { createCache } from './cache.ts';
import { createClient } from './client.ts';
import { CREDENTIALS_KEY, credentialStore } from './credentials.ts';
import { Refused } from './failure.ts';
import { createSender } from './send.ts';
import { json, testBrowser, type TestBrowser } from './testing.ts';
import { createTokenCalls } from './tokens.ts';

const routes = {
  list: query('GET /user/list', {
    summary: '',
    permission: 'users.read',
    input: z.object({ search: z.string().optional(), page: z.number().optional() }),
    output: z.object({ n: z.number() }),
  }),
  codes: query('GET /codes', {
    summary: '',
    permission: 'users.read',
    cacheable: true,
    input: z.object({}),
    output: z.object({ n: z.number() }),
  }),
  open: query('GET /public/frontpageinfo', {
    summary: '',
    permission: 'anyone',
    input: z.object({}),
    output: z.object({}),
  }),
  update: command('PUT /user/:name', {
    summary: '',
    permission: 'users.update',
    event: 'user.updated',
    input: z.object({ name: z.string(), title: z.string() }),
    output: z.object({}),
  }),
};

const pair = (n: number) => ({
  userName: 'kari',
  access_token: `a${n}`,
  refresh_token: `r${n}`,
  expires_in: 900,
});
const problem = (status: number, code = 'server.failed', headers = {}) =>
  json({ status, code, traceId: 't-1' }, status, headers);

type Answer = Parameters<typeof testBrowser>[0];

let renewals = 0;
/** Answers `/api/token` as the server does: a renewal token is good once. */
function tokenServer(otherwise: Answer): Answer {
  const used = new Set<string>();
  return (request, signal) => {
    if (request.address !== '/api/token') return otherwise(request, signal);
    const sent = new URLSearchParams(request.body).get('refresh_token') ?? '';
    if (used.has(sent)) return problem(400, 'sign-in.refresh-invalid');
    used.add(sent);
    renewals += 1;
    return json(pair(renewals + 1));
  };
}

function setUp(answer: Answer, shared?: TestBrowser) {
  const browser = testBrowser(answer, shared && { shared });
  const store = credentialStore(browser);
  const sender = createSender(browser, 'https://api.example.no');
  const tokens = createTokenCalls(browser, createSender(browser, ''), store);
  const cache = createCache(browser);
  let signedOut = 0;
  const client = createClient({ browser, sender, tokens, store, cache, onSignedOut: () => (signedOut += 1) });
  return { browser, store, tokens, cache, client, signedOut: () => signedOut };
}

const ok: Answer = () => json({ n: 1 });

const never: Answer = (_, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

const fails = async (answer: Answer, path = '/home', due = false) => {
  const house = setUp(answer);
  house.store.write(pair(1), true);
  const [at = '', search] = path.split('?');
  Object.assign(house.browser.at, { path: at, search: search === undefined ? '' : `?${search}` });
  if (due) house.browser.at.ms += 900_000;
  await expect(house.client.call(routes.list, { search: 'x' })).rejects.toBeInstanceOf(Refused);
  return {
    went: house.browser.went,
    isSignedIn: house.store.read() !== undefined,
    told: house.signedOut(),
  };
};

const counting = () => {
  let n = 0;
  return setUp(() => json({ n: (n += 1) }));
};

beforeEach(() => {
  renewals = 0;
});

describe('a call', () => {
  it('carries the token, the prefix, and for commands the anti-forgery header and a key', async () => {
    const { client, store, browser } = setUp(ok);
    store.write(pair(1), true);
    await client.call(routes.list, { search: 'åse', page: 2 });
    await client.call(routes.update, { name: 'kari/n', title: 'Rektor' });
    const [read, write] = browser.requests;
    expect(read?.address).toBe('https://api.example.no/api/user/list?page=2&search=%C3%A5se');
    expect(read?.headers.get('authorization')).toBe('Bearer a1');
    expect(read?.headers.has('x-xsrf-token')).toBe(false);
    expect(read?.headers.has('idempotency-key')).toBe(false);
    expect(write?.address).toBe('https://api.example.no/api/user/kari%2Fn');
    expect(write?.headers.get('x-xsrf-token')).toBe('abc');
    expect(write?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(write?.body).toBe('{"title":"Rektor"}');
  });

  it('fetches the anti-forgery cookie first when log-out has taken it', async () => {
    const { client, store, browser } = setUp(({ address }) => {
      if (address.endsWith('frontpageinfo')) browser.jar.set('XSRF-TOKEN', 'new');
      return json({});
    });
    store.write(pair(1), true);
    browser.jar.delete('XSRF-TOKEN');
    await client.call(routes.update, { name: 'kari', title: '' });
    expect(browser.requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
    expect(browser.requests[1]?.headers.get('x-xsrf-token')).toBe('new');
  });

  it('asks a read and a command again after 503 as long as the server asks to wait, a command with its own key', async () => {
    let answers = 0;
    const { client, store, browser } = setUp(() => {
      answers += 1;
      return answers < 3 ? problem(503, 'server.database-lost', { 'retry-after': '2' }) : json({});
    });
    store.write(pair(1), true);
    await client.call(routes.update, { name: 'kari', title: '' });
    expect(browser.waits).toEqual([2000, 2000]);
    expect(new Set(browser.requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('gives up waiting when its time is out', async () => {
    const { client, store, browser } = setUp(() =>
      problem(503, 'server.database-lost', { 'retry-after': '10' }),
    );
    store.write(pair(1), true);
    await expect(client.call(routes.list, {}, { timeoutMs: 15_000 })).rejects.toMatchObject({ status: 503 });
    expect(browser.requests).toHaveLength(2);
  });

  it('counts a time-out as 408 and a broken line as no answer, after one more try', async () => {
    const slow = setUp(never);
    slow.store.write(pair(1), true);
    await expect(slow.client.call(routes.list, {}, { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'network.timeout',
      status: 408,
    });
    const offline = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    offline.store.write(pair(1), true);
    await expect(offline.client.call(routes.list, {})).rejects.toMatchObject({ code: 'network.offline' });
    expect(offline.browser.requests).toHaveLength(2);
    expect(offline.browser.went).toEqual([]);
  });
});

describe('the access token', () => {
  it('is renewed 31 seconds before its end, with the old one in the header', async () => {
    const { client, store, browser } = setUp(tokenServer(ok));
    store.write(pair(1), true);
    browser.at.ms += (900 - 31) * 1000 - 1;
    await client.call(routes.list, {});
    expect(renewals).toBe(0);
    browser.at.ms += 1;
    await client.call(routes.list, {});
    expect(renewals).toBe(1);
    const renewal = browser.requests.find(({ address }) => address === '/api/token');
    expect(renewal?.headers.get('authorization')).toBe('Bearer a1');
    expect(Object.fromEntries(new URLSearchParams(renewal?.body))).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'r1',
    });
    expect(browser.requests.at(-1)?.headers.get('authorization')).toBe('Bearer a2');
  });

  it('is renewed once while all other calls wait', async () => {
    const { client, store, browser } = setUp(tokenServer(ok));
    store.write(pair(1), true);
    browser.at.ms += 900_000;
    await Promise.all(Array.from({ length: 20 }, () => client.call(routes.list, {})));
    expect(renewals).toBe(1);
    browser.at.ms += 900_000;
    await client.call(routes.list, {});
    expect(renewals).toBe(2);
  });

  it('is asked for with the same key by the page after a reload, and with another the next time', async () => {
    const first = setUp(() => Promise.reject(new Error('broken off')));
    first.store.write(pair(1), true);
    first.browser.at.ms += 900_000;
    first.browser.at.leaving = true;
    await expect(first.client.call(routes.list, {})).rejects.toMatchObject({ code: 'network.offline' });
    expect(first.browser.went).toEqual([]);

    const second = setUp(tokenServer(ok), first.browser);
    second.browser.at.ms += 900_000;
    await second.client.call(routes.list, {});
    second.browser.at.ms += 900_000;
    await second.client.call(routes.list, {});
    const keys = [...first.browser.requests, ...second.browser.requests]
      .filter(({ address }) => address === '/api/token')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('is renewed once by two tabs together', async () => {
    const server = tokenServer(ok);
    const one = setUp(server);
    const two = setUp(server, one.browser);
    one.store.write(pair(1), true);
    one.browser.at.ms += 900_000;
    two.browser.at.ms += 900_000;
    await Promise.all([one.client.call(routes.list, {}), two.client.call(routes.list, {})]);
    expect(renewals).toBe(1);
    expect(two.browser.requests.at(-1)?.headers.get('authorization')).toBe('Bearer a2');
  });

  it('of another school keeps the choice of being remembered', async () => {
    const { tokens, store, browser } = setUp(tokenServer(ok));
    store.write(pair(1), false);
    await tokens.switchSchool('LUN');
    expect(new URLSearchParams(browser.requests[0]?.body).get('current_school')).toBe('LUN');
    expect(store.read()).toMatchObject({ access_token: 'a2', isRemember: false });
    expect(browser.local.getItem(CREDENTIALS_KEY)).toBeNull();
  });
});

describe('credentials', () => {
  it('are remembered in local storage, otherwise in the tab, and by code always remembered', async () => {
    const { tokens, browser } = setUp(() => json(pair(1)));
    await tokens.signIn({ username: 'kari', password: 'x', type: 'F', remember: false });
    expect(browser.session.getItem(CREDENTIALS_KEY)).toContain('"isRemember":false');
    expect(browser.local.getItem(CREDENTIALS_KEY)).toBeNull();
    await tokens.signIn({ username: 'kari', password: 'x', type: 'F', remember: true });
    expect(browser.local.getItem(CREDENTIALS_KEY)).toContain('"isRemember":true');
    expect(browser.session.getItem(CREDENTIALS_KEY)).toBeNull();
    browser.local.clear();
    await tokens.signIn({ username: 'code', password: '', type: 'C', remember: false });
    expect(browser.local.getItem(CREDENTIALS_KEY)).not.toBeNull();
    expect(Object.fromEntries(new URLSearchParams(browser.requests.at(-1)?.body))).toMatchObject({
      grant_type: 'password',
      username: 'code',
      password: '',
      auth_type: 'C',
    });
  });

  it('count as gone, and are taken away, when their marker cookie is gone', () => {
    const { store, browser } = setUp(ok);
    store.write(pair(1), true);
    browser.jar.delete('vaktmester-marker');
    expect(store.read()).toBeUndefined();
    expect(browser.local.getItem(CREDENTIALS_KEY)).toBeNull();
  });

  it('lead to the sign-in when there are none, without a request', async () => {
    const { client, browser } = setUp(ok);
    await expect(client.call(routes.list, {})).rejects.toMatchObject({ code: 'access.signed-out' });
    expect(browser.went).toEqual(['replace:/login']);
    expect(browser.requests).toEqual([]);
    await client.call(routes.open, {});
    expect(browser.went).toHaveLength(1);
  });
});

describe('a failure leads', () => {
  it('504: to the error page with the failing address, and the page that leads back', async () => {
    const search = { returnUrl: 'https://api.example.no/api/user/list?search=x', page: '/users?open=kari' };
    expect(await fails(() => problem(504), '/users?open=kari')).toEqual({
      went: [`/error?${new URLSearchParams(search).toString()}`],
      isSignedIn: true,
      told: 0,
    });
  });

  it('401: to errorCode 402, replacing the history entry', async () => {
    expect(await fails(() => problem(401, 'access.signed-out'))).toMatchObject({
      went: ['replace:/error?errorCode=402'],
      isSignedIn: false,
    });
  });

  it('once, however many calls are refused together, and again after the next sign-in', async () => {
    const { client, store, browser, signedOut } = setUp(() => problem(401, 'access.signed-out'));
    store.write(pair(1), true);
    const refused = [client.call(routes.list, {}), client.call(routes.list, {})];
    await Promise.allSettled(refused);
    // A page on its way out asks once more.
    await expect(client.call(routes.list, {})).rejects.toMatchObject({ code: 'access.signed-out' });
    expect(browser.went).toEqual(['replace:/error?errorCode=402']);
    expect(signedOut()).toBe(1);

    store.write(pair(2), true);
    await expect(client.call(routes.list, {})).rejects.toMatchObject({ status: 401 });
    expect(browser.went).toHaveLength(2);
  });

  it('400 of the token call: logs out and goes to the sign-in, replacing', async () => {
    expect(await fails(() => problem(400, 'sign-in.refresh-invalid'), '/home', true)).toEqual({
      went: ['replace:/login'],
      isSignedIn: false,
      told: 1,
    });
  });

  it('any other failure of the token call: logs out and goes to its status', async () => {
    expect(await fails(() => problem(500), '/home', true)).toMatchObject({
      went: ['/error?errorCode=500'],
      isSignedIn: false,
    });
  });

  it('nowhere on the sign-in pages', async () => {
    for (const path of ['/login', '/login/done', '/central-admin/login', '/login/']) {
      expect(await fails(() => problem(400), path, true)).toMatchObject({ went: [], isSignedIn: true });
      expect(await fails(() => problem(504), path)).toMatchObject({ went: [] });
    }
  });

  it('nowhere else: the refusal is thrown on with its code and reference', async () => {
    const { client, store, browser } = setUp(() => problem(409, 'row.stale'));
    store.write(pair(1), true);
    await expect(client.call(routes.list, {})).rejects.toMatchObject({
      code: 'row.stale',
      status: 409,
      traceId: 't-1',
    });
    expect(browser.went).toEqual([]);
  });

  it('even when the caller opts out, once nobody is signed in any more', async () => {
    const { client, store, browser } = setUp(() => problem(401, 'access.signed-out'));
    store.write(pair(1), true);
    await expect(client.call(routes.list, {}, { handleErrors: false })).rejects.toMatchObject({
      status: 401,
    });
    expect(browser.went).toEqual(['replace:/error?errorCode=402']);
    expect(store.read()).toBeUndefined();
  });

  it('nowhere when the caller opts out', async () => {
    const { client, store, browser } = setUp(() => problem(504));
    store.write(pair(1), true);
    await expect(client.call(routes.list, {}, { handleErrors: false })).rejects.toMatchObject({
      status: 504,
    });
    expect(browser.went).toEqual([]);
  });
});

describe('the cache', () => {
  it('is asked for by the call, keeps by address with parameters, and is passed by with forceUpdate', async () => {
    const { client, store } = counting();
    store.write(pair(1), true);
    expect(await client.call(routes.list, {})).toEqual({ n: 1 });
    expect(await client.call(routes.list, { page: 1 }, { cached: true })).toEqual({ n: 2 });
    expect(await client.call(routes.list, { page: 1 }, { cached: true })).toEqual({ n: 2 });
    expect(await client.call(routes.list, { page: 2 }, { cached: true })).toEqual({ n: 3 });
    expect(await client.call(routes.list, { page: 1 }, { cached: true, forceUpdate: true })).toEqual({
      n: 4,
    });
    expect(await client.call(routes.list, { page: 1 }, { cached: true })).toEqual({ n: 4 });
  });

  it('is emptied by key, by age, at log-out and when it moves', async () => {
    const { client, store, cache, browser } = counting();
    store.write(pair(1), true);
    const read = () => client.call(routes.codes, {});
    const address = '/api/codes';
    expect(await read()).toEqual({ n: 1 });
    cache.clear(address);
    expect(await read()).toEqual({ n: 2 });
    browser.at.ms += 60_000;
    cache.clearOlderThan(60_000);
    expect(await read()).toEqual({ n: 2 });
    cache.clearOlderThan(59_999);
    expect(await read()).toEqual({ n: 3 });
    cache.persist('local');
    expect(await read()).toEqual({ n: 4 });
    expect(browser.local.getItem(`vaktmester.cache ${address}`)).toContain('"n":4');
    cache.persist('session');
    expect(browser.local.getItem(`vaktmester.cache ${address}`)).toBeNull();
    expect(await read()).toEqual({ n: 5 });
    store.clear();
    store.write(pair(1), true);
    expect(await read()).toEqual({ n: 6 });
  });

  it('never puts anything but code lists into a storage', async () => {
    const { client, store, cache, browser } = counting();
    store.write(pair(1), true);
    cache.persist('local');
    await client.call(routes.list, {}, { cached: true });
    expect(Object.keys(browser.local)).toEqual([CREDENTIALS_KEY]);
  });
});
