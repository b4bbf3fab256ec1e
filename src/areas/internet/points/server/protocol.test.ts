/** The web-filter protocol at the portal's door: who is answered, with what, and how fast after a change. */
import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { alwaysOpen, schoolPackages } from '#areas/internet/domain-packages/contract.ts';
import {
  alwaysOpenHandlers,
  schoolPackageHandlers,
} from '#areas/internet/domain-packages/server/handlers.ts';
import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { type Cast, packageId, peopleAndGroups } from '#areas/internet/locks/server/testing.ts';
import { leasesPath, reportPath } from '#connectors/web-filter/protocol/messages.ts';
import {
  faultOfAnswer,
  headerSource,
  type Key,
  signQuestion,
} from '#connectors/web-filter/protocol/signature.ts';
import { createApp } from '#server/http/app.ts';
import { openListener } from '#server/postgres/listener.ts';
import { openHouse } from '#server/testing/house.ts';

import { deletePoint, holdersOf, renewSecret } from './store.ts';
import { caughtUp, fetchFrom, makePoint, openPoint, type TestPoint } from './testing.ts';
import { openWebFilter } from './web-filter.ts';

const house = await openHouse([...lockHandlers, ...alwaysOpenHandlers, ...schoolPackageHandlers]);
let cast: Cast;
let whole: Key;
let atLunde: Key;
let point: TestPoint;

const inMinutes = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString();
const newLock = (more: object = {}) => ({
  description: 'Prøve i norsk',
  groupNames: ['FJB 8A'],
  immediate: true,
  end: inMinutes(60),
  ownDomains: ['nrk.no'],
  ...more,
});

beforeAll(async () => {
  cast = await peopleAndGroups(house);
  whole = await makePoint(house, 'Hovedproxy');
  atLunde = await makePoint(house, 'Lunde', ['LUN']);
  point = openPoint(house, whole);
});

/** A question that was held while something happened, and the answer to it. */
async function toldOf(happens: () => Promise<unknown>) {
  await caughtUp(house);
  await point.ask();
  const asked = point.ask(20);
  await happens();
  return asked;
}

