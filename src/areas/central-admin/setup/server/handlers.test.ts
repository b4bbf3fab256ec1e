import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { setup } from '../contract.ts';

const house = await openHouse();
const stranger = house.visitor;
const { code } = house.services.setup;

const first = {
  setupCode: code,
  ownerName: 'Fjordby kommune',
  userName: 'drift.admin',
  firstName: 'Dina',
  lastName: 'Drift',
  newPassword: 'fjellbekk 7 renner',
  repeatPassword: 'fjellbekk 7 renner',
};

describe('the first visit', () => {
  it.each([
    ['a wrong code', { setupCode: 'AAAAA-AAAAA-AAAAA' }, 'setup.code-wrong', 'setupCode'],
    [
      'a common password',
      { newPassword: 'passord1', repeatPassword: 'passord1' },
      'password.refused',
      'newPassword',
    ],
    ['a user name with spaces', { userName: 'to ord' }, 'request.invalid', 'userName'],
  ])('takes nothing with %s', async (_, wrong, refusal, path) => {
    expect(await stranger.refused(setup.begin, { ...first, ...wrong })).toMatchObject({
      code: refusal,
      fields: [{ path }],
    });
    expect(await stranger.call(setup.state, {})).toMatchObject({ isOpen: true });
  });

  it('tries a database server with the code alone, and names what is missing', async () => {
    const { hostname, port, pathname, username, password } = new URL(house.url);
    const server = {
      setupCode: code,
      databaseHost: hostname,
      databasePort: Number(port),
      databaseName: pathname.slice(1),
      databaseUser: decodeURIComponent(username),
      databasePassword: decodeURIComponent(password) || 'x',
    };
    expect((await stranger.call(setup.testDatabase, server)).Items).toMatchObject([
      { name: 'connect', outcome: 'ok' },
      { name: 'version', outcome: 'ok' },
      { name: 'encoding', outcome: 'ok' },
      { name: 'create', outcome: 'ok' },
      { name: 'empty', outcome: 'failed' },
    ]);
    const away = await stranger.call(setup.testDatabase, {
      ...server,
      databaseHost: '127.0.0.1',
      databasePort: 1,
    });
    expect(away.Items.map(({ outcome }) => outcome)).toEqual([
      'failed',
      ...Array.from({ length: 4 }, () => 'skipped'),
    ]);
    for (const route of [setup.testDatabase, setup.chooseDatabase]) {
      expect(await stranger.refused(route, { ...server, setupCode: 'feil' })).toMatchObject({
        code: 'setup.code-wrong',
      });
    }
    house.services.restart = () => {};
    house.services.keepServer = () => {};
    expect(await stranger.refused(setup.chooseDatabase, server)).toMatchObject({
      code: 'setup.database-unfit',
    });
    delete house.services.restart;
    delete house.services.keepServer;
  });

  it('makes the first central administrator once, however many try at the same time', async () => {
    const typed = { ...first, setupCode: code.toLowerCase().replaceAll('-', ' ') };
    const answers = await Promise.all([
      stranger.request('POST /setup/begin', typed),
      stranger.request('POST /setup/begin', { ...first, userName: 'annen.admin' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await stranger.call(setup.state, {})).toMatchObject({ isOpen: false });
    const { rows } = await sql<{ roles: string[]; hasPassword: boolean }>`
      select array(select role from role_grant g where g.user_id = u.id order by role) as roles,
             exists (select from user_credential c where c.user_id = u.id) as has_password
        from users u join recovery_code r on r.user_id = u.id`.execute(house.db);
    expect(rows).toEqual([{ roles: ['centralAdmin', 'superadmin'], hasPassword: true }]);
  });

  it('leaves nothing secret in the journal', async () => {
    const { rows } = await sql<{ text: string }>`
      select string_agg(c::text, ' ') || (select string_agg(o::text, ' ') from journal.operation o) as text
        from journal.change c`.execute(house.db);
    expect(rows[0]?.text).toContain('setup.begun');
    for (const secret of [first.newPassword, code]) expect(rows[0]?.text).not.toContain(secret);
  });
});

describe('the guide', () => {
  it('says what is done from what is there, and what was left for later', async () => {
    const admin = await house.signIn('centralAdmin');
    const states = async () =>
      Object.fromEntries((await admin.call(setup.steps, {})).Items.map(({ step, state }) => [step, state]));
    expect(await states()).toMatchObject({
      owner: 'done',
      database: 'done',
      federation: 'open',
      source: 'open',
    });
    await admin.call(setup.putOff, { step: 'directory', isLater: true });
    expect(await states()).toMatchObject({ directory: 'later' });
    await admin.call(setup.putOff, { step: 'directory', isLater: false });
    expect(await states()).toMatchObject({ directory: 'open' });
  });

  it('cannot start a portal again that a service runs', async () => {
    const admin = await house.signIn('centralAdmin');
    expect(await admin.refused(setup.restart, {})).toMatchObject({ code: 'setup.no-restart' });
  });
});
