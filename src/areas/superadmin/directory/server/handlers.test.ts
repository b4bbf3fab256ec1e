import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { logs } from '#areas/logs/contract.ts';
import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';
import { fixedClock } from '#server/clock.ts';
import type { Means } from '#server/reconcile/means.ts';
import { readBack } from '#server/reconcile/seen.ts';
import { sweep } from '#server/reconcile/sweep.ts';
import { openWorker } from '#server/reconcile/worker.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { directory } from '../contract.ts';

const house = await openHouse();
const { db, pool, clock, services } = house;
const connected = openSimulatedDirectory(pool);
const time = fixedClock('2026-11-20T12:00:00Z');
const { passwords, examPasswords } = services;
const means: Means = { db, clock, time, passwords, examPasswords, node: crypto.randomUUID() };
const worker = openWorker(means, connected);
let boss: Caller;
let ict: Caller;

const turn = () => worker.turn();
/** Reads back what was changed in the directory since the last look. */
async function look(): Promise<void> {
  time.advance(10_000);
  await worker.reaching(async (reached) => void (await readBack(means, reached)));
}
const named = (...ids: number[]) => ({ selection: { all: false as const, keys: ids.map(String) } });
const everything = { selection: { all: true as const, except: [], question: {} } };
const drift = async () => (await boss.call(directory.drift, { sortBy: 'name' })).Items;

/** As a technician would, past the portal. */
const change = (name: string, fields: object) =>
  pool.query(
    `update simulated_directory.object set fields = fields || $2, usn = nextval('simulated_directory.usn')
      where name = $1 and not removed`,
    [name, fields],
  );
const kept = async (name: string): Promise<Record<string, unknown>> => {
  const { rows } = await pool.query<{ fields: Record<string, unknown> }>(
    'select fields from simulated_directory.object where name = $1 and not removed',
    [name],
  );
  return rows[0]?.fields ?? {};
};

beforeAll(async () => {
  services.directory = connected;
  await house.seed(async (rows) => {
    await rows.school('FJB', 'Fjordby skole');
    await rows.user({ userName: 'kari', firstName: 'Kari', lastName: 'Berg', schools: [{ code: 'FJB' }] });
    await rows.user({ userName: 'ola', firstName: 'Ola', lastName: 'Dal', schools: [{ code: 'FJB' }] });
    await rows.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
    await rows.member({ group: 'FJB 8A', user: 'kari' });
  });
  boss = await house.signIn('superadmin');
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  await turn();
  await look();
});

describe('how things stand', () => {
  it('is told with what the directory can do, what it holds and the last sweep', async () => {
    await boss.call(directory.sweep, {});
    expect(await boss.call(directory.state, {})).toMatchObject({
      sweep: { done: 0, total: null },
      swept: null,
    });
    await worker.reaching(async (reached) => void (await sweep(means, reached)));
    expect(await boss.call(directory.state, {})).toMatchObject({
      kind: 'simulated',
      base: 'OU=Simulert',
      features: { addressLists: true, lockAfter: 10, lockMinutes: 30 },
      away: null,
      objects: { school: 1, group: 1 },
      entries: { waiting: 0, failing: 0, stopped: 0 },
      drift: 0,
      sweep: null,
      swept: { strangers: 0 },
      simulation: { delayMs: 0, failPercent: 0, unreachable: false },
    });
  });

  it('is that there is none, where none is configured', async () => {
    services.directory = undefined;
    try {
      expect(await boss.call(directory.state, {})).toMatchObject({ kind: 'none', simulation: null });
      expect((await boss.refused(directory.sweep, {})).code).toBe('directory.none');
      expect((await boss.refused(directory.connect, {})).code).toBe('directory.none');
      expect((await boss.refused(directory.disturb, {})).code).toBe('directory.not-simulated');
      const wanted = { delayMs: 0, failPercent: 0, unreachable: true };
      expect((await boss.refused(directory.simulate, wanted)).code).toBe('directory.not-simulated');
    } finally {
      services.directory = connected;
    }
  });

  it('is a superadmin’s concern', async () => {
    expect(await ict.refused(directory.state, {})).toMatchObject({
      code: 'access.denied',
      why: { rule: 'directory.manage', grantedBy: ['superadmin'] },
    });
  });
});

