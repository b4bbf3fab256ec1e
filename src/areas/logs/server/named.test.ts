/** What the log calls that which was changed, and whose history it is, also where the journal has only what changed. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { users } from '#areas/users/contract.ts';
import { finishOperation, startOperation, underOperation } from '#server/journal/long-operation.ts';
import { openHouse } from '#server/testing/house.ts';

import { logs } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('LUN', 'Lunde skole');
  const schools = [{ code: 'LUN' }];
  await seed.user({ userName: 'per.lun', firstName: 'Per', lastName: 'Li', schools });
  await seed.user({ userName: 'ola.lun', firstName: 'Ola', lastName: 'Moe', schools });
  await seed.user({
    userName: 'shy.too',
    firstName: 'Siri',
    lastName: 'Moe',
    schools,
    columns: { shielded: true },
  });
  await seed.school('NES', 'Neset skole');
  await seed.user({ userName: 'nina.nes', firstName: 'Nina', lastName: 'Moe', schools: [{ code: 'NES' }] });
  await seed.user({
    userName: 'shy.lun',
    firstName: 'Siv',
    lastName: 'Li',
    schools,
    columns: { shielded: true },
  });
});
const everyone = await house.signIn('superadmin');
const ict = await house.signIn('schoolIct', { school: 'LUN' });
const administrator = await house.signIn('schoolAdministrator', { school: 'LUN' });

/** As something long does it, for the whole owner. */
async function under(text: string): Promise<number> {
  const wish = { event: 'test.planned', route: 'test', now: house.clock.now() };
  const id = await startOperation(house.db, wish, 'node-1', 1);
  await underOperation(house.db, id, 'node-1', (tx) => sql.raw(text).execute(tx));
  await finishOperation(house.db, id, { status: 'completed', now: house.clock.now() });
  return id;
}

const plan = (userName: string) => `
  insert into deactivation (user_id, start_on, end_on, status, registered_by, added_at)
  select id, '2026-12-01', '2026-12-08', 'planned', 'ikt', now() from users where user_name = '${userName}'`;

it('calls a school by its name, and not by its number in the database', async () => {
  const id = await under(`update school set name = 'Lunde barneskole'`);
  const { target } = await everyone.call(logs.operation, { id });
  expect(target).toEqual({ type: 'school', key: null, name: 'Lunde barneskole' });
});

it('names the person also when no more than the state of a period changed', async () => {
  await under(plan('per.lun'));
  const id = await under(`update deactivation set status = 'active'`);
  const { target } = await everyone.call(logs.operation, { id });
  expect(target).toEqual({ type: 'user', key: 'per.lun', name: 'Per Li' });
});

it('keeps what was done about a shielded person from those who may not see them', async () => {
  await under(plan('shy.lun'));
  const id = await under(`update deactivation set status = 'active' where status = 'planned'`);
  expect((await everyone.call(logs.operation, { id })).TotalItems).toBe(1);
  const { Items } = await ict.call(logs.audit, {});
  expect(JSON.stringify(Items)).not.toMatch(/shy\.lun|Siv/);
  const entry = Items.find((one) => one.id === id);
  expect(entry?.changeCount ?? 0).toBe(0);
});

/** What is registered about a person, carried out and withdrawn, each in an operation of its own. */
const registered: [table: string, made: string, changed: string][] = [
  [
    'deactivation',
    `insert into deactivation (user_id, start_on, end_on, status, registered_by, added_at)
     select id, '2026-12-01', '2026-12-08', 'planned', 'ikt', now()`,
    `status = 'ended'`,
  ],
  [
    'school_change',
    `insert into school_change (user_id, from_school_id, to_school_id, registered_by, registered_at)
     select id, primary_school_id, (select id from school where code = 'NES'), 'ikt', now()`,
    'executed_at = now()',
  ],
  ...(['block', 'temporary'] as const).map((kind): [string, string, string] => [
    'access_entry',
    `insert into access_entry (kind, user_id, school_id, role, start_on, end_on, registered_by, added_at)
     select '${kind}', id, primary_school_id, 'student', '2026-12-01', '2026-12-08', 'ikt', now()`,
    `ends_next = true`,
  ]),
  [
    'number_change',
    `insert into number_change (user_id, school_id, new_cipher, new_hash, new_masked, new_kind, registered_by, added_at)
     select id, primary_school_id, '\\x01', '\\x02', '010190*****', 'fnr', 'ikt', now()`,
    `status = 'done'`,
  ],
  [
    'role_grant',
    `insert into role_grant (user_id, role, school_id, ordered_by, added_at)
     select id, 'teacher', primary_school_id, 'rektor', now()`,
    `valid_to = '2027-06-20'`,
  ],
];

const historyOf = async (caller: typeof ict, target: string) =>
  (await caller.call(logs.audit, { target, pageSize: 100 })).Items;

