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

function moved(from: Browser): Browser {
  const browser = house.browser(SCHOOL);
  for (const [name, value] of from.cookies) browser.cookies.set(name, value);
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

    const flooder = house.browser(SCHOOL);
    const flood = await Promise.all(
      Array.from({ length: 500 }, () =>
        flooder.token({ grant_type: 'password', auth_type: 'C', username: 'x', password: '' }),
      ),
    );
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(200);
    expect((await house.browser(SCHOOL).signIn('kari')).status).toBe(429);

    expect((await known.signIn('kari')).status).toBe(200);
    const renewed = await Promise.all(sessions.map(({ browser, tokens }) => browser.refresh(tokens)));
    expect(renewed.map(({ status }) => status)).toEqual(renewed.map(() => 200));
  }, 60_000);

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

const send = (payload: string) =>
  house.app.inject({
    method: 'POST',
    url: '/api/token',
    remoteAddress: '10.6.0.1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-xsrf-token': 'x' },
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
