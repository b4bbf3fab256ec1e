/** What every answer carries, whatever it says: the headers that fence the browser in, and cookies that only we can use. */
import { describe, expect, it } from 'vitest';

import { Problem } from '#kernel/errors.ts';
import { roles } from '#kernel/permissions.ts';
import { endpoints } from '#server/areas.ts';
import { openSignInHouse } from '#server/session/testing.ts';
import { openHouse } from '#server/testing/house.ts';

const testApp = await openHouse();
await testApp.seed(async (rows) => {
  await rows.school('OWN', 'Vår skole');
  for (const name of ['anne', 'ola', 'per']) await rows.user({ userName: name, schools: [{ code: 'OWN' }] });
  await rows.group({ name: 'OWN 8A', school: 'OWN' });
  for (const user of ['anne', 'ola']) await rows.member({ group: 'OWN 8A', user });
});
const routes = endpoints.map(({ route }) => route);
const boss = await testApp.signIn('superadmin', { school: 'OWN' });

const always = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const tellsOfUs = [
  'server',
  'x-powered-by',
  'access-control-allow-origin',
  'access-control-allow-credentials',
];

// Refused without a session, with a question that is wrong, and answered: all three.
it.each(routes.filter(({ answers }) => answers !== 'events'))(
  '$signature answers with the headers of the API and is never kept',
  async (route) => {
    const answers = [
      await testApp.request(route.signature),
      await boss.request(route.signature),
      await boss.request(route.signature, { nosuchfield: '1' }),
    ];
    for (const { status, headers } of answers) {
      expect(headers).toMatchObject(always);
      const kept = route.cacheable && status < 400 ? 'private, max-age=300' : 'no-store';
      expect(headers['cache-control']).toBe(kept);
      expect(tellsOfUs.filter((name) => name in headers)).toEqual([]);
    }
  },
);

it('an address that nobody serves has them too', async () => {
  const { headers, statusCode } = await testApp.app.inject({ url: '/api/nosuch' });
  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
});

describe('by https', () => {
  it('every cookie is secure, of this host alone, and out of reach for scripts but the anti-forgery one', async () => {
    const house = await openSignInHouse({ secure: true });
    await house.person('kari', ['superadmin']);
    const browser = house.browser();
    const { body } = await browser.signIn('kari');
    await browser.refresh(body);
    await browser.get('/usersettings/logout', body.access_token);
    const names = new Set<string>();
    for (const cookie of browser.setCookies) {
      const [name = ''] = cookie.split('=');
      names.add(name.replace(/[0-9a-f]{12,}$/, ''));
      expect(cookie).toMatch(/; Path=\/(;|$)/);
      expect(cookie).toMatch(/; SameSite=Strict(;|$)/);
      expect(cookie).toMatch(/; Secure(;|$)/);
      expect(cookie).not.toMatch(/; Domain=/i);
      if (name === 'XSRF-TOKEN') continue;
      expect(name).toMatch(/^__Host-vaktmester-/);
      expect(cookie).toMatch(/; HttpOnly(;|$)/);
    }
    expect([...names]).toEqual(
      expect.arrayContaining(['XSRF-TOKEN', '__Host-vaktmester-session-', '__Host-vaktmester-device-']),
    );
    const { headers } = await browser.get('/public/frontpageinfo');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
  });
});

const exports = routes.flatMap((route) => {
  const list = `POST ${route.signature.slice(4, -'/download'.length)}`;
  const found = routes.find(({ signature }) => signature === list);
  return route.signature.endsWith('/download') && found ? [{ route, list: found }] : [];
});

const rowsOf = (csv: string) => csv.trim().split('\r\n').length - 1;

describe('an export has the rows of its list, and no others', () => {
  it('is looked at for every list that has one', () => expect(exports.length).toBeGreaterThan(4));

  it.each(exports)('$route.signature of rows that nobody chose is refused, not begun', async ({ route }) => {
    const question = {
      ...('groupName' in route.input.shape && { groupName: 'OWN 8A' }),
      ...('operationId' in route.input.shape && { operationId: 1 }),
      choice: crypto.randomUUID(),
    };
    const { status, body } = await boss.request(route.signature, question);
    expect([404, 422]).toContain(status);
    expect(Problem.parse(body).code).toMatch(/(not-found|invalid)$/);
  });

  it.each(roles.flatMap((role) => exports.map(({ route, list }) => ({ role, route, list }))))(
    '$route.signature for $role',
    async ({ role, route, list }) => {
      const caller = await testApp.signIn(role, { school: 'OWN' });
      await testApp.seed((rows) =>
        rows.member({ group: 'OWN 8A', user: caller.actor.userName, role: 'teacher' }),
      );
      const question = {
        ...('groupName' in list.input.shape && { groupName: 'OWN 8A' }),
        ...('operationId' in list.input.shape && { operationId: 1 }),
      };
      const listed = await caller.request(list.signature, { ...question, pageSize: 500 });
      const exported = await caller.request(route.signature, { ...question, format: 'csv' });
      // Whoever may not see the list may not export it; who may not export it may still see it.
      const refused = listed.status >= 400 ? Problem.parse(listed.body).code : 'access.denied';
      const seen = exported.status >= 400 ? Problem.parse(exported.body).code : rowsOf(exported.text);
      // Reading the log as a file is in the log.
      const own = list.signature === 'POST /logging/auditlogs' ? 1 : 0;
      const wanted = exported.status >= 400 ? refused : Number(Object(listed.body).TotalItems) + own;
      expect(seen).toBe(wanted);
    },
  );
});
