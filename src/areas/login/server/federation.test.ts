import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { client, login } from '#areas/login/contract.ts';
import { openOidc } from '#connectors/federation/oidc.ts';
import type { Federation, Federations } from '#connectors/federation/port.ts';
import { PATH, REALM, simulatedClient } from '#connectors/federation/simulated/client.ts';
import { simulateFederation } from '#connectors/federation/simulated/mount.ts';
import { simulatedPeople } from '#server/demo/simulated-people.ts';
import { openSignInHouse, type SignInHouse, type TokenBody } from '#server/session/testing.ts';
import { webBrowser, type WebBrowser } from '#server/session/web-browser.ts';

/** Two processes' worth in one: the portal, and a federation at another address, over real HTTP. */
let house: SignInHouse;
let portal: string;
let feide: string;

/** Answers to what the portal asks once both addresses are known. */
let federation: Federation | undefined;
const federations: Federations = { kind: 'feide', at: () => federation };

beforeAll(async () => {
  house = await openSignInHouse({ federations });
  const other = await openSignInHouse();
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  portal = house.app.listeningOrigin;
  const simulated = simulateFederation(simulatedPeople(house.db), { portal });
  await simulated.mount(other.app);
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  feide = other.app.listeningOrigin;
  federation = openOidc({
    issuer: feide + PATH,
    clientId: simulatedClient.id,
    clientSecret: simulatedClient.secret,
    origin: portal,
    realms: [REALM],
  });

  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.user({
      userName: 'elev',
      firstName: 'Åse',
      lastName: 'O’Connor <b>',
      schools: [{ code: 'FJB', className: '8A' }],
    });
    await seed.user({ userName: 'sluttet', role: 'employee', columns: { expires_on: '2026-11-19' } });
  });
  await house.person('laerer', ['teacher@FJB']);
  await house.person('ikt', ['schoolIct@FJB']);
});

const start = (browser: WebBrowser, query = '') =>
  browser.follow(`${portal}/api/auth/feide/start?language=nb${query}`);

/** From the picker to wherever the browser ends up in the portal. */
async function pick(browser: WebBrowser, userName: string, query = '') {
  const picker = await start(browser, query);
  expect(picker.body).toContain('Feide (simulert)');
  return browser.follow(picker.url, { person: userName });
}

const codeIn = (address: string) => new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '';