describe('a point is told', () => {
  it('the whole set first, then nothing until something changes', async () => {
    const lock = await cast.ict.call(locks.add, newLock());
    await caughtUp(house);
    const answer = await point.ask();
    expect(answer).toMatchObject({ protocol: 1, from: null, portalTime: house.clock.now().toISOString() });
    expect(answer.leases[0]?.revision).toMatch(/^[\w-]{22}$/);
    expect(answer.leases).toEqual([
      {
        id: lock.id,
        revision: answer.leases[0]?.revision,
        description: 'Prøve i norsk',
        school: 'FJB',
        exam: false,
        from: lock.activeFrom,
        until: lock.end,
        open: ['nrk.no'],
        examResources: [],
        always: ['fjb.no', 'fjordby.kommune.no'],
        // Not the teacher, not who has left, nobody of another school; those with protected identity as everybody.
        members: ['anna', 'bent', 'hidden'],
        examUsers: [],
        opened: [],
      },
    ]);
    expect(await point.ask()).toMatchObject({ from: answer.version, version: answer.version, leases: [] });
    expect([
      point.lets('anna', 'vg.no:443'),
      point.lets('anna', 'nrk.no'),
      point.lets('cato', 'vg.no'),
    ]).toEqual([false, true, true]);
  });

  it.each([
    ['a lock made', () => cast.ict.call(locks.add, newLock({ groupNames: ['FJB 8B'] }))],
    [
      'somebody opened by name',
      () => cast.ict.call(locks.openUsers, { userNames: ['bent'], until: inMinutes(10) }),
    ],
    [
      'a pupil who came to the class',
      () => house.seed((seed) => seed.member({ group: 'FJB 8A', user: 'foreign' })),
    ],
    [
      'a pupil who left it',
      () =>
        house.seed(({ tx }) =>
          sql`delete from membership where user_id = (select id from users where user_name = 'foreign')
               and group_id = (select id from groups where name = 'FJB 8A')`.execute(tx),
        ),
    ],
    [
      'a user name that was changed',
      () =>
        house.seed(({ tx }) =>
          sql`update users set user_name = 'Anna.Ny' where user_name = 'anna'`.execute(tx),
        ),
    ],
    [
      'pages that are always open',
      () => cast.ict.call(alwaysOpen.update, { school: ['fjb.no', 'ordbok.no'] }),
    ],
    [
      'everybody’s pages',
      () => cast.superadmin.call(alwaysOpen.update, { global: ['fjordby.kommune.no', 'ny.no'] }),
    ],
  ])('at once of %s', async (_, happens) => {
    const before = point.version();
    const answer = await toldOf(happens);
    expect(answer.from).not.toBeNull();
    expect(answer.version).not.toBe(before);
    expect(answer.leases.length).toBeGreaterThan(0);
    await caughtUp(house);
    await point.ask();
    const fresh = openPoint(house, whole);
    await fresh.ask();
    expect(point.held.all().map(({ lease }) => lease)).toEqual(fresh.held.all().map(({ lease }) => lease));
  });

  it('of packages under a lock, and of a lock that was ended', async () => {
    const id = await packageId(house, 'Ordbøker');
    const lock = await cast.ict.call(
      locks.add,
      newLock({ groupNames: ['FJB eksamen 1'], end: inMinutes(120), domainPackageIds: [id] }),
    );
    const answer = await toldOf(() =>
      cast.ict.call(schoolPackages.update, { id, name: 'Ordbøker', domains: ['ordbokene.no', 'naob.no'] }),
    );
    expect(answer.leases).toMatchObject([
      { id: lock.id, exam: true, examUsers: ['fjbeks-1001'], open: ['naob.no', 'nrk.no', 'ordbokene.no'] },
    ]);
    const gone = await toldOf(() => cast.ict.call(locks.remove, { id: lock.id }));
    expect(gone.gone).toEqual([lock.id]);
  });

  it('nothing that another school does, when it serves one', async () => {
    const elsewhere = openPoint(house, atLunde);
    await caughtUp(house);
    expect(await elsewhere.ask()).toMatchObject({ from: null, leases: [] });
    const lock = await cast.elsewhere.call(locks.add, newLock({ groupNames: ['LUN 9Z'] }));
    expect((await elsewhere.ask(20)).leases.map(({ id }) => id)).toEqual([lock.id]);
    expect((await point.ask(20)).leases.map(({ id }) => id)).toContain(lock.id);
  });

  it('a lock of another school that reaches its own people, with nobody else’s name', async () => {
    await house.seed(async (seed) => {
      await seed.group({ name: 'FJB valgfag', school: 'FJB' });
      for (const userName of ['frida', 'geir']) {
        await seed.user({ userName, schools: [{ code: 'FJB' }] });
        await seed.member({ group: 'FJB valgfag', user: userName });
      }
    });
    const key = await makePoint(house, 'Lunde valgfag', ['LUN']);
    const elsewhere = openPoint(house, key);
    const lock = await cast.ict.call(locks.add, newLock({ groupNames: ['FJB valgfag'] }));
    await caughtUp(house);
    const before = await elsewhere.ask();
    expect(before.leases.map(({ id }) => id)).not.toContain(lock.id);

    const lunde = sql`(select id from school where code = 'LUN')`;
    const frida = sql`(select id from users where user_name = 'frida')`;
    await house.seed(({ tx }) =>
      sql`insert into school_user (school_id, user_id, role, added_at)
        values (${lunde}, ${frida}, 'student', ${house.clock.now()})`.execute(tx),
    );
    const told = await elsewhere.ask(20);
    expect(told.leases).toMatchObject([{ id: lock.id, school: 'FJB', members: ['frida'], examUsers: [] }]);
    expect(elsewhere.lets('frida', 'vg.no')).toBe(false);
    expect(elsewhere.lets('frida', 'fjb.no')).toBe(true);
    expect(elsewhere.lets('geir', 'vg.no')).toBe(true);
    await elsewhere.report();
    const holders = await holdersOf(house.db, [lock.id], house.services.webFilter.realTime());
    expect(holders.map(({ name, since }) => [name, since !== null])).toContainEqual(['Lunde valgfag', true]);

    // Whom it opens at one school it opens at the other; the others' names are not told.
    await cast.ict.call(locks.openUsers, { userNames: ['frida', 'geir'] });
    const opened = await elsewhere.ask(20);
    expect(opened.leases).toMatchObject([{ id: lock.id, opened: [{ user: 'frida' }] }]);
    expect(elsewhere.lets('frida', 'vg.no')).toBe(true);

    await house.seed(({ tx }) =>
      sql`delete from school_user where school_id = ${lunde} and user_id = ${frida}`.execute(tx),
    );
    expect((await elsewhere.ask(20)).gone).toEqual([lock.id]);
    await cast.ict.call(locks.remove, { id: lock.id });
    await house.seed(({ tx }) => deletePoint(tx, key.id));
    await point.ask();
  });

  it('the whole set again when it names a version nobody gave it', async () => {
    await caughtUp(house);
    await point.ask();
    const answer = await point.link.leases('never-heard-of', 20);
    expect(answer).toMatchObject({ from: null, version: point.version() });
  });

  it('long before its wait is over, at a thousand people', async () => {
    await house.seed(({ tx }) =>
      sql`with made as (
            insert into users (user_name, first_name, last_name, role, created_at)
            select 'mange' || n, 'Elev', 'Nr ' || n, 'student', now() from generate_series(1, 1000) n returning id)
          insert into membership (group_id, user_id, role, added_at)
          select g.id, made.id, 'student', now() from made, groups g where g.name = 'FJB 8B'`.execute(tx),
    );
    await caughtUp(house);
    await point.ask();
    const id = point.held.all().find(({ lease }) => lease.members.includes('cato'))?.lease.id ?? 0;
    const took: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const asked = point.ask(20);
      await cast.ict.call(locks.update, { id, end: inMinutes(61 + turn) });
      const committed = performance.now();
      await asked;
      took.push(performance.now() - committed);
    }
    expect(Math.max(...took)).toBeLessThan(5_000);
  });
});