describe('what was changed behind the portal’s back', () => {
  it('is shown with what is wanted and since when, and corrected difference by difference', async () => {
    await change('kari', { title: 'Sjef', enabled: false });
    await look();
    expect(await drift()).toMatchObject([
      {
        kind: 'user',
        name: 'kari',
        displayName: 'Kari Berg',
        school: 'Fjordby skole',
        wanted: 'true',
        observed: 'false',
      },
      { name: 'kari', field: 'title', wanted: null, observed: 'Sjef', found: '2026-11-20T12:00:00.000Z' },
    ]);
    const [first] = await drift();
    expect(await boss.call(directory.enforce, named(first?.id ?? 0))).toEqual({ count: 1 });
    expect(await drift()).toMatchObject([{ field: 'title' }]);
    await turn();
    expect(await kept('kari')).toMatchObject({ title: 'Sjef', enabled: true });
    expect(await drift()).toMatchObject([{ field: 'title' }]);
    expect(await boss.call(directory.enforce, everything)).toEqual({ count: 1 });
    await turn();
    expect(await kept('kari')).toMatchObject({ title: null, enabled: true });
    expect(await drift()).toEqual([]);
    const { Items } = await boss.call(logs.audit, { event: ['directory.enforced'] });
    expect(Items[0]).toMatchObject({ event: 'directory.enforced' });
  });

  it('is accepted, stays, and can be taken back', async () => {
    await change('ola', { title: 'Elevrådsleder' });
    await look();
    expect(await boss.call(directory.accept, everything)).toEqual({ count: 1 });
    expect(await drift()).toEqual([]);
    const { Items } = await boss.call(directory.exceptions, {});
    expect(Items).toMatchObject([
      { name: 'ola', field: 'title', observed: 'Elevrådsleder', acceptedBy: 'Prøve superadmin-owner-0' },
    ]);
    await house.seed(({ tx }) =>
      tx.updateTable('users').set({ department: 'Kontoret' }).where('userName', '=', 'ola').execute(),
    );
    await turn();
    expect(await kept('ola')).toMatchObject({ title: 'Elevrådsleder', department: 'Kontoret' });

    expect(await boss.call(directory.withdraw, named(Items[0]?.id ?? 0))).toEqual({ count: 1 });
    await turn();
    expect(await kept('ola')).toMatchObject({ title: null });
    expect((await boss.call(logs.audit, { event: ['directory.accepted'] })).Items[0]).toMatchObject({
      changeCount: 1,
    });
  });

  it('names the member it is about, and what nobody knows', async () => {
    await pool.query(`
      with stranger as (
        insert into simulated_directory.object (kind, name, fields) values ('user', 'fremmed', '{"name":"fremmed"}') returning id)
      insert into simulated_directory.member
        select g.id, s.id from simulated_directory.object g, stranger s where g.kind = 'group'`);
    await pool.query(`delete from simulated_directory.member m using simulated_directory.object o
      where o.id = m.member_id and o.name = 'kari'`);
    await change('FJB 8A', {});
    await look();
    const found = (await drift()).toSorted(
      (one, other) => Number(other.member !== null) - Number(one.member !== null),
    );
    expect(found).toMatchObject([
      {
        kind: 'group',
        name: 'FJB 8A',
        field: 'member',
        member: { kind: 'user', name: 'kari' },
        observed: null,
      },
      { name: 'FJB 8A', field: 'member', member: null, wanted: null, observed: 'present' },
    ]);
    expect(await boss.call(directory.enforce, everything)).toEqual({ count: 1 });
    await turn();
    await look();
    expect(await drift()).toEqual([]);
    // Left alone, but out of the group.
    expect(await kept('fremmed')).toEqual({ name: 'fremmed' });
    await pool.query(`delete from simulated_directory.object where name = 'fremmed'`);
  });

  it('can be searched, filtered and sorted by every column that has an order', async () => {
    await change('kari', { title: 'Sjef' });
    await look();
    for (const sortBy of ['name', 'kind', 'field', 'found', 'school'] as const) {
      expect((await boss.call(directory.drift, { sortBy, search: 'berg', kind: ['user'] })).TotalItems).toBe(
        1,
      );
    }
    expect((await boss.call(directory.drift, { field: ['email'] })).TotalItems).toBe(0);
    expect(await boss.call(directory.enforce, everything)).toEqual({ count: 1 });
  });
});

