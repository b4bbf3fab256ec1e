/** The password of a portal account: set by a superadmin, locked, unlocked and changed by its owner. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';

import { makeRecoveryCode } from '#server/session/recovery.ts';
import { type Browser, openSignInHouse, PASSWORD, type TokenBody } from '#server/session/testing.ts';

const house = await openSignInHouse();
await house.seed((seed) => seed.school('FJB', 'Fjordby skole'));
await house.person('super', ['superadmin']);

let people = 0;
let name = '';
let owner: Browser;
let tokens: TokenBody;
const boss = house.browser('10.9.0.1');
const bossToken = (await boss.signIn('super')).body.access_token;

beforeEach(async () => {
  people += 1;
  name = `sentral${people}`;
  await house.person(name, ['centralAdmin']);
  owner = house.browser('10.9.0.2');
  tokens = (await owner.signIn(name)).body;
});

const NEW = 'fjellbekk 7 renner';

const setByBoss = (newPassword = NEW, mustChangeAtLogin = false) =>
  boss.send(
    'PUT',
    '/user/changepassword',
    { userName: name, newPassword, repeatPassword: newPassword, mustChangeAtLogin },
    bossToken,
  );

const changeOwn = (browser: Browser, fields: object, token?: string) =>
  browser.send<{ code?: string; fields?: { path: string; key: string }[] }>(
    'PUT',
    '/usersettings/changepassword',
    { userName: name, currentPassword: PASSWORD, newPassword: NEW, repeatPassword: NEW, ...fields },
    token,
  );

const status = async () =>
  (await boss.get<{ accountStatus: string; lockedUntil: string | null }>(`/user/${name}`, bossToken)).body;

it('is the one a superadmin set, at once, and ends the sessions opened with the old one', async () => {
  expect(await setByBoss()).toMatchObject({ status: 200 });
  expect((await owner.signIn(name)).body.code).toBe('sign-in.refused');
  expect((await owner.signIn(name, NEW)).status).toBe(200);
  await expect.poll(async () => (await owner.get('/user/info', tokens.access_token)).status).toBe(401);
  expect((await owner.refresh(tokens)).status).toBe(400);
});

it('is kept as a hash alone: nothing of it waits for a directory', async () => {
  await setByBoss();
  const { rows } = await sql`
    select from account_password p join users u on u.id = p.user_id where u.user_name = ${name}`.execute(
    house.db,
  );
  expect(rows).toEqual([]);
});

it('comes into being when it is first set for an account that never had one', async () => {
  await house.seed(({ tx }) =>
    sql`delete from user_credential where user_id = (select id from users where user_name = ${name})`.execute(
      tx,
    ),
  );
  await setByBoss();
  expect((await owner.signIn(name, NEW)).status).toBe(200);
});

it('is not given by the portal to somebody who signs in by the federation', async () => {
  await house.seed((seed) =>
    seed.user({ userName: `laerer${people}`, role: 'employee', schools: [{ code: 'FJB' }] }),
  );
  const input = { userName: `laerer${people}`, newPassword: NEW, repeatPassword: NEW };
  expect((await boss.send('PUT', '/user/changepassword', input, bossToken)).status).toBe(200);
  expect((await owner.signIn(`laerer${people}`, NEW)).body.code).toBe('sign-in.refused');
});

it('set by somebody else must be changed before a session is opened', async () => {
  await setByBoss(NEW, true);
  expect((await owner.signIn(name, NEW)).body.code).toBe('sign-in.must-change');
  const own = 'elva bruser 9 ganger';
  const change = { currentPassword: NEW, newPassword: own, repeatPassword: own };
  expect((await changeOwn(owner, change)).status).toBe(200);
  expect((await owner.signIn(name, own)).status).toBe(200);
});

it('is changed by its owner with the current one, and the other sessions end', async () => {
  const elsewhere = house.browser('10.9.0.3');
  const other = (await elsewhere.signIn(name)).body;
  expect((await changeOwn(owner, {}, tokens.access_token)).status).toBe(200);
  await expect.poll(async () => (await elsewhere.get('/user/info', other.access_token)).status).toBe(401);
  expect((await owner.get('/user/info', tokens.access_token)).status).toBe(200);
  expect((await owner.signIn(name)).body.code).toBe('sign-in.refused');
  expect((await owner.signIn(name, NEW)).status).toBe(200);
  expect(await house.events()).toContain('sign-in.password-set');
});

it.each([
  ['a wrong current one', { currentPassword: 'feil' }, 'sign-in.refused', undefined],
  ['an account that is not there', { userName: 'finnes.ikke' }, 'sign-in.refused', undefined],
  ['one that is too short', { newPassword: 'ab1', repeatPassword: 'ab1' }, 'request.invalid', 'newPassword'],
  [
    'a common one',
    { newPassword: 'passord1', repeatPassword: 'passord1' },
    'password.refused',
    'newPassword',
  ],
  ['the same again', { newPassword: PASSWORD, repeatPassword: PASSWORD }, 'password.refused', 'newPassword'],
  ['two that differ', { repeatPassword: 'noe annet 7' }, 'request.invalid', 'repeatPassword'],
])('is not changed with %s', async (_, fields, code, path) => {
  const answer = await changeOwn(owner, fields, tokens.access_token);
  expect(answer.body.code).toBe(code);
  expect(answer.body.fields?.[0]?.path).toBe(path);
  expect((await owner.signIn(name)).status).toBe(200);
});

it('cannot be guessed through the change: failures count as those of signing in', async () => {
  const guesser = house.browser('10.9.0.4');
  await guesser.get('/public/frontpageinfo');
  for (let n = 0; n < 9; n += 1) await changeOwn(guesser, { currentPassword: 'feil' });
  expect((await changeOwn(guesser, { currentPassword: 'feil' })).body.code).toBe('sign-in.locked');
  expect((await guesser.signIn(name)).body.code).toBe('sign-in.locked');
});

const lock = async () => {
  const guesser = house.browser('10.9.0.5');
  for (let n = 0; n < 10; n += 1) await guesser.signIn(name, 'feil');
  expect((await guesser.signIn(name)).body.code).toBe('sign-in.locked');
  return guesser;
};

it('locked shows on the card and in the list, and the unlocking lifts it where it was locked', async () => {
  const guesser = await lock();
  expect(await status()).toMatchObject({ accountStatus: 'locked', lockedUntil: '2026-11-20T12:30:00.000Z' });
  const elsewhere = house.browser('10.9.0.6');
  expect((await elsewhere.signIn(name)).status).toBe(200);
  expect((await boss.send('PUT', '/user/unlock', { userName: name }, bossToken)).status).toBe(200);
  expect(await status()).toMatchObject({ accountStatus: 'active', lockedUntil: null });
  expect((await guesser.signIn(name)).status).toBe(200);
});

it('set anew also lifts the lock', async () => {
  const guesser = await lock();
  await setByBoss();
  expect((await guesser.signIn(name, NEW)).status).toBe(200);
});

const recover = (browser: Browser, recoveryCode: string) =>
  browser.send<{ code?: string; recoveryCode?: string }>('PUT', '/usersettings/recover', {
    userName: name,
    recoveryCode,
    newPassword: NEW,
    repeatPassword: NEW,
  });
const makeCode = () =>
  house.seed(async ({ tx, userId }) => makeRecoveryCode(tx, await userId(name), house.clock.now()));

it('is set anew with the printed code, once, and the next code is given', async () => {
  const code = await makeCode();
  const recovered = await recover(owner, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
  expect(recovered).toMatchObject({
    status: 200,
    body: { recoveryCode: expect.stringMatching(/^(\w{5}-){4}\w{5}$/) },
  });
  expect((await owner.signIn(name, NEW)).status).toBe(200);
  await expect.poll(async () => (await owner.get('/user/info', tokens.access_token)).status).toBe(401);
  expect((await recover(owner, code)).body.code).toBe('sign-in.refused');
  expect(await house.events()).toContain('sign-in.recovered');
});

it('is not set anew by a code that is another’s, and guessing one locks as guessing a password does', async () => {
  const code = await makeCode();
  const guesser = house.browser('10.9.0.7');
  await guesser.get('/public/frontpageinfo');
  for (let n = 0; n < 9; n += 1) await recover(guesser, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA');
  expect((await recover(guesser, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).body.code).toBe('sign-in.locked');
  expect((await recover(guesser, code)).body.code).toBe('sign-in.locked');
});

it('is said to be there by the account’s own information', async () => {
  expect((await owner.get('/user/info', tokens.access_token)).body).toMatchObject({ hasPassword: true });
});
