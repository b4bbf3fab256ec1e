import { beforeEach, describe, expect, it } from 'vitest';

import type { Me } from '#areas/login/contract.ts';
import { settings, type SiteSettings } from '#areas/settings/contract.ts';

import { createCache } from './cache.ts';
import { type Client, createClient } from './client.ts';
import { CREDENTIALS_KEY, credentialStore } from './credentials.ts';
import { keptAnswers } from './kept.ts';
import { queryClient } from './queries.ts';
import { createSender } from './send.ts';
import { createSession, type OpenSession } from './session.ts';
import { json, testBrowser, type TestBrowser } from './testing.ts';
import { createTokenCalls } from './tokens.ts';

const school = { id: 1, code: 'FJB', name: 'Fjordby skole', abbreviation: 'FJB' };
const me: Me = {
  userName: 'kari',
  displayName: 'Kari Nordmann',
  email: null,
  roles: [{ role: 'schoolIct', school: 'FJB' }],
  rolesHere: ['schoolIct'],
  schools: [school],
  currentSchool: school,
  mayStandAtOwner: false,
  permissions: ['users.read'],
  language: null,
  authLevel: 'password',
  loginTime: '2026-11-20T12:00:00.000Z',
  noAccess: false,
  ownerName: 'Fjordby kommune',
  hasPassword: false,
};

const site: SiteSettings = {
  version: '1',
  ownerName: 'Fjordby kommune',
  demo: false,
  isSetUp: true,
  now: '2026-11-20T12:00:00.000Z',
  languages: ['nb'],
  federation: 'none',
  accessibilityStatementUrl: null,
  privacyUrl: null,
  supportUrl: 'https://hjelp.example/',
  importWindow: { from: '16:00', to: '22:00' },
  deactivationSpanDays: 90,
  newUserDays: 30,
  passwordMinimum: 7,
};

/** A token whose payload says the school, as the server's do. */
const tokenAt = (at: number) => `h.${btoa(JSON.stringify({ sch: at }))}.s`;
const pair = (at = 1) => ({
  userName: 'kari',
  access_token: tokenAt(at),
  refresh_token: `r${at}`,
  expires_in: 900,
});
const problem = (status: number, code: string, params = {}) => json({ status, code, params }, status);

interface Tab {
  browser: TestBrowser;
  client: Client;
  session: OpenSession;
  told: () => number;
  forgot: () => number;
  left: string[];
}

let answers: Record<string, () => Response>;

function openTab(shared?: TestBrowser): Tab {
  const browser = testBrowser(
    ({ address }) => answers[address.split('?')[0] ?? '']?.() ?? problem(404, 'request.not-found'),
    shared && { shared },
  );
  const store = credentialStore(browser);
  const sender = createSender(browser, '');
  const tokens = createTokenCalls(browser, sender, store);
  const cache = createCache(browser);
  const left: string[] = [];
  let forgot = 0;
  let told = 0;
  const kept = keptAnswers(browser, store);
  const client = createClient({
    browser,
    sender,
    tokens,
    store,
    cache,
    onAnswer: kept.keep,
    onSignedOut: () => session.forget(),
  });
  const session: OpenSession = createSession({
    browser,
    store,
    kept,
    tokens,
    client,
    cache,
    serverAddress: '',
    leaveFor: (address) => left.push(address),
    forgetReads: () => (forgot += 1),
    forgetSchool: () => {
      forgot += 1;
      queryClient.forgetSchool();
    },
  });
  session.subscribe(() => (told += 1));
  return { browser, client, session, left, told: () => told, forgot: () => forgot };
}

const form = { username: 'kari', password: 'x', remember: true };

beforeEach(() => {
  answers = {
    '/api/token': () => json(pair()),
    '/api/user/info': () => json(me),
    '/api/sitesettings/info': () => json(site),
    '/api/usersettings/logout': () => json({ endSessionUrl: 'https://feide.example/end' }),
  };
});