describe('nobody else is answered', () => {
  const send = fetchFrom(house);
  const ask = async (headers: Record<string, string>, query = '') => {
    const response = await send(`http://portal${leasesPath}${query}`, { headers });
    const body = Buffer.from(await response.arrayBuffer());
    const fault = faultOfAnswer(
      { status: response.status, body, headers: headerSource(Object.fromEntries(response.headers)) },
      whole,
      { asked: headerSource(headers), now: house.clock.now() },
    );
    const said: unknown = JSON.parse(body.toString());
    return {
      status: response.status,
      code: Reflect.get(Object(said), 'code') as unknown,
      signed: fault === undefined,
    };
  };
  const question = { method: 'GET', path: leasesPath, query: '', body: undefined };
  const signed = (key: Key = whole, at = 0) =>
    signQuestion(question, key, { created: new Date(house.clock.now().getTime() + at) });

  it('without a signature, or with one that is not right', async () => {
    expect(await ask({})).toEqual({ status: 401, code: 'bad-signature', signed: false });
    expect(await ask({ ...signed(), signature: 'point=:AAAA:' })).toMatchObject({ code: 'bad-signature' });
    expect(await ask({ ...signed() }, '?wait=1')).toMatchObject({ code: 'bad-signature' });
    expect(await ask({ ...signed({ ...whole, secret: atLunde.secret }) })).toMatchObject({
      code: 'bad-signature',
      signed: false,
    });
    const { status } = await ask({ authorization: cast.superadmin.token });
    expect(status).toBe(401);
  });

  it('under the name of a point there is not', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await ask({ ...signed({ ...whole, id }) })).toMatchObject({ status: 401, code: 'unknown-point' });
    expect(await ask({ ...signed({ ...whole, id: 'robert' }) })).toMatchObject({ code: 'unknown-point' });
  });

  it('twice with one signature', async () => {
    const headers = { ...signed() };
    expect(await ask(headers)).toMatchObject({ status: 200, signed: true });
    expect(await ask(headers)).toEqual({ status: 401, code: 'replayed', signed: true });
  });

  it('by a clock that is far off, but is told the time by a signed word', async () => {
    expect(await ask({ ...signed(whole, -301_000) })).toEqual({ status: 401, code: 'clock', signed: true });
    expect(await ask({ ...signed(whole, 299_000) })).toMatchObject({ status: 200 });
  });

  it('in words it does not understand', async () => {
    const asked = { ...question, query: '?wait=500' };
    const headers = signQuestion(asked, whole, { created: house.clock.now() });
    expect(await ask({ ...headers }, '?wait=500')).toEqual({
      status: 400,
      code: 'bad-message',
      signed: true,
    });
    const body = Buffer.from('{"version":');
    const told = signQuestion({ method: 'POST', path: reportPath, query: '', body }, whole, {
      created: house.clock.now(),
    });
    const answer = await send(`http://portal${reportPath}`, {
      method: 'POST',
      headers: told,
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(400);
  });

  it('after it was removed, or got another secret', async () => {
    const key = await makePoint(house, 'Gammel');
    const old = openPoint(house, key);
    await old.ask();
    const another = house.services.pointSecrets.encrypt(randomBytes(32).toString('base64url'));
    await house.seed(({ tx }) => renewSecret(tx, key.id, another, house.clock.now()));
    await expect(old.ask()).rejects.toMatchObject({ code: 'bad-signature' });
    await house.seed(({ tx }) => sql`delete from enforcement_point where id = ${key.id}::uuid`.execute(tx));
    await expect(old.ask()).rejects.toMatchObject({ code: 'unknown-point' });
  });
});

