/** Accounts that somebody else made in the directory: listed by name, and given to the people they fit. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';
import { fixedClock } from '#server/clock.ts';
import type { Means } from '#server/reconcile/means.ts';
import { sweep } from '#server/reconcile/sweep.ts';
import { openWorker } from '#server/reconcile/worker.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { directory } from '../contract.ts';

const house = await openHouse();
const { db, pool, clock, services } = house;
const connected = openSimulatedDirectory(pool);
const { passwords, examPasswords } = services;
const time = fixedClock('2026-11-20T12:00:00Z');
const means: Means = { db, clock, time, passwords, examPasswords, node: crypto.randomUUID() };
const worker = openWorker(means, connected);
const everything = { all: true as const, except: [], question: {} };
let boss: Caller;
let ict: Caller;

/** As somebody makes an account in the directory itself. */
const make = (name: string, fields: object = {}) =>
  pool.query(`insert into simulated_directory.object (kind, name, fields) values ('user', $1, $2)`, [
    name,
    { name, commonName: name, enabled: true, place: 'OU=Gamle', ...fields },
  ]);
const removeAccount = (name: string) =>
  pool.query(
    `update simulated_directory.object set removed = true, usn = nextval('simulated_directory.usn') where name = $1`,
    [name],
  );
const sweepAll = async () => {
  await boss.call(directory.sweep, {});
  await worker.reaching(async (reached) => void (await sweep(means, reached)));
};
const strangers = async (question = {}) => (await boss.call(directory.strangers, question)).Items;
const obstaclesByName = async () =>
  Object.fromEntries((await strangers()).map(({ name, obstacle }) => [name, obstacle]));
const idOf = async (name: string) => {
  const found = (await strangers()).find((one) => one.name === name);
  return { selection: { all: false as const, keys: [String(found?.id)] } };
};
const stored = async (name: string) => {
  const { rows } = await pool.query<{ id: string; fields: Record<string, unknown>; groups: string[] }>(
    `select o.id, o.fields, array(select g.name from simulated_directory.member m
                                join simulated_directory.object g on g.id = m.group_id where m.member_id = o.id) as groups
       from simulated_directory.object o where o.name = $1 and not o.removed`,
    [name],
  );
  return rows[0];
};

beforeAll(async () => {
  services.directory = connected;
  await house.seed(async (rows) => {
    await rows.school('FJB', 'Fjordby skole');
    const person = (userName: string, firstName: string, lastName: string, columns = {}) =>
      rows.user({ userName, firstName, lastName, schools: [{ code: 'FJB' }], columns });
    await person('karber01', 'Kari', 'Berg');
    await person('oladal01', 'Ola', 'Dal', { email: 'ola.dal@fjordby.no' });
    await person('annaas01', 'Anna', 'Ås');
    await person('annaas02', 'Anna', 'Ås');
    await person('petlie01', 'Petter', 'Lie');
    await rows.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
    await rows.member({ group: 'FJB 8A', user: 'karber01' });
  });
  boss = await house.signIn('superadmin');
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  await worker.turn();
  await make('kari.berg', {
    firstName: 'Kari',
    lastName: 'Berg',
    displayName: 'Kari Berg',
    place: 'OU=Lærere,OU=Gamle',
  });
  await make('ola', { email: 'OLA.DAL@fjordby.no' });
  await make('anna.aas', { firstName: 'Anna', lastName: 'Ås' });
  await make('petter', { firstName: 'Petter', lastName: 'Lie' });
  await make('petter.lie', { firstName: 'Petter', lastName: 'Lie' });
  await make('drift.admin', { firstName: 'Kari', lastName: 'Berg', administrator: true });
  await make('skanner', { enabled: false });
  for (const name of ['karber01', 'petlie01']) await removeAccount(name);
  await sweepAll();
});

