import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { openSignInHouse, PASSWORD, type SignInHouse } from '#server/session/testing.ts';

let house: SignInHouse;

beforeAll(async () => {
  house = await openSignInHouse();
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    await seed.school('GAM', 'Gamle skole');
    await sql`update school set closed_at = now() where code = 'GAM'`.execute(seed.tx);
  });
  await house.person('kari', ['schoolIct@FJB', 'schoolIct@LUN']);
  await house.person('sentral', ['superadmin']);
  await house.person('vokter', ['centralAdmin']);
  await house.person('ingen', []);
});

const later = (ms: number) => house.time.advance(ms);

describe('signing in with a password', () => {
  it('answers the fields of the specification and lets the browser in', async () => {
    const browser = house.browser();
    const { status, body } = await browser.signIn('kari');
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(
      ['.expires', '.issued', 'access_token', 'expires_in', 'refresh_token', 'userName'].toSorted(),
    );
    expect(body).toMatchObject({ userName: 'kari', expires_in: 900 });
    expect(Date.parse(body['.expires']) - Date.parse(body['.issued'])).toBe(900_000);
    const me = await browser.get('/user/info', body.access_token);
    expect(me.body).toMatchObject({
      userName: 'kari',
      currentSchool: { code: 'FJB' },
      schools: [{ code: 'FJB' }, { code: 'LUN' }],
      rolesHere: ['schoolIct'],
      mayStandAtOwner: false,
      authLevel: 'password',
      noAccess: false,
    });
  });

  it('does not care about the case of the user name', async () => {
    expect((await house.browser().signIn('KARI')).status).toBe(200);
  });

  it('refuses a wrong password, an unknown user and a wrong client alike, with nothing to tell them apart', async () => {
    const browser = house.browser('10.0.0.77');
    const wrong = await browser.signIn('kari', 'feil');
    const unknown = await browser.signIn('finnes.ikke', 'feil');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'sign-in.refused' } });
    expect({ ...unknown.body, traceId: '' }).toEqual({ ...wrong.body, traceId: '' });
  });

  it('refuses people who have no portal password, whatever they write', async () => {
    await house.seed((seed) => seed.user({ userName: 'foderert', role: 'employee' }));
    expect((await house.browser().signIn('foderert', '')).body.code).toBe('sign-in.refused');
  });

  it('asks for the anti-forgery header', async () => {
    const browser = house.browser();
    const answer = await browser.send('POST', '/token', { grant_type: 'password' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'request.forged' } });
  });

  it('gives somebody without a role a session that opens nothing', async () => {
    const browser = house.browser();
    const { body } = await browser.signIn('ingen');
    expect((await browser.get('/user/info', body.access_token)).body).toMatchObject({
      noAccess: true,
      permissions: [],
      currentSchool: null,
    });
  });

  it('refuses a closed account even with the right password', async () => {
    const id = await house.person('sluttet', ['schoolIct@FJB']);
    await house.seed(({ tx }) =>
      sql`update users set expires_on = '2026-11-19' where id = ${id}`.execute(tx),
    );
    expect((await house.browser().signIn('sluttet')).body.code).toBe('sign-in.refused');
  });
});

