/** One-time codes after the password of a portal account: set up, asked for, used once, guessed, and taken away. */
import { beforeEach, expect, it } from 'vitest';

import { secondFactorHandlers } from '#areas/login/second-factor/server/handlers.ts';
import { type Browser, openSignInHouse, PASSWORD } from '#server/session/testing.ts';
import { stepAt, totpCode } from '#server/session/totp.ts';

const house = await openSignInHouse({ more: secondFactorHandlers });
const MINUTE = 60_000;
let people = 0;
let name = '';
let owner: Browser;
let token = '';

beforeEach(async () => {
  people += 1;
  name = `vokter${people}`;
  await house.person(name, ['centralAdmin']);
  owner = house.browser(`10.8.0.${people}`);
  token = (await owner.signIn(name)).body.access_token;
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function secretOf(written: string): Buffer {
  const bits = Array.from(written, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

interface Begun {
  secret: string;
  address: string;
  enrolment: string;
}
const begin = (currentPassword = PASSWORD) =>
  owner.send<Begun & { code?: string }>(
    'POST',
    '/usersettings/secondfactor/begin',
    { currentPassword },
    token,
  );

/** Answers what an authenticator would have now, and the codes on paper. */
async function setUp(): Promise<{ now: () => string; codes: string[] }> {
  const { body } = await begin();
  const secret = secretOf(body.secret);
  const now = () => totpCode(secret, stepAt(house.time.now()));
  const confirmed = await owner.send<{ codes: string[] }>(
    'PUT',
    '/usersettings/secondfactor',
    { enrolment: body.enrolment, otp: now() },
    token,
  );
  expect(confirmed.status).toBe(200);
  house.time.advance(MINUTE);
  return { now, codes: confirmed.body.codes };
}

const signIn = (browser: Browser, otp?: string, password = PASSWORD) =>
  browser.token({
    grant_type: 'password',
    username: name,
    password,
    auth_type: 'F',
    ...(otp !== undefined && { otp }),
  });

it('is asked for after the password, and the session says that both were shown', async () => {
  const { now } = await setUp();
  expect((await signIn(owner)).body.code).toBe('sign-in.otp-needed');
  expect((await signIn(owner, '000000')).body.code).toBe('sign-in.otp-wrong');
  const { body } = await signIn(owner, ` ${now().slice(0, 3)} ${now().slice(3)} `);
  expect((await owner.get('/user/info', body.access_token)).body).toMatchObject({
    authLevel: 'password-mfa',
  });
});

it('tells nothing to whoever does not know the password', async () => {
  const { now } = await setUp();
  expect((await signIn(owner, undefined, 'feil')).body.code).toBe('sign-in.refused');
  expect((await signIn(owner, now(), 'feil')).body.code).toBe('sign-in.refused');
  expect((await signIn(owner, now())).status).toBe(200);
});

it('takes each code once, also of two who send it at the same moment', async () => {
  const { now } = await setUp();
  const code = now();
  const others = [house.browser('10.8.1.1'), house.browser('10.8.1.2')];
  const answers = await Promise.all(others.map((browser) => signIn(browser, code)));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  house.time.advance(20_000);
  expect((await signIn(owner, code)).body.code).toBe('sign-in.otp-wrong');
});

it('cannot be guessed: a wrong code counts as a wrong password, and the right password forgives nothing', async () => {
  const { now } = await setUp();
  const guesser = house.browser('10.8.2.1');
  for (let n = 0; n < 9; n += 1) {
    await signIn(guesser);
    expect((await signIn(guesser, '000000')).body.code).toBe('sign-in.otp-wrong');
  }
  expect((await signIn(guesser, '000000')).body.code).toBe('sign-in.locked');
  expect((await signIn(guesser, now())).body.code).toBe('sign-in.locked');
});

it('is taken the place of by each code on paper, once', async () => {
  const { codes } = await setUp();
  expect(new Set(codes).size).toBe(10);
  const [first = '', second = ''] = codes;
  expect((await signIn(owner, first.toLowerCase())).status).toBe(200);
  expect((await signIn(owner, first)).body.code).toBe('sign-in.otp-wrong');
  expect((await signIn(owner, second)).status).toBe(200);
  const { body } = await owner.get('/usersettings/secondfactor', token);
  expect(body).toMatchObject({ isPossible: true, codesLeft: 8 });
});

it('is set up by the password and a code of the authenticator, in time, and then no second one', async () => {
  expect((await begin('feil')).body.code).toBe('sign-in.refused');
  const { body } = await begin();
  expect(body.address).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}&/);
  const confirm = (otp: string, enrolment = body.enrolment) =>
    owner.send<{ code?: string }>('PUT', '/usersettings/secondfactor', { enrolment, otp }, token);
  expect((await confirm('000000')).body.code).toBe('sign-in.otp-wrong');
  expect((await confirm('000000', 'noe annet')).body.code).toBe('second-factor.expired');
  house.time.advance(10 * MINUTE);
  const late = totpCode(secretOf(body.secret), stepAt(house.time.now()));
  expect((await confirm(late)).body.code).toBe('second-factor.expired');
});

it('ends the other sessions when it is set up and when it is removed, which takes the password and a code', async () => {
  const elsewhere = house.browser('10.8.3.1');
  const other = (await signIn(elsewhere)).body.access_token;
  const { now } = await setUp();
  await expect.poll(async () => (await elsewhere.get('/user/info', other)).status).toBe(401);
  const remove = (fields: object) =>
    owner.send<{ code?: string }>(
      'PUT',
      '/usersettings/secondfactor/remove',
      { currentPassword: PASSWORD, otp: now(), ...fields },
      token,
    );
  expect((await remove({ otp: '000000' })).body.code).toBe('sign-in.otp-wrong');
  expect((await remove({ currentPassword: 'feil' })).body.code).toBe('sign-in.refused');
  expect((await remove({})).status).toBe(200);
  expect((await signIn(owner)).status).toBe(200);
  expect(await house.events()).toEqual(
    expect.arrayContaining(['second-factor.set-up', 'second-factor.removed']),
  );
});

it('is asked for when a password set by somebody else is changed, and used up by that', async () => {
  const { now } = await setUp();
  await house.seed(({ tx }) => tx.updateTable('userCredential').set({ mustChange: true }).execute());
  expect((await signIn(house.browser('10.8.4.1'), now())).body.code).toBe('sign-in.must-change');
  const NEW = 'fjellbekk 7 renner';
  const visitor = house.browser('10.8.4.1');
  await visitor.get('/public/frontpageinfo');
  const send = (otp?: string) =>
    visitor.send<{ code?: string }>('PUT', '/usersettings/changepassword', {
      userName: name,
      currentPassword: PASSWORD,
      newPassword: NEW,
      repeatPassword: NEW,
      ...(otp !== undefined && { otp }),
    });
  expect((await send()).body.code).toBe('sign-in.otp-needed');
  expect((await send(now())).status).toBe(200);
  expect((await signIn(owner, now(), NEW)).body.code).toBe('sign-in.otp-wrong');
});

it('is kept encrypted, bound to its account', async () => {
  const { now } = await setUp();
  const [row] = await house.db.selectFrom('secondFactor').selectAll().orderBy('setUpAt', 'desc').execute();
  expect(row?.cipher.toString('utf8')).not.toMatch(/[A-Z2-7]{16}/);
  const mine = name;
  name = `vokter${people}b`;
  const id = await house.person(name, ['centralAdmin']);
  await house.seed(({ tx }) =>
    tx
      .insertInto('secondFactor')
      .values({ userId: id, cipher: row?.cipher ?? Buffer.alloc(0), setUpAt: house.clock.now() })
      .execute(),
  );
  expect((await signIn(house.browser('10.8.5.1'), now())).status).toBe(500);
  name = mine;
});
