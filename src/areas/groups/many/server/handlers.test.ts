import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openActs } from '#areas/groups/acts/server/testing.ts';
import { groups } from '#areas/groups/contract.ts';
import type { Call } from '#kernel/contract.ts';
import type { Caller } from '#server/testing/house.ts';

import { type GroupBulkAct, manyGroups } from '../contract.ts';

const { house, ict, administrator, everyone, make } = await openActs();
const central = await house.signIn('centralAdmin');

type Selection = Call<typeof manyGroups.act>['selection'];
const named = (...keys: string[]): Selection => ({ all: false, keys });

async function outcomes(operationId: number) {
  await house.services.bulk.settled();
  const { rows } = await sql<{ key: string; outcome: string; code: string | null }>`
    select key, outcome, code from bulk_row where operation_id = ${operationId} order by place`.execute(
    house.db,
  );
  return rows.map(({ key, outcome, code }) => `${key} ${code ?? outcome}`);
}

async function act(what: GroupBulkAct, selection: Selection, caller: Caller = ict): Promise<string[]> {
  const { operationId } = await caller.call(manyGroups.act, { act: what, selection });
  return outcomes(operationId);
}

describe('an act on many groups', () => {
  it('deletes those that may be deleted, tells each one’s outcome, and restores them', async () => {
    const [one, two, safe] = [await make(), await make(), await make()];
    expect(await act('protect', named(safe.name))).toEqual([`${safe.name} done`]);
    const chosen = named(one.name, two.name.toLowerCase(), safe.name, 'FJB 8A', 'LUN korps', 'Alle rektorer');
    expect(await act('delete', chosen)).toEqual([
      `${one.name} done`,
      `${two.name.toLowerCase()} done`,
      `${safe.name} group.delete-prevented`,
      'FJB 8A group.owned-by-import',
      'LUN korps group.not-found',
      'Alle rektorer group.owner-only',
    ]);
    expect(await ict.call(groups.get, { name: two.name })).toMatchObject({ deleteOn: '2026-12-20' });
    expect(await act('restore', named(one.name, two.name, safe.name))).toEqual([
      `${one.name} done`,
      `${two.name} done`,
      `${safe.name} group.not-deleted`,
    ]);
  });

  it('is an operation of its own kind, with a change for each group', async () => {
    const made = [await make(), await make()];
    const { operationId } = await ict.call(manyGroups.act, {
      act: 'hide',
      selection: named(...made.map(({ name }) => name)),
    });
    await house.services.bulk.settled();
    const { rows } = await sql`
      select event, status, total, done, failed,
             (select count(*)::int from journal.change c where c.operation_id = o.id) as changes
        from journal.operation o where id = ${operationId}`.execute(house.db);
    expect(rows).toEqual([
      { event: 'group.many-hidden', status: 'completed', total: 2, done: 2, failed: 0, changes: 2 },
    ]);
  });

  it('is done to all that the list’s filters find but the exceptions', async () => {
    const [kept, other] = [
      await make({ name: 'Turneringen A' }),
      await make({ name: 'Turneringen B', visibleInAddressLists: false }),
    ];
    const selection = { all: true as const, except: [kept.name], question: { search: 'turneringen' } };
    expect(await act('show', selection)).toEqual([`${other.name} done`]);
    expect(await ict.call(groups.get, { name: other.name })).toMatchObject({ visibleInAddressLists: true });
    expect(await act('unprotect', { ...selection, except: [] })).toHaveLength(2);
  });

  it('keeps no name of groups the caller does not reach', async () => {
    const { operationId } = await ict.call(manyGroups.act, {
      act: 'hide',
      selection: named('LUN korps', 'FJB 8A'),
    });
    await house.services.bulk.settled();
    const { rows } = await sql<{ name: string | null }>`
      select name from bulk_row where operation_id = ${operationId} order by place`.execute(house.db);
    expect(rows.map(({ name }) => name)).toEqual([null, '8A']);
  });

  it('is done once however often it is asked for, and its key is nobody else’s', async () => {
    const { name } = await make();
    const key = crypto.randomUUID();
    const wish = { act: 'hide' as const, selection: named(name) };
    const first = await ict.call(manyGroups.act, wish, { key });
    expect(await ict.call(manyGroups.act, wish, { key })).toEqual(first);
    expect(await everyone.refused(manyGroups.act, wish, { key })).toMatchObject({
      status: 409,
      code: 'request.repeated',
    });
    const global = { ...wish, selection: named('Alle rektorer') };
    expect(await everyone.refused(manyGroups.actGlobal, global, { key })).toMatchObject({
      code: 'request.repeated',
    });
    expect(await outcomes(first.operationId)).toEqual([`${name} done`]);
  });

  it('is refused to whoever may not do it to one', async () => {
    for (const caller of [administrator, central]) {
      expect(await caller.refused(manyGroups.act, { act: 'hide', selection: named('FJB 8A') })).toMatchObject(
        { code: 'access.denied', why: { rule: 'groups.manage' } },
      );
    }
    expect(await ict.refused(manyGroups.act, { act: 'hide', selection: named() })).toMatchObject({
      status: 422,
    });
  });
});

async function actGlobal(what: GroupBulkAct, selection: Selection): Promise<string[]> {
  const { operationId } = await everyone.call(manyGroups.actGlobal, { act: what, selection });
  return outcomes(operationId);
}

describe('an act on many groups across schools', () => {
  it('reaches no other groups, for roles that have no right at a school', async () => {
    expect(await actGlobal('hide', named('Alle rektorer', 'FJB 8A'))).toEqual([
      'Alle rektorer done',
      'FJB 8A group.not-found',
    ]);
    expect(await actGlobal('show', { all: true, question: {} })).toEqual(['Alle rektorer done']);
    expect(await everyone.call(groups.get, { name: 'Alle rektorer' })).toMatchObject({
      visibleInAddressLists: true,
    });
  });

  it('is not a school’s', async () => {
    const wish = { act: 'hide' as const, selection: named('Alle rektorer') };
    expect(await ict.refused(manyGroups.actGlobal, wish)).toMatchObject({
      code: 'access.denied',
      why: { rule: 'global-groups.manage', grantedBy: ['superadmin'] },
    });
    expect(await everyone.refused(manyGroups.actGlobal, { act: 'hide', selection: named() })).toMatchObject({
      status: 422,
    });
  });
});
