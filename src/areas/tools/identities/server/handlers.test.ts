import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runImport } from '#server/import/run.ts';
import { file, members, person, request, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';
import { numbersOf } from '#server/testing/national-numbers.ts';

import { identities } from '../contract.ts';
import { identityHandlers } from './handlers.ts';

const house = await openHouse(identityHandlers);
let boss: Caller;
const [ONE, OTHER] = ['10915596784', '17897055673'];

const withPeople = (...list: Parameters<typeof person>[0][]): string =>
  file(
    ...list.map(person),
    school('s1', 'Granlia skole'),
    members(
      's1',
      list.map(({ id }) => id),
    ),
  );
const imported = (text: string) => runImport(house.services, request(text, { acceptLeavers: true }));
const open = async () => (await boss.call(identities.list, { state: 'open' })).Items;
const names = async () =>
  (
    await house.pool.query<{ user_name: string }>(
      `select user_name from users where source = 'sas' order by 1`,
    )
  ).rows.map(({ user_name: name }) => name);

beforeAll(async () => {
  boss = await house.signIn('superadmin');
});
beforeEach(() =>
  house.pool.query(`begin; select journal.begin('test.emptied', 'test');
    delete from users where source = 'sas'; delete from user_name_taken; commit`),
);

describe('a new record with an account’s number', () => {
  beforeEach(async () => {
    await imported(withPeople({ id: '1', number: ONE }));
    await imported(withPeople({ id: '2', number: ONE }));
  });

  it('is shown beside the account, with masked numbers', async () => {
    expect(await open()).toMatchObject([
      {
        kind: 'same-number',
        sourceId: '2',
        name: 'Nora Hansen',
        userName: 'norhan0001',
        oldNumber: '109155*****',
        decidedBy: null,
      },
    ]);
  });

  it('takes over the account when it is the same person', async () => {
    const [found] = await open();
    const answer = await boss.call(identities.decide, {
      ids: [found?.id ?? 0],
      isSame: true,
      reason: 'Ny id',
    });
    expect(answer.succeeded).toHaveLength(1);
    const result = await imported(withPeople({ id: '2', number: ONE, family: 'Berg' }));
    expect(result.status).toBe('completed');
    expect(await names()).toEqual(['norhan0001']);
    const { rows } = await house.pool.query(
      `select u.last_name, k.source_id, k.kind from users u join user_source k on k.user_id = u.id order by k.kind`,
    );
    expect(rows).toEqual([
      { last_name: 'Berg', source_id: '2', kind: 'current' },
      { last_name: 'Berg', source_id: '1', kind: 'old' },
    ]);
    expect(await open()).toEqual([]);
    const { rows: told } = await house.pool.query(
      `select o.event, c.table_name from journal.operation o join journal.change c on c.operation_id = o.id
        where o.event = 'identity.decided' order by 2`,
    );
    expect(told).toEqual([
      { event: 'identity.decided', table_name: 'identity_decision' },
      { event: 'identity.decided', table_name: 'user_source' },
    ]);
  });

  it('gets an account of its own when it is somebody else, and the decision can be looked up', async () => {
    const [found] = await open();
    await boss.call(identities.decide, { ids: [found?.id ?? 0], isSame: false, reason: 'Tvillinger' });
    await imported(withPeople({ id: '1', number: ONE }, { id: '2', number: ONE }));
    expect(await names()).toEqual(['norhan0001', 'norhan0002']);
    expect((await boss.call(identities.list, { state: 'different' })).Items).toMatchObject([
      { reason: 'Tvillinger', decidedBy: expect.stringContaining('Prøve') },
    ]);
  });
});

it('a changed number somebody else has is not taken', async () => {
  await imported(withPeople({ id: '1', number: ONE }, { id: '2', number: OTHER }));
  await imported(withPeople({ id: '1', number: OTHER }, { id: '2', number: OTHER }));
  const cases = await open();
  const changed = cases.find(({ kind }) => kind === 'changed-number');
  const answer = await boss.call(identities.decide, {
    ids: [changed?.id ?? 0],
    isSame: true,
    reason: 'Rettet',
  });
  expect(answer).toMatchObject({ succeeded: [], failed: [{ code: 'identity.number-taken' }] });
});

it('a decision needs a reason and a case, and is the superadmin’s', async () => {
  expect(await boss.refused(identities.decide, { ids: [1], isSame: true, reason: '' })).toMatchObject({
    fields: [{ path: 'reason', key: 'required' }],
  });
  expect(await boss.call(identities.decide, { ids: [99_999], isSame: true, reason: 'x' })).toMatchObject({
    failed: [{ code: 'identity.not-found' }],
  });
  const ict = await house.signIn('schoolAdministrator', { school: 'GRA' });
  expect(await ict.refused(identities.list, {})).toMatchObject({ code: 'access.denied' });
});

async function every(): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { Items, TotalItems } = await boss.call(identities.list, { state: 'open', page, pageSize: 100 });
    ids.push(...Items.map(({ id }) => id));
    if (page * 100 >= TotalItems) return ids;
  }
}

describe('a whole register under new ids', () => {
  const MANY = 205;
  const numbers = numbersOf('018210', MANY);
  const sent = (prefix: string) =>
    withPeople(
      ...numbers.map((number, index) => ({ id: `${prefix}${index}`, number, family: `Ås${index}` })),
    );

  beforeEach(async () => {
    await imported(sent('a'));
    await imported(sent('b'));
  });

  it('is decided in turns of two hundred, each row by itself, and takes over its accounts', async () => {
    const before = await names();
    expect(before).toHaveLength(MANY);
    const ids = await every();
    expect(new Set(ids).size).toBe(MANY);

    const decision = { isSame: true, reason: 'Nytt system' };
    expect(await boss.refused(identities.decide, { ids: ids.slice(0, 201), ...decision })).toMatchObject({
      fields: [{ path: 'ids' }],
    });
    // One that is no more, in the middle: the others do not mind.
    const first = await boss.call(identities.decide, {
      ids: [...ids.slice(0, 100), 99_999, ...ids.slice(100, 199)],
      ...decision,
    });
    expect(first.succeeded).toHaveLength(199);
    expect(first.failed).toMatchObject([{ id: '99999', code: 'identity.not-found' }]);
    // Sent again, as after an answer that got lost, it says the same.
    const rest = await boss.call(identities.decide, { ids: ids.slice(195), ...decision });
    expect(rest).toMatchObject({ failed: [] });
    expect(await every()).toEqual([]);

    const result = await imported(sent('b'));
    expect(result.status).toBe('completed');
    expect(await names()).toEqual(before);
    const { rows } = await house.pool.query<{ kind: string; found: number }>(
      `select kind, count(*)::int as found from user_source group by kind order by kind`,
    );
    expect(rows).toEqual([
      { kind: 'current', found: MANY },
      { kind: 'old', found: MANY },
    ]);
    expect(await every()).toEqual([]);
  });
});