describe('accounts that are not the portal’s', () => {
  it('are listed by name, each with the person it fits or what stands in the way', async () => {
    expect(await obstaclesByName()).toEqual({
      'anna.aas': 'several',
      'drift.admin': 'administrator',
      'kari.berg': null,
      ola: 'has-account',
      petter: 'contested',
      'petter.lie': 'contested',
      skanner: 'none',
    });
    expect((await strangers({ search: 'kari.berg' }))[0]).toMatchObject({
      displayName: 'Kari Berg',
      place: 'OU=Lærere,OU=Gamle',
      enabled: true,
      person: { userName: 'karber01', displayName: 'Kari Berg' },
    });
    expect((await strangers({ free: 'yes' })).map(({ name }) => name)).toEqual(['kari.berg']);
    expect((await strangers({ obstacle: ['several', 'none'] })).map(({ name }) => name)).toEqual([
      'anna.aas',
      'skanner',
    ]);
    expect((await boss.call(directory.state, {})).strangers).toBe(7);
  });

  it.each(['name', 'obstacle', 'place', 'enabled', 'lastLogin', 'email', 'found'] as const)(
    'can be sorted by %s',
    async (sortBy) => {
      for (const sortDir of ['asc', 'desc'] as const) {
        expect(await strangers({ sortBy, sortDir })).toHaveLength(7);
      }
    },
  );

  it('are a superadmin’s concern', async () => {
    expect(await ict.refused(directory.strangers, {})).toMatchObject({ status: 403 });
    expect(await ict.refused(directory.takeOver, await idOf('kari.berg'))).toMatchObject({ status: 403 });
  });
});

describe('taking over', () => {
  it('makes an account the person’s: renamed, moved, filled, in its groups, and written in the journal', async () => {
    const before = await stored('kari.berg');
    const answer = await boss.call(directory.takeOver, { selection: everything });
    expect(answer.count).toBe(1);
    expect(answer.refused.map(({ name }) => name)).toEqual([
      'anna.aas',
      'drift.admin',
      'ola',
      'petter',
      'petter.lie',
      'skanner',
    ]);
    await worker.turn();
    await worker.turn();
    const after = await stored('karber01');
    expect(after).toMatchObject({
      id: before?.id,
      fields: { name: 'karber01', commonName: 'karber01', place: 'FJB/students', enabled: true },
      groups: ['FJB 8A'],
    });
    expect((await boss.call(directory.drift, {})).Items.map(({ name }) => name)).not.toContain('karber01');
    expect(await obstaclesByName()).not.toHaveProperty('kari.berg');
    const { rows } = await sql<{ after: Record<string, unknown>; role: string }>`
      select c.after, o.actor_role as role from journal.operation o join journal.change c on c.operation_id = o.id
       where o.event = 'directory.taken-over' and c.table_name = 'directory_takeover'`.execute(db);
    expect(rows).toMatchObject([
      { after: { user_name: 'karber01', former: 'kari.berg' }, role: 'superadmin' },
    ]);
  });

  it('gives nobody who has an obstacle to anybody', async () => {
    for (const name of ['anna.aas', 'drift.admin', 'ola', 'petter', 'skanner']) {
      const { count, refused } = await boss.call(directory.takeOver, await idOf(name));
      expect([count, refused.map((one) => one.name)]).toEqual([0, [name]]);
    }
  });
});

describe('an account that has the name of somebody new', () => {
  it('is left alone when it administers the directory, and when it lies outside the portal’s part', async () => {
    await make('sjef', { administrator: true, title: 'Domenesjef' });
    await make('borte', { outside: true });
    await house.seed(async (rows) => {
      await rows.user({ userName: 'sjef', schools: [{ code: 'FJB' }] });
      await rows.user({ userName: 'borte', schools: [{ code: 'FJB' }] });
    });
    await worker.turn();
    const entries = (await boss.call(directory.entries, { sortBy: 'name' })).Items;
    expect(entries.map(({ name, error, state }) => [name, error, state])).toEqual([
      ['borte', 'name-taken', 'stopped'],
      ['sjef', 'name-taken', 'stopped'],
    ]);
    expect((await stored('sjef'))?.fields).toMatchObject({ title: 'Domenesjef', place: 'OU=Gamle' });
    await sweepAll();
    expect(await obstaclesByName()).toMatchObject({ sjef: 'administrator', borte: 'outside' });
  });
});
