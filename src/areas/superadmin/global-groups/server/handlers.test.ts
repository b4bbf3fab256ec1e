import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';
import { openHouse } from '#server/testing/house.ts';
import { only } from '#server/testing/only.ts';

import { globalGroups } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  for (const [userName, code] of [
    ['anna', 'FJB'],
    ['lunde', 'LUN'],
  ] as const) {
    await seed.user({ userName, schools: [{ code }], columns: { email: `${userName}@fjordby.no` } });
  }
  await seed.user({ userName: 'tor', role: 'employee', columns: { email: 'tor@fjordby.no' } });
  await seed.group({ name: 'FJB 8A', school: 'FJB' });
  await seed.group({ name: 'LUN korps', type: 'access', school: 'LUN' });
});
const central = await house.signIn('superadmin');
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'anna' });
const user = (id: string) => ({ kind: 'user' as const, id });

const changes = sql`(select count(*)::int from journal.change c where c.operation_id = o.id)`;

/** What was done to a group, in order, with how many rows each changed. */
async function eventsOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select o.event || ' ' || ${changes} as told from journal.operation o
     where o.message_params ->> 'key' = (select id::text from groups where name = ${name}) order by o.id`.execute(
    house.db,
  );
  return rows.map(({ told }) => told);
}

async function changesOf(...events: string[]): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select told from (select o.id, o.event || ' ' || ${changes} as told from journal.operation o
      where o.event = any(${events}) and ${changes} > 0) t order by id`.execute(house.db);
  return rows.map(({ told }) => told);
}

