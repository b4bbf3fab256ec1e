import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rotateSigningKey } from '#server/session/keys.ts';
import { operatorCode } from '#server/session/operator.ts';
import { digest } from '#server/session/secrets.ts';
import { type Browser, openSignInHouse, type SignInHouse } from '#server/session/testing.ts';

let house: SignInHouse;
let people = 0;

beforeAll(async () => {
  house = await openSignInHouse();
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
  });
});

/** Everybody in a test of their own, so that no test's failures count in another. */
let name = '';
let id = 0;
beforeEach(async () => {
  people += 1;
  name = `person${people}`;
  id = await house.person(name, ['schoolIct@FJB']);
});

const change = (statement: ReturnType<typeof sql>) => house.seed(({ tx }) => statement.execute(tx));

async function fail(browser: Browser, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await browser.signIn(name, 'feil');
}

describe('guessing a password', () => {
  it('locks the account for that source after 10 failures, for 30 minutes by the portal’s clock', async () => {
    const guesser = house.browser('10.1.0.1');
    await fail(guesser, 9);
    expect((await guesser.signIn(name, 'feil')).body).toMatchObject({
      code: 'sign-in.locked',
      params: { minutes: 30 },
    });
    expect((await guesser.signIn(name)).body).toMatchObject({ code: 'sign-in.locked' });

    house.clock.advance(30 * 60_000 - 1);
    expect((await guesser.signIn(name)).body).toMatchObject({
      code: 'sign-in.locked',
      params: { minutes: 1 },
    });
    house.clock.advance(1);
    expect((await guesser.signIn(name)).status).toBe(200);
    expect(await house.events()).toContain('sign-in.locked');
  });

  it('gives ten new tries after a lock, not one', async () => {
    const guesser = house.browser('10.1.0.2');
    await fail(guesser, 10);
    house.clock.advance(30 * 60_000);
    await fail(guesser, 9);
    expect((await guesser.signIn(name)).status).toBe(200);
  });

  it('starts afresh after a right password', async () => {
    const browser = house.browser('10.1.0.3');
    await fail(browser, 9);
    expect((await browser.signIn(name)).status).toBe(200);
    await fail(browser, 9);
    expect((await browser.signIn(name)).status).toBe(200);
  });

  it('never locks anybody out from another address', async () => {
    await fail(house.browser('10.1.0.4'), 15);
    expect((await house.browser('10.1.0.5').signIn(name)).status).toBe(200);
  });

  it('never locks out a browser the account has used before, even behind the same address', async () => {
    const own = house.browser('10.1.0.6');
    expect((await own.signIn(name)).status).toBe(200);
    await fail(house.browser('10.1.0.6'), 12);
    expect((await own.signIn(name)).status).toBe(200);
    // A browser known to one account is nobody special to another.
    await house.person(`${name}b`, ['schoolIct@FJB']);
    for (let n = 0; n < 10; n += 1) await own.signIn(`${name}b`, 'feil');
    expect((await own.signIn(`${name}b`)).body.code).toBe('sign-in.locked');
  });

  it('does not lock other accounts of the same address', async () => {
    const shared = house.browser('10.1.0.7');
    await fail(shared, 12);
    await house.person(`${name}b`, ['schoolIct@FJB']);
    expect((await shared.signIn(`${name}b`)).status).toBe(200);
  });

  it('takes a whole IPv6 network for one source', async () => {
    for (let n = 0; n < 10; n += 1) await house.browser(`2001:db8:1:2::${n + 1}`).signIn(name, 'feil');
    expect((await house.browser('2001:db8:1:2:ffff::1').signIn(name)).body.code).toBe('sign-in.locked');
    expect((await house.browser('2001:db8:1:3::1').signIn(name)).status).toBe(200);
  });

  it('cannot slip past the count by trying many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => house.browser('10.1.0.8').signIn(name, 'feil')),
    );
    const refused = answers.filter(({ body }) => body.code === 'sign-in.refused');
    expect(refused.length).toBeLessThanOrEqual(9);
    expect((await house.browser('10.1.0.8').signIn(name)).body.code).toBe('sign-in.locked');
  });

  it('counts only failures: many at once with the right password all get in, and lock nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => house.browser('10.1.0.12').signIn(name)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await fail(house.browser('10.1.0.12'), 9);
    expect((await house.browser('10.1.0.12').signIn(name)).status).toBe(200);
  });

  it('counts only failures, also when right and wrong passwords come together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        house.browser('10.1.0.13').signIn(name, n % 5 === 0 ? 'feil' : undefined),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(answers.filter(({ body }) => body.code === 'sign-in.refused')).toHaveLength(3);
  });

  it('from many addresses together is slowed, without locking', async () => {
    const known = house.browser('10.2.9.9');
    await known.signIn(name);
    await house.browser('10.2.0.1').signIn(name, 'feil');
    // As after 49 more from as many addresses.
    await sql`update sign_in_failure set failures = failures + 49
      where source = '*' and account = ${digest(name)}`.execute(house.db);
    const slowed = await house.browser('10.2.1.1').signIn(name);
    expect(slowed).toMatchObject({ status: 429, body: { code: 'request.too-many', params: { seconds: 5 } } });
    expect((await known.signIn(name)).status).toBe(200);
    house.clock.advance(5_000);
    expect((await house.browser('10.2.1.1').signIn(name)).status).toBe(200);
  });

  it('counts unknown names in the same way', async () => {
    const guesser = house.browser('10.1.0.9');
    for (let n = 0; n < 9; n += 1) await guesser.signIn('finnes.ikke', 'feil');
    expect((await guesser.signIn('finnes.ikke', 'feil')).body.code).toBe('sign-in.locked');
  });

  it('leaves in the log who was meant, and never what was typed', async () => {
    await house.browser('10.1.0.10').signIn('Hemmelig-passord-i-feil-felt', 'x');
    await house.browser('10.1.0.10').signIn(name, 'feil');
    const { rows } = await sql<{ actorName: string | null; all: string }>`
      select actor_name, o::text as all from journal.operation o where event = 'sign-in.refused' order by id desc limit 2`.execute(
      house.db,
    );
    expect(rows.map(({ actorName }) => actorName)).toEqual([name, null]);
    expect(JSON.stringify(rows)).not.toContain('Hemmelig');
  });

  it('tells of a lock of the account itself only to whoever knows the password', async () => {
    await change(
      sql`update users set locked_until = ${new Date(house.clock.now().getTime() + 600_000)} where id = ${id}`,
    );
    expect((await house.browser().signIn(name, 'feil')).body.code).toBe('sign-in.refused');
    expect((await house.browser().signIn(name)).body).toMatchObject({
      code: 'sign-in.locked',
      params: { minutes: 10 },
    });
  });
});