describe('the access token', () => {
  it('is worth nothing without its companion cookie', async () => {
    const { body } = await house.browser().signIn('kari');
    expect((await house.browser().get('/user/info', body.access_token)).status).toBe(401);
  });

  it('is worth nothing with the companion of another session', async () => {
    const [first, second] = [house.browser(), house.browser()];
    const tokens = (await first.signIn('kari')).body;
    await second.signIn('kari');
    const own = [...first.cookies.keys()].find((name) => name.includes('session-')) ?? '';
    const others = [...second.cookies].find(([name]) => name.includes('session-'))?.[1] ?? '';
    second.cookies.set(own, others);
    expect((await second.get('/user/info', tokens.access_token)).status).toBe(401);
  });

  it('comes with a cookie that scripts cannot read and foreign pages cannot send', async () => {
    const browser = house.browser();
    await browser.signIn('kari');
    const companion = browser.setCookies.find((cookie) => cookie.includes('session-'));
    expect(companion).toMatch(/HttpOnly/);
    expect(companion).toMatch(/SameSite=Strict/);
    expect(companion).toMatch(/Path=\//);
  });

  it('lets two tabs of one browser be signed in separately', async () => {
    const browser = house.browser();
    const [first, second] = [(await browser.signIn('kari')).body, (await browser.signIn('sentral')).body];
    expect((await browser.get('/user/info', first.access_token)).body).toMatchObject({ userName: 'kari' });
    expect((await browser.get('/user/info', second.access_token)).body).toMatchObject({
      userName: 'sentral',
    });
  });

  it('ends after a quarter of an hour', async () => {
    const browser = house.browser();
    const { body } = await browser.signIn('kari');
    later(899_000);
    expect((await browser.get('/user/info', body.access_token)).status).toBe(200);
    later(1_000);
    expect((await browser.get('/user/info', body.access_token)).status).toBe(401);
  });

  it('cannot be changed or made by somebody else', async () => {
    const browser = house.browser();
    const { access_token: token } = (await browser.signIn('kari')).body;
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    for (const bad of [`${head}.${forged}.${signature}`, `${unsigned}.${payload}.`, 'x', '..']) {
      expect((await browser.get('/user/info', bad)).status).toBe(401);
    }
  });
});

describe('renewing', () => {
  it('gives new tokens and makes the old renewal token worthless, with all that came of it', async () => {
    const browser = house.browser();
    const first = (await browser.signIn('kari')).body;
    const second = await browser.refresh(first);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await browser.get('/user/info', second.body.access_token)).status).toBe(200);

    expect((await browser.refresh(first)).body.code).toBe('sign-in.refresh-invalid');
    await expect
      .poll(async () => (await browser.get('/user/info', second.body.access_token)).status)
      .toBe(401);
    expect((await browser.refresh(second.body)).status).toBe(400);
    expect(await house.events()).toContain('session.reuse-detected');
  });

  it('lets a caller whose answer was lost ask again with its own key, once nobody has used the answer', async () => {
    const browser = house.browser();
    const first = (await browser.signIn('kari')).body;
    const key = randomUUID();
    const lost = await browser.refresh(first, {}, key);
    const repeated = await browser.refresh(first, {}, key);
    expect(repeated.status).toBe(200);
    expect((await browser.refresh(lost.body)).status).toBe(400);
    expect((await browser.refresh(repeated.body)).status).toBe(200);
    expect((await browser.refresh(first, {}, key)).body.code).toBe('sign-in.refresh-invalid');
  });

  it('lets one of two renewals at the same moment through, and takes the other for a theft', async () => {
    const browser = house.browser();
    const tokens = (await browser.signIn('kari')).body;
    const answers = await Promise.all([browser.refresh(tokens), browser.refresh(tokens)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  it('takes the old access token, also an expired one, and refuses without it', async () => {
    const browser = house.browser();
    const tokens = (await browser.signIn('kari')).body;
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect((await browser.token(fields)).body.code).toBe('sign-in.refresh-invalid');
    later(3_600_000);
    expect((await browser.refresh(tokens)).status).toBe(200);
  });

  it('is over when the session has been idle for half a day, and after a week in any case', async () => {
    const browser = house.browser();
    const idle = (await browser.signIn('kari')).body;
    later(12 * 3_600_000);
    expect((await browser.refresh(idle)).status).toBe(400);

    let busy = (await browser.signIn('kari')).body;
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      later(11 * 3_600_000);
      const answer = await browser.refresh(busy);
      expect(answer.status).toBe(200);
      busy = answer.body;
    }
    later(11 * 3_600_000);
    expect((await browser.refresh(busy)).status).toBe(400);
  });

  it('is refused to another browser that has copied both tokens', async () => {
    const tokens = (await house.browser().signIn('kari')).body;
    expect((await house.browser().refresh(tokens)).body.code).toBe('sign-in.refresh-invalid');
  });
});

describe('switching school', () => {
  it('re-issues the tokens for the school, and stays there at the next renewal', async () => {
    const browser = house.browser();
    const first = (await browser.signIn('kari')).body;
    const there = (await browser.refresh(first, { current_school: 'LUN' })).body;
    expect((await browser.get('/user/info', there.access_token)).body).toMatchObject({
      currentSchool: { code: 'LUN' },
    });
    const renewed = (await browser.refresh(there)).body;
    expect((await browser.get('/user/info', renewed.access_token)).body).toMatchObject({
      currentSchool: { code: 'LUN' },
    });
    expect(await house.events()).toContain('session.school-switched');
  });

  it('is done for three times as many at once as there are connections', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const browser = house.browser();
        return { browser, tokens: (await browser.signIn('kari')).body };
      }),
    );
    const answers = await Promise.all(
      sessions.map(({ browser, tokens }) => browser.refresh(tokens, { current_school: 'LUN' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('refuses a school without a role, a closed one, and the whole owner, and leaves the session as it was', async () => {
    const browser = house.browser();
    await house.person('bare.lun', ['schoolIct@LUN']);
    const tokens = (await browser.signIn('bare.lun')).body;
    for (const school of ['FJB', 'GAM', 'finnes-ikke', '']) {
      expect(await browser.refresh(tokens, { current_school: school })).toMatchObject({
        status: 403,
        body: { code: 'sign-in.school-invalid' },
      });
    }
    expect((await browser.refresh(tokens)).status).toBe(200);
  });

  it('lets a role of the whole owner stand at any school or at none', async () => {
    const browser = house.browser();
    const first = (await browser.signIn('sentral')).body;
    expect((await browser.get('/user/info', first.access_token)).body).toMatchObject({
      currentSchool: null,
      mayStandAtOwner: true,
      schools: [],
    });
    const at = (await browser.refresh(first, { current_school: 'FJB' })).body;
    expect((await browser.get('/user/info', at.access_token)).body).toMatchObject({
      currentSchool: { code: 'FJB' },
    });
    const whole = (await browser.refresh(at, { current_school: '' })).body;
    expect((await browser.get('/user/info', whole.access_token)).body).toMatchObject({ currentSchool: null });
    expect((await browser.get('/school/mine?search=fjord', whole.access_token)).body).toMatchObject({
      Items: [{ code: 'FJB' }],
      TotalItems: 1,
    });
  });
});

it('keeps no token, code or password in clear in the database', async () => {
  const tokens = (await house.browser().signIn('kari')).body;
  const { rows } = await sql<{ everything: string }>`
    select string_agg(t::text, ' ') as everything from (
      select r::text as t from refresh_token r union all select s::text from session s
      union all select c::text from user_credential c union all select x::text from journal.change x) all_rows`.execute(
    house.db,
  );
  const everything = rows[0]?.everything ?? '';
  expect(everything).toContain('argon2id');
  for (const secret of [PASSWORD, tokens.access_token, tokens.refresh_token])
    expect(everything).not.toContain(secret);
  const { rows: journalled } =
    await sql`select from journal.change where after::text like '%argon2id%'`.execute(house.db);
  expect(journalled).toEqual([]);
});