describe('a session', () => {
  it('is signed out without credentials, and asks nobody', async () => {
    const { session, browser } = openTab();
    expect(session.current()).toBeUndefined();
    expect(await session.ready()).toEqual({ status: 'signed-out', me: undefined });
    expect(browser.requests).toEqual([]);
  });

  it('begins with a sign-in, and is the same object until something changes', async () => {
    const { session, browser } = openTab();
    browser.at.path = '/central-admin/login';
    expect(await session.signInWithPassword(form)).toBeUndefined();
    expect(session.current()).toMatchObject({ status: 'signed-in', me: { userName: 'kari' } });
    const state = session.current();
    expect(await session.ready()).toBe(state);
    expect(browser.requests.filter(({ address }) => address === '/api/user/info')).toHaveLength(1);
  });

  it('tells a user without any role apart', async () => {
    answers['/api/user/info'] = () => json({ ...me, roles: [], noAccess: true });
    const { session } = openTab();
    await session.signInWithPassword(form);
    expect(session.current()?.status).toBe('no-access');
  });

  it('says why a sign-in was refused, without leaving the page', async () => {
    const { session, browser } = openTab();
    browser.at.path = '/login';
    const refused: [number, string, object, object][] = [
      [400, 'sign-in.refused', {}, { reason: 'refused' }],
      [400, 'sign-in.locked', { minutes: 12 }, { reason: 'locked', minutes: 12 }],
      [429, 'request.too-many', { seconds: 5 }, { reason: 'too-many', seconds: 5 }],
      [400, 'sign-in.must-change', {}, { reason: 'must-change' }],
      [400, 'sign-in.code-invalid', {}, { reason: 'code-invalid' }],
      [500, 'server.failed', {}, { reason: 'unavailable' }],
    ];
    for (const [status, code, params, failure] of refused) {
      answers['/api/token'] = () => problem(status, code, params);
      expect(await session.signInWithPassword(form)).toEqual(failure);
    }
    expect(browser.went).toEqual([]);
  });

  it.each([true, false])(
    'ends with everything this browser kept, also when the server does not answer (remembered: %j)',
    async (remember) => {
      answers['/api/usersettings/logout'] = () => problem(500, 'server.failed');
      const { session, browser, client } = openTab();
      await session.signInWithPassword({ ...form, remember });
      await client.call(settings.site, {});
      const storage = remember ? browser.local : browser.session;
      expect(Object.keys(storage).toSorted()).toEqual([
        CREDENTIALS_KEY,
        'vaktmester.currentSchool',
        'vaktmester.siteSettings',
        'vaktmester.userInfo',
      ]);
      expect(JSON.parse(storage.getItem('vaktmester.currentSchool') ?? '')).toEqual(school);
      expect(JSON.parse(storage.getItem('vaktmester.userInfo') ?? '')).toEqual(me);
      expect(session.site()?.supportUrl).toBe('https://hjelp.example/');
      browser.local.setItem('language', 'nn-NO');
      browser.session.setItem('x', 'y');
      await session.signOut();
      // An answer that was on its way is not kept for the next reader.
      await client.call(settings.site, {});
      expect(session.current()?.status).toBe('signed-out');
      expect([browser.local.length, browser.session.length, browser.jar.size]).toEqual([0, 0, 0]);
      expect(session.site()).toBeUndefined();
      expect(browser.went).toEqual([]);
    },
  );

  it('is drawn at once with what is kept of the reader, and then as the server says', async () => {
    const { browser, session: before } = openTab();
    await before.signInWithPassword(form);
    answers['/api/user/info'] = () => json({ ...me, permissions: [] });
    const { session } = openTab(browser);
    expect((await session.ready()).me?.permissions).toEqual(['users.read']);
    await expect.poll(() => session.current()?.me?.permissions).toEqual([]);
  });

  it('is not taken from what is kept of somebody else, nor on a sign-in page', async () => {
    const { browser, session: before } = openTab();
    await before.signInWithPassword(form);
    answers['/api/user/info'] = () => json({ ...me, permissions: [] });
    const atSignIn = openTab(browser);
    atSignIn.browser.at.path = '/login';
    expect((await atSignIn.session.ready()).me?.permissions).toEqual([]);
    browser.local.setItem('vaktmester.userInfo', JSON.stringify({ ...me, userName: 'ola' }));
    expect((await openTab(browser).session.ready()).me?.userName).toBe('kari');
  });

  it('leaves for the federation’s sign-out', async () => {
    const { session, left } = openTab();
    await session.signInWithPassword(form);
    await session.signOutOfFederation();
    expect(left).toEqual(['https://feide.example/end']);
    await session.signOutOfFederation();
    expect(left[1]).toBe('/api/auth/feide/end');
  });

  it('goes on at another school, with nothing kept of the one before', async () => {
    const { session, browser, forgot } = openTab();
    await session.signInWithPassword({ ...form, remember: false });
    const before = forgot();
    answers['/api/token'] = () => json(pair(2));
    answers['/api/user/info'] = () => json({ ...me, currentSchool: { ...school, id: 2, code: 'LUN' } });
    const ofSchool = [['user'], 'POST /user/list', {}];
    const ofUser = [['settings'], settings.own.signature, {}];
    for (const key of [ofSchool, ofUser]) queryClient.setQueryData(key, 'read');
    await session.switchSchool('LUN');
    expect([ofSchool, ofUser].map((key) => queryClient.getQueryData(key))).toEqual([undefined, 'read']);
    expect(session.current()?.me?.currentSchool?.code).toBe('LUN');
    expect(forgot()).toBeGreaterThan(before);
    expect(browser.session.getItem(CREDENTIALS_KEY)).toContain('"isRemember":false');
  });

  it('is over on an error page when the server no longer knows it, without leading elsewhere too', async () => {
    const { session, browser, told } = openTab();
    await session.signInWithPassword(form);
    answers['/api/school/mine'] = () => problem(401, 'access.signed-out');
    const before = told();
    await expect(session.searchSchools('', 1, new AbortController().signal)).rejects.toMatchObject({
      status: 401,
    });
    expect(browser.went).toEqual(['replace:/error?errorCode=402']);
    expect(session.current()?.status).toBe('signed-out');
    expect(told()).toBe(before);
  });
});