it.each(registered)(
  'has in the history of a person what became of their %s',
  async (table, made, changed) => {
    const ids = [
      await under(`${made} from users where user_name = 'ola.lun'`),
      await under(
        `update ${table} set ${changed} where user_id = (select id from users where user_name = 'ola.lun')`,
      ),
      await under(`delete from ${table} where user_id = (select id from users where user_name = 'ola.lun')`),
    ];
    const entries = (await historyOf(everyone, 'user:ola.lun')).filter(({ id }) => ids.includes(id));
    expect(entries.map(({ id, changes }) => [id, changes.map((one) => [one.table, one.kind])])).toEqual([
      [ids[2], [[table, 'removed']]],
      [ids[1], [[table, 'changed']]],
      [ids[0], [[table, 'added']]],
    ]);
    expect(entries.map(({ changes }) => changes[0]?.target)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ key: 'ola.lun', name: 'Ola Moe' })),
    );
    const others = await historyOf(everyone, 'user:nina.nes');
    expect(others.filter(({ id }) => ids.includes(id))).toEqual([]);
  },
);

const choices = async (caller: typeof ict, search: string) =>
  (await caller.call(logs.targets, { search })).Items;

const idOf = async (userName: string) => {
  const { rows } = await sql<{ id: number }>`select id from users where user_name = ${userName}`.execute(
    house.db,
  );
  return rows[0]?.id ?? 0;
};

describe('a person whose account is deleted', () => {
  it('is found by name, and so is everything that was done about them', async () => {
    const planned = await under(plan('per.lun'));
    const changed = await under(`update deactivation set status = 'ended' where status = 'planned'`);
    const gone = `gone:${await idOf('per.lun')}`;
    const deleted = await under(`delete from users where user_name = 'per.lun'`);
    const choice = { value: gone, label: 'Per Li (per.lun)', note: 'gone' };
    expect(await choices(ict, 'per li')).toEqual([choice]);
    expect(await choices(ict, gone)).toEqual([choice]);
    // What a filter is set to is found under the name it was set by.
    expect(await choices(ict, 'user:per.lun')).toEqual([{ ...choice, value: 'user:per.lun' }]);
    expect(await choices(ict, 'gone:x')).toEqual([]);
    for (const target of [gone, 'user:per.lun']) {
      const entries = await historyOf(everyone, target);
      expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining([planned, changed, deleted]));
      expect((await historyOf(ict, target)).map(({ id }) => id)).toContain(deleted);
    }
    const [, entry] = await historyOf(everyone, gone);
    expect(entry).toMatchObject({ id: changed, target: { key: 'per.lun', name: 'Per Li' } });
  });

  it('is not found at a school where they never were', async () => {
    const nes = await house.signIn('schoolIct', { school: 'NES' });
    expect(await choices(nes, 'per li')).toEqual([]);
    expect((await nes.refused(logs.audit, { target: 'user:per.lun' })).code).toBe('user.not-found');
  });

  it('is hidden as before if they were shielded, but for those who may see them', async () => {
    const id = await idOf('shy.too');
    await under(plan('shy.too'));
    const changed = await under(`update deactivation set status = 'active' where status = 'planned'`);
    const deleted = await under(`delete from users where id = ${id}`);
    for (const caller of [ict]) {
      expect(await choices(caller, 'siri')).toEqual([]);
      expect((await caller.refused(logs.audit, { target: `gone:${id}` })).code).toBe('user.not-found');
      const { Items } = await caller.call(logs.audit, { pageSize: 100 });
      expect(JSON.stringify(Items)).not.toMatch(/shy\.too|Siri/);
      for (const one of [changed, deleted]) {
        expect(Items.find((entry) => entry.id === one)?.changeCount ?? 0).toBe(0);
      }
    }
    expect(await choices(administrator, 'siri')).toEqual([expect.objectContaining({ value: `gone:${id}` })]);
    expect((await historyOf(everyone, `gone:${id}`)).map((entry) => entry.id)).toContain(changed);
  });
});

it('offers to choose among those whose history the reader may see', async () => {
  expect(await choices(ict, 'moe')).toEqual([{ value: 'user:ola.lun', label: 'Ola Moe (ola.lun)' }]);
  expect((await choices(everyone, 'moe')).map(({ value }) => value)).toEqual(
    expect.arrayContaining(['user:ola.lun', 'user:nina.nes']),
  );
  expect(await choices(everyone, 'm')).toEqual([]);
});

it('offers as doers those who did something that the reader sees', async () => {
  const { version } = await ict.call(users.get, { name: 'ola.lun' });
  await ict.call(users.update, { userName: 'ola.lun', version, department: 'Musikk' });
  const search = ict.actor.userName;
  const actors = async (caller: typeof ict) => (await caller.call(logs.actors, { search })).Items;
  expect(await actors(ict)).toEqual([expect.objectContaining({ value: search })]);
  expect(await actors(await house.signIn('schoolIct', { school: 'NES' }))).toEqual([]);
});