const goneFor = async (work: (browser: Browser, token: string) => Promise<unknown>) => {
  const browser = house.browser();
  const { body } = await browser.signIn(name);
  expect((await browser.get('/user/info', body.access_token)).status).toBe(200);
  await work(browser, body.access_token);
  await expect.poll(async () => (await browser.get('/user/info', body.access_token)).status).toBe(401);
  return { browser, tokens: body };
};

describe('a session dies', () => {
  it('at once when the user is disabled, with all their other sessions, and does not come back', async () => {
    const elsewhere = house.browser();
    const other = (await elsewhere.signIn(name)).body;
    const { browser, tokens } = await goneFor(() =>
      change(sql`update users set deactivated = true where id = ${id}`),
    );
    expect((await elsewhere.get('/user/info', other.access_token)).status).toBe(401);
    expect((await elsewhere.refresh(other)).status).toBe(400);
    await change(sql`update users set deactivated = false where id = ${id}`);
    expect((await browser.get('/user/info', tokens.access_token)).status).toBe(401);
  });

  it('when the account’s last day is over, without anybody doing anything', async () => {
    await change(sql`update users set expires_on = '2026-12-01' where id = ${id}`);
    house.clock.set('2026-12-01T22:59:59Z');
    const { browser, tokens } = await goneFor(async () => house.clock.set('2026-12-01T23:00:00Z'));
    expect((await browser.refresh(tokens)).status).toBe(400);
    house.clock.set('2026-12-02T12:00:00Z');
  });

  it('when the user ends it from another place', async () => {
    const elsewhere = house.browser();
    const other = (await elsewhere.signIn(name)).body;
    await goneFor(async () => {
      const { body } = await elsewhere.get<{ id: string; isCurrent: boolean }[]>(
        '/usersettings/sessions',
        other.access_token,
      );
      const victim = body.find(({ isCurrent }) => !isCurrent);
      expect(body).toHaveLength(2);
      const ended = await elsewhere.send(
        'DELETE',
        '/usersettings/sessions',
        { id: victim?.id },
        other.access_token,
      );
      expect(ended.body).toEqual({ ended: 1 });
    });
    expect((await elsewhere.get('/user/info', other.access_token)).status).toBe(200);
  });

  it('with all the others when the user ends all but this one', async () => {
    await goneFor(async () => {
      const here = house.browser();
      const { body } = await here.signIn(name);
      const ended = await here.send('DELETE', '/usersettings/sessions', {}, body.access_token);
      expect(ended.body).toEqual({ ended: 1 });
      expect((await here.get('/user/info', body.access_token)).status).toBe(200);
    });
    expect(await house.events()).toContain('session.ended');
  });

  it('but never somebody else’s', async () => {
    await house.person(`${name}b`, ['schoolIct@FJB']);
    const [mine, theirs] = [house.browser(), house.browser()];
    const own = (await mine.signIn(name)).body;
    const other = (await theirs.signIn(`${name}b`)).body;
    const { body } = await theirs.get<{ id: string }[]>('/usersettings/sessions', other.access_token);
    const tried = await mine.send('DELETE', '/usersettings/sessions', { id: body[0]?.id }, own.access_token);
    expect(tried).toMatchObject({ status: 404, body: { code: 'session.not-found' } });
    expect((await theirs.get('/user/info', other.access_token)).status).toBe(200);
  });

  it('at log-out, which takes its cookie along and needs the bearer token', async () => {
    const { browser, tokens } = await goneFor(async (b, token) => {
      expect((await b.get('/usersettings/logout')).status).toBe(401);
      expect((await b.get('/usersettings/logout', token)).body).toEqual({});
    });
    expect([...browser.cookies.keys()].filter((cookie) => cookie.includes('session-'))).toEqual([]);
    expect((await browser.refresh(tokens)).status).toBe(400);
    expect(await house.events()).toContain('session.signed-out');
  });
});

