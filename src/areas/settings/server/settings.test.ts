import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Browser, openSignInHouse, type SignInHouse } from '#server/session/testing.ts';

let house: SignInHouse;
let browser: Browser;
let token: string;

beforeAll(async () => {
  house = await openSignInHouse();
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
  });
  await house.person('kari', ['schoolIct@FJB', 'schoolIct@LUN']);
  browser = house.browser();
  token = (await browser.signIn('kari')).body.access_token;
});

const setSite = (key: string, value: unknown) =>
  house.seed(({ tx }) =>
    sql`insert into site_setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(tx),
  );

describe('the portal’s settings', () => {
  it('are there before sign-in, with what the specification fixes until somebody decides otherwise', async () => {
    await setSite('ownerName', 'Fjordby kommune');
    await setSite('accessibilityStatementUrl', 'https://uustatus.no/fjordby');
    const { status, body } = await house.browser().get('/sitesettings/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ownerName: 'Fjordby kommune',
      accessibilityStatementUrl: 'https://uustatus.no/fjordby',
      importWindow: { from: '16:00', to: '22:00' },
      deactivationSpanDays: 90,
      newUserDays: 30,
      passwordMinimum: 7,
      federation: 'none',
    });
  });

  it('of a wrong kind are as good as none', async () => {
    await setSite('deactivationSpanDays', 'mange');
    expect((await house.browser().get('/sitesettings/info')).body).toMatchObject({
      deactivationSpanDays: 90,
    });
  });
});

describe('the message on the sign-in page', () => {
  it('is shown in the reader’s language on its days, and not otherwise', async () => {
    const message = {
      text: { nb: 'Nede lørdag', en: 'Down on Saturday' },
      severity: 'warning',
      from: '2026-11-20',
      to: '2026-11-21',
    };
    await setSite('frontPageInfo', message);
    const read = async (lang: string) =>
      (await house.browser().get(`/public/frontpageinfo?lang=${lang}`)).body;
    expect(await read('en')).toMatchObject({ text: 'Down on Saturday', lang: 'en', severity: 'warning' });
    expect(await read('fr')).toMatchObject({ text: 'Nede lørdag', lang: 'nb' });
    house.clock.set('2026-11-21T23:00:00Z');
    expect(await read('nb')).toMatchObject({ text: '' });
  });
});

describe('the user’s own settings', () => {
  it('begin with defaults, change one by one, and are journalled', async () => {
    const read = async () => (await browser.get('/usersettings/info', token)).body;
    expect(await read()).toMatchObject({ language: 'nb', density: 'normal', defaultSchool: null });
    expect(
      (await browser.send('PUT', '/usersettings/update', { language: 'nn', density: 'compact' }, token))
        .status,
    ).toBe(200);
    await browser.send('PUT', '/usersettings/update', { hiddenColumns: { users: ['email'] } }, token);
    expect(await read()).toMatchObject({
      language: 'nn',
      density: 'compact',
      hiddenColumns: { users: ['email'] },
    });
    const { rows } = await sql<{ event: string }>`
      select o.event from journal.change c join journal.operation o on o.id = c.operation_id
       where c.table_name = 'user_setting' group by o.id, o.event order by o.id`.execute(house.db);
    expect(rows.map(({ event }) => event)).toEqual(['user-settings.updated', 'user-settings.updated']);
  });

  it('are refused field by field when they are not of their kind', async () => {
    const { status, body } = await browser.send('PUT', '/usersettings/update', { density: 'enorm' }, token);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'request.invalid', fields: [{ path: 'density' }] });
  });

  it('decide where the next session stands, among the user’s schools only', async () => {
    const wrong = await browser.send('PUT', '/usersettings/update', { defaultSchool: 'XXX' }, token);
    expect(wrong.body).toMatchObject({ code: 'sign-in.school-invalid' });
    await browser.send('PUT', '/usersettings/update', { defaultSchool: 'LUN' }, token);
    const next = house.browser();
    const { access_token: its } = (await next.signIn('kari')).body;
    expect((await next.get('/user/info', its)).body).toMatchObject({
      currentSchool: { code: 'LUN' },
      language: 'nn',
    });
  });

  it('are nobody else’s to read', async () => {
    expect((await house.browser().get('/usersettings/info')).status).toBe(401);
  });
});