describe('what a point may ask in a minute', () => {
  it('is its own: nobody who knows no more than its id uses it up', async () => {
    const app = await createApp(
      { db: house.db, services: house.services, secure: false, identify: async () => undefined },
      [],
    );
    const send = fetchFrom({ app });
    const question = { method: 'GET', path: leasesPath, query: '', body: undefined };
    const statuses = async (key: Key, count: number) => {
      const found = new Map<number, number>();
      for (let n = 0; n < count; n += 1) {
        const headers = { ...signQuestion(question, key, { created: house.clock.now() }) };
        const { status } = await send(`http://portal${leasesPath}`, { headers });
        found.set(status, (found.get(status) ?? 0) + 1);
      }
      return Object.fromEntries(found);
    };
    try {
      expect(await statuses({ ...whole, secret: randomBytes(32) }, 1_250)).toEqual({ 401: 1_250 });
      expect(await statuses(whole, 1_210)).toEqual({ 200: 1_200, 429: 10 });
      expect(await statuses(atLunde, 1)).toEqual({ 200: 1 });
    } finally {
      await app.close();
    }
  }, 60_000);
});

describe('another node', () => {
  it('refuses what was said to the first, and answers who waits when it is closed', async () => {
    const listener = await openListener(house.url);
    const { clock, pointSecrets } = house.services;
    const means = { db: house.db, clock, time: clock, vault: pointSecrets, signedIn: async () => {} };
    const services = { ...house.services, webFilter: await openWebFilter(means, listener) };
    const app = await createApp(
      { db: house.db, services, secure: false, identify: async () => undefined },
      [],
    );
    try {
      const question = { method: 'GET', path: leasesPath, query: '', body: undefined };
      const headers = { ...signQuestion(question, whole, { created: clock.now() }) };
      const url = `http://portal${leasesPath}`;
      expect((await fetchFrom(house)(url, { headers })).status).toBe(200);
      const again = await fetchFrom({ app })(url, { headers });
      expect([again.status, await again.json()]).toMatchObject([401, { code: 'replayed' }]);

      const there = openPoint(house, whole, { app });
      const { version } = await there.ask();
      const asked = there.ask(50);
      await app.close();
      expect(await asked).toMatchObject({ from: version, version, leases: [] });
    } finally {
      await app.close();
      await listener.close();
    }
  });
});