const rolesNow = async (browser: Browser, token: string) =>
  (await browser.get<{ rolesHere: string[] }>('/user/info', token)).body.rolesHere;

describe('roles', () => {
  it('count from the next call on when given or taken', async () => {
    const browser = house.browser();
    const { access_token: token } = (await browser.signIn(name)).body;
    expect(await rolesNow(browser, token)).toEqual(['schoolIct']);
    await house.seed(async (rows) => rows.grant(id, 'schoolAdministrator', await rows.schoolId('FJB')));
    await expect.poll(() => rolesNow(browser, token)).toEqual(['schoolIct', 'schoolAdministrator']);
    await change(sql`delete from role_grant where user_id = ${id} and role = 'schoolIct'`);
    await expect.poll(() => rolesNow(browser, token)).toEqual(['schoolAdministrator']);
  });

  it('end after their last day by the portal’s clock, and only at their own school', async () => {
    await house.seed(async (rows) => rows.grant(id, 'teacher', await rows.schoolId('LUN')));
    await change(
      sql`update role_grant set valid_to = '2026-12-24' where user_id = ${id} and role = 'schoolIct'`,
    );
    const browser = house.browser();
    const { access_token: token } = (await browser.signIn(name)).body;
    house.clock.set('2026-12-24T22:59:59Z');
    expect(await rolesNow(browser, token)).toEqual(['schoolIct']);
    house.clock.set('2026-12-24T23:00:00Z');
    expect(await rolesNow(browser, token)).toEqual([]);
  });
});

const times = () => ({ now: house.clock.now(), realNow: house.time.now() });
const byCode = (code: string, browser = house.browser()) =>
  browser.token({ grant_type: 'password', username: code, password: '', auth_type: 'C' });

async function codeFor(userName: string): Promise<string> {
  const answer = await operatorCode(house.db, userName, times());
  return 'code' in answer ? answer.code : answer.refusal;
}

describe('the operator’s code', () => {
  it('signs a central admin in once, within ten minutes', async () => {
    await house.person(`${name}s`, ['centralAdmin']);
    const code = await codeFor(`${name}s`);
    house.time.advance(599_000);
    expect((await byCode(code)).body.userName).toBe(`${name}s`);
    expect((await byCode(code)).body.code).toBe('sign-in.code-invalid');
    const late = await codeFor(`${name}s`);
    house.time.advance(600_000);
    expect((await byCode(late)).body.code).toBe('sign-in.code-invalid');
  });

  it('lets one of two in who send it at the same moment', async () => {
    await house.person(`${name}s`, ['superadmin']);
    const code = await codeFor(`${name}s`);
    const answers = await Promise.all([byCode(code), byCode(code)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  it('is given to nobody else', async () => {
    expect(await codeFor(name)).toBe('not-central');
    expect(await codeFor('finnes.ikke')).toBe('unknown');
  });
});

it('goes on with tokens of the old key after the key was changed', async () => {
  const browser = house.browser();
  const before = (await browser.signIn(name)).body;
  await rotateSigningKey(house.db);
  expect((await browser.get('/user/info', before.access_token)).status).toBe(200);
  const after = (await browser.refresh(before)).body;
  expect((await browser.get('/user/info', after.access_token)).status).toBe(200);
});