const account = () => ict.call(directory.account, { userName: 'kari' });

describe('one person’s account', () => {
  it('is told to whoever may see the person', async () => {
    await turn();
    expect(await account()).toMatchObject({ state: 'held', name: 'kari', error: null, differences: [] });
    await change('kari', { title: 'Sjef' });
    await look();
    expect(await account()).toMatchObject({
      state: 'differs',
      differences: [{ field: 'title', wanted: null, observed: 'Sjef' }],
    });
    await boss.call(directory.enforce, everything);
    expect(await account()).toMatchObject({ state: 'waiting' });
    await turn();
    expect(await account()).toMatchObject({ state: 'held' });
  });

  it('says when it was made again without a password, and who else was', async () => {
    await pool.query(`delete from simulated_directory.object where name = 'kari'`);
    await worker.reaching(async (reached) => void (await sweep(means, reached)));
    await boss.call(directory.sweep, {});
    await worker.reaching(async (reached) => void (await sweep(means, reached)));
    expect(await drift()).toMatchObject([{ name: 'kari', field: 'object', observed: null }]);
    expect((await boss.call(directory.state, {})).madeAgain).toEqual({
      count: 0,
      userNames: [],
      notRestored: null,
    });
    await boss.call(directory.enforce, everything);
    await turn();
    expect(await account()).toMatchObject({ state: 'held', withoutPassword: 'again' });
    expect((await boss.call(directory.state, {})).madeAgain).toEqual({
      count: 1,
      userNames: ['kari'],
      notRestored: null,
    });
    // Had it been in the recycle bin of a directory that refuses, its answer would be told.
    await pool.query(
      `update directory.object set restore_error = 'access-refused', restore_error_text = 'not you' where name = 'kari'`,
    );
    expect((await boss.call(directory.state, {})).madeAgain.notRestored).toEqual({
      count: 1,
      code: 'access-refused',
      said: 'not you',
    });
    await turn();
    await look();
    expect(await drift()).toEqual([]);
  });

  it('is nobody’s of another school, and none where no directory is', async () => {
    const nameless = await ict.refused(directory.account, { userName: boss.actor.userName });
    expect(nameless.code).toBe('user.not-found');
    services.directory = undefined;
    try {
      expect(await account()).toMatchObject({ state: 'none' });
    } finally {
      services.directory = connected;
    }
  });
});

