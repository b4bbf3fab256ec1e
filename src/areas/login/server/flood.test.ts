/** A school of 300 behind one address, and somebody there who floods the token call. */
import { beforeAll, describe, expect, it } from 'vitest';

import { issueCode } from '#server/session/by-code.ts';
import {
  type Browser,
  openSignInHouse,
  PASSWORD,
  type SignInHouse,
  type TokenBody,
} from '#server/session/testing.ts';

const SCHOOL = '10.9.0.1';
const OTHER = '10.9.0.2';
const NEWCOMER = 'vaktmester-newcomer';
let house: SignInHouse;
beforeAll(async () => {
  house = await openSignInHouse({ rateLimited: true });
  await house.seed((seed) => seed.school('FJB', 'Fjordby skole'));
});

/** A browser at the school whose session began before, elsewhere. */
async function atSchool(n: number, userId: number): Promise<{ browser: Browser; tokens: TokenBody }> {
  const home = house.browser(`10.8.${n % 250}.${Math.floor(n / 250)}`);
  const now = house.time.now();
  const code = await issueCode(house.db, {
    userId,
    authLevel: 'code',
    browser: undefined,
    federationHint: undefined,
    now,
  });
  const { body } = await home.token({ grant_type: 'password', auth_type: 'C', username: code, password: '' });
  return { browser: moved(home), tokens: body };
}

function moved(from: Browser, to = SCHOOL): Browser {
  const browser = house.browser(to);
  for (const [name, value] of from.cookies) browser.cookies.set(name, value);
  return browser;
}

/** A browser that has the sign-in page before it. */
async function opened(address: string): Promise<Browser> {
  const browser = house.browser(address);
  await browser.get('/public/frontpageinfo');
  return browser;
}

describe('a flood of the token call', () => {
  it('leaves renewals and known devices behind the same address alone', async () => {
    const id = await house.person('kari', ['schoolIct@FJB']);
    const sessions: Awaited<ReturnType<typeof atSchool>>[] = [];
    for (let n = 0; n < 300; n += 1) sessions.push(await atSchool(n, id));
    const usual = house.browser('10.7.0.1');
    expect((await usual.signIn('kari')).status).toBe(200);
    const known = moved(usual);

    const flood = await Promise.all(Array.from({ length: 500 }, () => send('a=1', SCHOOL)));
    expect(flood.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(200);

    expect((await known.signIn('kari')).status).toBe(200);
    const renewed = await Promise.all(sessions.map(({ browser, tokens }) => browser.refresh(tokens)));
    expect(renewed.map(({ status }) => status)).toEqual(renewed.map(() => 200));
  }, 60_000);

  it('leaves browsers that open the sign-in page for the first time alone', async () => {
    await house.person('nina', ['schoolIct@FJB']);
    const flood = await Promise.all(Array.from({ length: 350 }, () => send('a=1', OTHER)));
    expect(flood.at(-1)?.statusCode).toBe(429);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await house.browser(OTHER).signIn('nina')).status);
    expect(statuses).toEqual(statuses.map(() => 200));

    // Nothing is gained by what another address was given, nor by asking on and on with one's own.
    const stolen = moved(await opened('10.5.0.9'), OTHER);
    expect((await stolen.signIn('nina')).status).toBe(429);
    const busy = await opened(OTHER);
    const tries: number[] = [];
    for (let n = 0; n < 15; n += 1) tries.push((await busy.token({ grant_type: 'x' })).status);
    expect(tries.filter((status) => status === 429)).toHaveLength(5);
  });

  it('that opens the page again and again gets no more than a fair share of first sign-ins', async () => {
    const openings = await Promise.all(Array.from({ length: 200 }, () => opened('10.5.0.2')));
    expect(openings.filter(({ cookies }) => cookies.has(NEWCOMER))).toHaveLength(60);
    // And with all of those, no more calls than the address has by itself.
    await Promise.all(Array.from({ length: 300 }, () => send('a=1', '10.5.0.2')));
    const calls = await Promise.all(
      openings
        .slice(0, 60)
        .flatMap((browser) => Array.from({ length: 10 }, () => browser.token({ grant_type: 'x' }))),
    );
    expect(calls.filter(({ status }) => status !== 429)).toHaveLength(300);
  });

  it('of one session is stopped by itself', async () => {
    const id = await house.person('ola', ['schoolIct@FJB']);
    const { browser, tokens } = await atSchool(400, id);
    const answers = await Promise.all(
      Array.from({ length: 80 }, () =>
        browser.token({ grant_type: 'refresh_token', refresh_token: 'x' }, { bearer: tokens.access_token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

const send = (payload: string, address = '10.6.0.1') =>
  house.app.inject({
    method: 'POST',
    url: '/api/token',
    headers: {
      'x-forwarded-for': address,
      'content-type': 'application/x-www-form-urlencoded',
      'x-xsrf-token': 'x',
    },
    cookies: { 'XSRF-TOKEN': 'x' },
    payload,
  });

describe('the body of the token call', () => {
  it.each([
    ['more than a few kB', `username=${'x'.repeat(9_000)}`],
    ['many fields', Array.from({ length: 30 }, (_, n) => `f${n}=1`).join('&')],
  ])('is refused when it has %s', async (_what, payload) => {
    expect((await send(payload)).json()).toMatchObject({ status: 413, code: 'request.too-large' });
  });

  it('takes the longest names and passwords there may be', async () => {
    const longest = new URLSearchParams({
      grant_type: 'password',
      username: 'x'.repeat(256),
      password: PASSWORD.padEnd(1_000, 'æ'),
    });
    expect((await send(longest.toString())).statusCode).toBe(422);
  });

  it('is not read at all once the address has asked too often', async () => {
    const answers = await Promise.all(Array.from({ length: 310 }, () => send('a=1')));
    expect(answers.at(-1)?.statusCode).toBe(429);
    expect((await send('x'.repeat(100_000))).statusCode).toBe(429);
  });
});