const two = async () => {
  const here = openTab();
  await here.session.signInWithPassword(form);
  const there = openTab(here.browser);
  await there.session.ready();
  return { here, there };
};
const stored = (tab: Tab) => tab.browser.local.getItem(CREDENTIALS_KEY);

describe('another tab', () => {
  it('that removes the credentials sends this one to the sign-in with an empty session storage', async () => {
    const { here, there } = await two();
    there.browser.session.setItem('x', 'y');
    const oldValue = stored(here);
    await here.session.signOut();
    there.session.heard({ key: CREDENTIALS_KEY, oldValue, newValue: null });
    expect(there.browser.went).toEqual(['replace:/login']);
    expect(there.browser.session.length).toBe(0);
    expect(there.session.current()?.status).toBe('signed-out');
  });

  it('that empties the whole storage does the same', async () => {
    const { there } = await two();
    there.session.heard({ key: null, oldValue: null, newValue: null });
    expect(there.browser.went).toEqual(['replace:/login']);
  });

  it('that signs in takes this one from the sign-in page to home', async () => {
    const there = openTab();
    await there.session.ready();
    there.browser.at.path = '/login';
    there.session.heard({ key: CREDENTIALS_KEY, oldValue: null, newValue: JSON.stringify(pair()) });
    expect(there.browser.went).toEqual(['replace:/home']);
  });

  it('that switches school takes this one along, a mere renewal does not', async () => {
    const { here, there } = await two();
    const asked = () => there.browser.requests.filter(({ address }) => address === '/api/user/info').length;
    const before = asked();
    const first = stored(here);
    there.session.heard({
      key: CREDENTIALS_KEY,
      oldValue: first,
      newValue: JSON.stringify({ ...pair(1), refresh_token: 'new' }),
    });
    expect(asked()).toBe(before);
    answers['/api/user/info'] = () => json({ ...me, currentSchool: { ...school, id: 2, code: 'LUN' } });
    there.session.heard({ key: CREDENTIALS_KEY, oldValue: first, newValue: JSON.stringify(pair(2)) });
    await expect.poll(() => there.session.current()?.me?.currentSchool?.code).toBe('LUN');
  });

  it('that changes anything else is none of our business', async () => {
    const { there } = await two();
    there.session.heard({ key: 'language', oldValue: 'a', newValue: null });
    expect(there.browser.went).toEqual([]);
  });
});