describe('entries that do not arrive', () => {
  it('stand apart with the reason, and arrive when they are tried again', async () => {
    const spoilt = { delayMs: 0, failPercent: 100, unreachable: false };
    expect(await boss.call(directory.simulate, spoilt)).toEqual(spoilt);
    await house.seed(({ tx }) =>
      tx.updateTable('users').set({ title: 'Ny' }).where('userName', '=', 'kari').execute(),
    );
    await turn();
    const failing = await boss.call(directory.entries, { state: 'failing' });
    expect(failing.Items).toMatchObject([
      {
        name: 'kari',
        state: 'failing',
        error: 'refused',
        said: 'The simulation refuses this change',
        attempts: 1,
      },
    ]);
    expect(failing.Items[0]?.next).not.toBeNull();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      time.advance(3_600_000);
      await turn();
    }
    const { Items } = await boss.call(directory.entries, { state: 'stopped' });
    expect(Items).toMatchObject([{ name: 'kari', state: 'stopped', next: null }]);
    expect((await boss.call(directory.state, {})).entries).toEqual({ waiting: 0, failing: 0, stopped: 1 });
    for (const sortBy of [
      'name',
      'kind',
      'state',
      'error',
      'attempts',
      'since',
      'next',
      'said',
      'school',
    ] as const) {
      expect((await boss.call(directory.entries, { sortBy, error: ['refused'] })).TotalItems).toBe(1);
    }

    await boss.call(directory.simulate, { ...spoilt, failPercent: 0 });
    expect(await boss.call(directory.retry, named(Items[0]?.id ?? 0))).toEqual({ count: 1 });
    await turn();
    expect((await boss.call(directory.entries, {})).Items).toEqual([]);
    expect(await kept('kari')).toMatchObject({ title: 'Ny' });
  });

  it('wait without blame while the directory is away, which is said', async () => {
    await boss.call(directory.simulate, { delayMs: 0, failPercent: 0, unreachable: true });
    await house.seed(({ tx }) =>
      tx.updateTable('users').set({ title: 'Eldre' }).where('userName', '=', 'kari').execute(),
    );
    await turn();
    expect(await boss.call(directory.state, {})).toMatchObject({
      away: { code: 'unreachable', said: 'connect ECONNREFUSED (simulated)', saidLast: null },
      entries: { waiting: 1, failing: 0, stopped: 0 },
    });
    await boss.call(directory.simulate, { delayMs: 0, failPercent: 0, unreachable: false });
    await boss.call(directory.connect, {});
    await turn();
    expect(await boss.call(directory.state, {})).toMatchObject({ away: null, entries: { waiting: 0 } });
  });

  it('cannot be simulated beyond what the demo may do', async () => {
    const { status } = await boss.request('PUT /superadmin/directory/simulation', { delayMs: 60_000 });
    expect(status).toBe(422);
  });
});

describe('accepted differences', () => {
  it('are sorted by every column that has an order', async () => {
    for (const sortBy of ['name', 'kind', 'field', 'acceptedBy', 'accepted', 'school'] as const) {
      expect(
        (await boss.call(directory.exceptions, { sortBy, kind: ['user'], field: ['title'] })).Items,
      ).toEqual([]);
    }
  });

  it('hold for the demand to change the password too', async () => {
    await change('kari', { mustChange: true });
    await look();
    expect(await drift()).toMatchObject([{ field: 'mustChange', wanted: 'false', observed: 'true' }]);
    await boss.call(directory.accept, everything);
    await house.seed(({ tx }) =>
      tx.updateTable('users').set({ title: 'Rektor' }).where('userName', '=', 'kari').execute(),
    );
    await turn();
    expect(await kept('kari')).toMatchObject({ title: 'Rektor', mustChange: true });
    await boss.call(directory.withdraw, everything);
    await turn();
    expect(await kept('kari')).toMatchObject({ mustChange: false });
    const { rows } = await sql`select from directory_exception`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('the demo’s own meddler', () => {
  it('makes differences that are found, and put right', async () => {
    await house.seed(async (rows) => {
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
        await rows.user({ userName: `elev.${name}`, schools: [{ code: 'FJB' }] });
        await rows.member({ group: 'FJB 8A', user: `elev.${name}` });
      }
    });
    await turn();
    await look();
    expect(await drift()).toEqual([]);
    expect((await boss.call(directory.disturb, {})).count).toBe(4);
    await look();
    expect((await drift()).length).toBeGreaterThan(2);
    await boss.call(directory.enforce, everything);
    await turn();
    await look();
    expect(await drift()).toEqual([]);
  });
});