async function trade(browser: WebBrowser, code: string): Promise<{ status: number; body: TokenBody }> {
  await browser.fetch(`${portal}/api/public/frontpageinfo`);
  const answer = await browser.fetch(`${portal}/api/token`, {
    method: 'POST',
    headers: { 'x-xsrf-token': browser.cookie(portal, 'XSRF-TOKEN') ?? '' },
    body: new URLSearchParams({
      client_id: client.id,
      client_secret: client.secret,
      grant_type: 'password',
      username: code,
      password: '',
      auth_type: 'C',
    }),
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- a test says what it expects
  return { status: answer.status, body: (await answer.json()) as TokenBody };
}

const me = async (browser: WebBrowser, tokens: TokenBody): Promise<unknown> => {
  const answer = await browser.fetch(`${portal}/api/user/info`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  return answer.json();
};

describe('signing in through the federation', () => {
  it('ends in a single-use code that the browser trades for tokens', async () => {
    const browser = webBrowser();
    const done = await pick(browser, 'laerer', '&returnUrl=%2Fusers%3Fq%3D1');
    expect(done.url).toMatch(/\/login\/done\?returnUrl=%2Fusers%3Fq%3D1#code=[\w-]{43}$/);
    const { status, body } = await trade(browser, codeIn(done.url));
    expect(status).toBe(200);
    expect(await me(browser, body)).toMatchObject({
      userName: 'laerer',
      authLevel: 'feide',
      currentSchool: { code: 'FJB' },
    });
    expect((await trade(browser, codeIn(done.url))).body.code).toBe('sign-in.code-invalid');
  });

  it('asks administrators for a second factor by going there once more', async () => {
    const browser = webBrowser();
    const second = await pick(browser, 'ikt');
    expect(second.url).toContain(feide);
    expect(second.body).toContain('to faktorer');
    const done = await browser.follow(second.url, { person: 'ikt' });
    const { body } = await trade(browser, codeIn(done.url));
    expect(await me(browser, body)).toMatchObject({ userName: 'ikt', authLevel: 'feide-mfa' });
  });

  it('signs in again without a question while the federation remembers the person', async () => {
    const browser = webBrowser();
    await pick(browser, 'laerer');
    expect((await start(browser)).url).toMatch(/\/login\/done#code=/);
  });

  it('knows a person again by the federation’s subject, whatever the name has become', async () => {
    await house.seed(async (seed) => {
      const married = await seed.user({ userName: 'nytt.navn', role: 'employee' });
      await seed.user({ userName: 'gammelt.navn', role: 'employee' });
      await sql`insert into federation_identity (issuer, subject, user_id, name, linked_at)
        values (${feide + PATH}, 'gammelt.navn', ${married}, 'gammelt.navn@x', now())`.execute(seed.tx);
    });
    const browser = webBrowser();
    const { body } = await trade(browser, codeIn((await pick(browser, 'gammelt.navn')).url));
    expect(body.userName).toBe('nytt.navn');
  });

  it('gives nobody the account of somebody who had the name before', async () => {
    const id = await house.seed((seed) => seed.user({ userName: 'gift', role: 'employee' }));
    await pick(webBrowser(), 'gift');
    await house.seed(({ tx }) =>
      sql`update federation_identity set subject = 'the one before' where user_id = ${id}`.execute(tx),
    );
    const { rows } = await sql<{ name: string }>`
      select name from federation_identity where user_id = ${id}`.execute(house.db);
    expect(rows[0]?.name).toBe(`gift@${REALM}`);
    expect((await pick(webBrowser(), 'gift')).url).toMatch(/\/error\?errorCode=403$/);
  });

  it('lets nobody in who is closed here', async () => {
    expect((await pick(webBrowser(), 'sluttet')).url).toMatch(/\/error\?errorCode=403$/);
  });

  it('lets nobody in by a name of another owner', async () => {
    const own = federation;
    federation = own && { ...own, realms: ['annen.kommune.no'] };
    await house.seed((seed) => seed.user({ userName: 'naboen', role: 'employee' }));
    expect((await pick(webBrowser(), 'naboen')).url).toMatch(/\/error\?errorCode=403$/);
    federation = own;
  });

  it('comes back to the sign-in page when the person turns back', async () => {
    const browser = webBrowser();
    const picker = await start(browser);
    expect((await browser.follow(picker.url, { avbryt: '1' })).url).toBe(`${portal}/login?cancelled=true`);
  });
});

/** Stops before the portal sees the answer. */
async function answerFor(browser: WebBrowser): Promise<URL> {
  const picker = await start(browser);
  return browser.redirectTo(picker.url, { person: 'laerer' }, `${portal}/api/auth/feide/callback`);
}
const goes = async (path: string, use: Federation | undefined) => {
  const own = federation;
  federation = use;
  const answer = await fetch(portal + path, { redirect: 'manual' });
  federation = own;
  return [answer.status, answer.headers.get('location')];
};
const away = () =>
  openOidc({
    issuer: 'http://127.0.0.1:1/',
    clientId: 'x',
    clientSecret: 'x',
    origin: portal,
    realms: [REALM],
  });

describe('a sign-in that leads nowhere ends on a page with a reference', () => {
  it.each([
    ['nobody is set up', '/api/auth/feide/start?language=nb', 503],
    ['nobody answers', '/api/auth/feide/start?language=nb', 502],
    ['nobody is set up any more', '/api/auth/feide/callback?code=x&state=y', 503],
  ])('%s: %s', async (_, path, code) => {
    const [status, location] = await goes(path, code === 503 ? undefined : away());
    expect([status, location]).toEqual([
      302,
      expect.stringMatching(`^/error\\?errorCode=${code}&reference=[\\w-]+$`),
    ]);
  });
});

describe('an answer of the federation is refused', () => {
  const failed = /\/error\?errorCode=502&reference=[\w-]+$/;

  it('with a changed state', async () => {
    const browser = webBrowser();
    const answer = await answerFor(browser);
    answer.searchParams.set('state', 'another');
    expect((await browser.follow(answer.href)).url).toMatch(failed);
  });

  it('in a browser that did not ask for it', async () => {
    const answer = await answerFor(webBrowser());
    expect((await webBrowser().follow(answer.href)).url).toMatch(failed);
  });

  it('a second time, also with the cookie put back', async () => {
    const browser = webBrowser();
    const answer = await answerFor(browser);
    const cookies = browser.copyCookies();
    expect((await browser.follow(answer.href)).url).toMatch(/#code=/);
    expect((await browser.follow(answer.href)).url).toMatch(failed);
    browser.setCookies(cookies);
    expect((await browser.follow(answer.href)).url).toMatch(failed);
  });

  it('after a quarter of an hour', async () => {
    const browser = webBrowser();
    const answer = await answerFor(browser);
    house.time.advance(15 * 60_000);
    expect((await browser.follow(answer.href)).url).toMatch(failed);
  });

  it('with a code the federation never gave', async () => {
    const browser = webBrowser();
    const answer = await answerFor(browser);
    answer.searchParams.set('code', 'x'.repeat(43));
    expect((await browser.follow(answer.href)).url).toMatch(failed);
  });
});

describe('the single-use code', () => {
  it('is over after a minute', async () => {
    const browser = webBrowser();
    const done = await pick(browser, 'laerer');
    house.time.advance(60_000);
    expect((await trade(browser, codeIn(done.url))).body.code).toBe('sign-in.code-invalid');
  });

  it('is worth nothing in another browser, and used up there', async () => {
    const browser = webBrowser();
    const code = codeIn((await pick(browser, 'laerer')).url);
    expect((await trade(webBrowser(), code)).body.code).toBe('sign-in.code-invalid');
    expect((await trade(browser, code)).status).toBe(400);
  });
});

it('never leads away from the portal, whatever returnUrl says', async () => {
  for (const bad of ['https://ond.example', '//ond.example', '/\\ond.example', 'javascript:alert(1)']) {
    const done = await pick(webBrowser(), 'laerer', `&returnUrl=${encodeURIComponent(bad)}`);
    expect(done.url).toMatch(/\/login\/done#code=/);
  }
});

it('signs out of the federation with the token it gave', async () => {
  const browser = webBrowser();
  const { body } = await trade(browser, codeIn((await pick(browser, 'laerer')).url));
  const answer = await browser.fetch(`${portal}/api/usersettings/logout`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  const { endSessionUrl = '' } = login.signOut.output.parse(await answer.json());
  expect(new URL(endSessionUrl).searchParams.get('id_token_hint')).toBeTruthy();
  const page = await browser.follow(endSessionUrl);
  const [, action = ''] = /action="([^"]+)"/.exec(page.body) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? [];
  const out = await browser.follow(action, { xsrf, logout: 'yes' });
  expect(out.url).toBe(`${portal}/error?errorCode=402`);
  expect((await start(browser)).body).toContain('Hvem vil du logge inn som?');
});

it('lets somebody refused here sign out of the federation', async () => {
  const browser = webBrowser();
  await pick(browser, 'sluttet');
  const page = await browser.follow(`${portal}/api/auth/feide/end`);
  expect(page.url).toContain(feide);
  expect(page.body).toContain('Logg ut');
});

it.each(['start?language=nb&iss=https%3A%2F%2Ffeide.no', 'loggedout?state=1&session_state=2'])(
  'takes what a federation adds to an address of ours: %s',
  async (address) => {
    const answer = await webBrowser().fetch(`${portal}/api/auth/feide/${address}`);
    expect(answer.status).toBe(302);
  },
);

it('shows names as text, also those that look like markup, and finds people by name', async () => {
  const browser = webBrowser();
  const picker = await start(browser);
  expect(picker.body).toContain('IKT-ansvarlig ved Fjordby skole');
  const found = await browser.follow(`${picker.url}?sok=${encodeURIComponent('åse')}`);
  expect(found.body).toContain('Åse O’Connor &lt;b&gt;');
  expect(found.body).toContain('Elev i 8A, Fjordby skole');
  expect(found.body).not.toContain('<b>');
});

it('is seen in the log: links, sign-ins and refusals', async () => {
  const events = new Set(await house.events());
  for (const event of ['federation.linked', 'sign-in.completed', 'sign-in.refused', 'session.signed-out']) {
    expect(events).toContain(event);
  }
});