describe('groups across schools', () => {
  it('are made, changed, filled and deleted by a superadmin', async () => {
    const made = await central.call(globalGroups.add, { name: 'Rektorer', members: [user('anna')] });
    expect(made).toMatchObject({
      name: 'Rektorer',
      type: 'global',
      school: null,
      can: expect.arrayContaining(['update', 'rename', 'members', 'manage', 'delete', 'classList']),
    });
    const { name, version } = await central.call(globalGroups.update, {
      name: 'Rektorer',
      version: made.version,
      newName: 'Alle rektorer',
    });
    expect(version).toBeGreaterThan(made.version);
    expect(await central.call(globalGroups.addEmail, { groupName: name })).toEqual({
      groupName: name,
      email: 'alle-rektorer@fjordby.no',
    });
    const members = [user('lunde'), user('who'), { kind: 'group' as const, id: 'LUN korps' }];
    expect(await central.call(globalGroups.addMembers, { groupName: name, members })).toMatchObject({
      succeeded: ['lunde', 'LUN korps'],
      failed: [{ id: 'who', code: 'user.not-found' }],
    });
    const seen = async (caller: typeof ict) =>
      (await caller.call(globalGroups.users, { groupName: name })).Items.map(({ userName }) => userName);
    expect((await seen(central)).toSorted()).toEqual(['anna', 'lunde']);
    expect(await seen(ict)).toEqual(['anna']);
    await central.call(globalGroups.removeMembers, { groupName: name, members: [user('anna')] });
    await central.call(globalGroups.hide, { groupName: name, hidden: true });
    await central.call(globalGroups.protect, { groupName: name, prevent: true });
    expect(await central.call(globalGroups.remove, { names: [name, 'LUN korps'] })).toMatchObject({
      failed: [
        { id: name, code: 'group.delete-prevented' },
        { id: 'LUN korps', code: 'group.not-found' },
      ],
    });
    await central.call(globalGroups.protect, { groupName: name, prevent: false });
    const before = await eventsOf(name);
    expect((await central.call(globalGroups.remove, { names: [name] })).succeeded).toEqual([name]);
    expect((await central.call(globalGroups.restore, { names: [name] })).succeeded).toEqual([name]);
    expect(before).toEqual([
      'group.created 2',
      'group.updated 1',
      'group.email-given 1',
      'group.members-added 2',
      'group.members-removed 1',
      'group.visibility-set 1',
      'group.delete-prevention-set 1',
      'group.delete-prevention-set 1',
    ]);
    expect(await changesOf('group.deleted', 'group.restored')).toEqual([
      'group.deleted 1',
      'group.restored 1',
    ]);
    expect(await central.call(groups.get, { name })).toMatchObject({
      memberCount: 1,
      visibleInAddressLists: false,
    });
  });

  it('are listed alone, also for a school', async () => {
    for (const caller of [central, ict]) {
      const { Items } = await caller.call(globalGroups.list, {});
      expect(Items.map(({ type }) => type)).toEqual(['global']);
      const asked = await caller.call(globalGroups.list, { type: ['class'] });
      expect(asked.Items.map(({ type }) => type)).toEqual(['global']);
    }
  });

  it.each([
    [globalGroups.update, { name: 'LUN korps', version: 1 }],
    [globalGroups.addMembers, { groupName: 'LUN korps', members: [user('anna')] }],
    [globalGroups.removeMembers, { groupName: 'LUN korps', members: [user('anna')] }],
    [globalGroups.addEmail, { groupName: 'LUN korps' }],
    [globalGroups.hide, { groupName: 'LUN korps', hidden: true }],
    [globalGroups.protect, { groupName: 'LUN korps', prevent: true }],
    [globalGroups.users, { groupName: 'LUN korps' }],
  ] as const)('do not open a school’s group: $signature', async ({ signature }, input) => {
    const answer = await central.request(signature, input);
    expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 'group.not-found' })]);
  });

  it('are refused under a name or an address that is taken', async () => {
    const { version } = await central.call(globalGroups.add, { name: 'Inspektører' });
    expect(await central.refused(globalGroups.add, { name: 'inspektører' })).toMatchObject({
      code: 'group.name-taken',
    });
    const rename = { name: 'Inspektører', newName: 'Alle rektorer', version };
    expect(await central.refused(globalGroups.update, rename)).toMatchObject({
      code: 'group.name-taken',
      fields: [{ path: 'newName', key: 'taken' }],
    });
    const taken = { code: 'group.email-taken', fields: [{ path: 'alias', key: 'taken' }] };
    expect(
      await central.refused(globalGroups.addEmail, { groupName: 'Inspektører', alias: 'anna' }),
    ).toMatchObject(taken);
    expect(await central.refused(globalGroups.add, { name: 'Ny', alias: 'anna' })).toMatchObject(taken);
    expect(
      await central.refused(globalGroups.update, { ...rename, newName: 'Noe', version: version + 1 }),
    ).toMatchObject({ code: 'row.stale' });
  });

  it.each([
    [globalGroups.update, { version: 1, newName: '-a' }, 'newName'],
    [globalGroups.addMembers, { members: [] }, 'members'],
    [globalGroups.removeMembers, { members: [{ kind: 'class', id: 'x' }] }, 'members.0.kind'],
    [globalGroups.addEmail, { alias: 'a b' }, 'alias'],
    [globalGroups.hide, { hidden: 'ja' }, 'hidden'],
    [globalGroups.protect, { prevent: 1 }, 'prevent'],
  ] as const)('are changed by right words, while they are there: $signature', async (route, wrong, path) => {
    const { name } = await central.call(globalGroups.add, { name: `Borte ${path.replaceAll('.', ' ')}` });
    const of = { name, groupName: name };
    const ask = (words: object) => central.request(route.signature, only(route, { ...of, ...words }));
    expect((await ask(wrong)).body).toMatchObject({
      code: 'request.invalid',
      fields: [{ path }],
    });
    await central.call(globalGroups.remove, { names: [name] });
    const right = { version: 1, members: [user('anna')], hidden: true, prevent: true };
    expect((await ask(right)).body).toMatchObject({
      status: 409,
      code: 'group.archived',
    });
    await central.call(globalGroups.restore, { names: [name] });
  });

  it.each([
    [globalGroups.add, { name: 'x'.repeat(58) }, 'name'],
    [globalGroups.add, { name: 'Grei', description: '<b>' }, 'description'],
    [globalGroups.remove, { names: [] }, 'names'],
    [globalGroups.restore, { names: [] }, 'names'],
    [globalGroups.list, { pageSize: 501 }, 'pageSize'],
  ] as const)('are asked for in right words: $signature', async ({ signature }, input, path) => {
    const { status, body } = await central.request(signature, input);
    expect([status, body]).toMatchObject([422, { fields: [{ path }] }]);
  });

  it('are only read by a school, and not at all by a teacher', async () => {
    const refusedTo = async (caller: typeof ict) => {
      const answers = await Promise.all(
        Object.entries(globalGroups).map(async ([name, { signature }]) => {
          const { status } = await caller.request(signature, {});
          return status === 403 ? [name] : [];
        }),
      );
      return answers.flat();
    };
    const all = Object.keys(globalGroups);
    expect(await refusedTo(ict)).toEqual(all.filter((name) => name !== 'list' && name !== 'users'));
    expect(await refusedTo(teacher)).toEqual(all);
  });
});
