import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { users } from '#areas/users/contract.ts';
import { limits } from '#kernel/limits.ts';
import { finishOperation, startOperation, underOperation } from '#server/journal/long-operation.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { logs, undoing } from '../contract.ts';

const house = await openHouse();
let ict: Caller;
let other: Caller;
let superadmin: Caller;

beforeAll(async () => {
  await house.seed(async (rows) => {
    await rows.school('FJB');
    await rows.school('LUN');
    await rows.user({ userName: 'ola', schools: [{ code: 'FJB' }] });
    await rows.user({ userName: 'per', schools: [{ code: 'FJB' }], columns: { shielded: true } });
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  other = await house.signIn('schoolIct', { school: 'LUN' });
  superadmin = await house.signIn('superadmin');
});

async function newest(event: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from journal.operation where event = ${event}`.execute(house.db);
  return rows[0]?.id ?? 0;
}

async function retitle(title: string, by = ict, userName = 'ola'): Promise<number> {
  const { version } = await by.call(users.get, { name: userName });
  await by.call(users.update, { userName, version, title });
  return newest('user.updated');
}

const titleOf = async (userName = 'ola') => (await superadmin.call(users.get, { name: userName })).title;

describe('the preview', () => {
  it('says for each row what would become of it, and does nothing', async () => {
    const id = await retitle('Elevråd');
    const { counts, Items } = await ict.call(undoing.preview, { id });
    expect(counts).toEqual({ reversed: 1, partly: 0, kept: 0, cannot: 0 });
    expect(Items).toMatchObject([
      {
        outcome: 'reversed',
        reason: null,
        change: {
          kind: 'changed',
          table: 'users',
          target: { type: 'user', key: 'ola' },
          fields: [{ field: 'title', from: 'Elevråd', to: null }],
        },
      },
    ]);
    expect(await titleOf()).toBe('Elevråd');
  });

  it('can be asked about one outcome only', async () => {
    const id = await retitle('Kantine');
    await retitle('Vakt');
    expect(await ict.call(undoing.preview, { id, outcome: 'reversed' })).toMatchObject({
      TotalItems: 0,
      counts: { kept: 1 },
    });
    expect((await ict.call(undoing.preview, { id, outcome: 'kept' })).Items).toMatchObject([
      { outcome: 'kept', reason: 'touched', change: { fields: [{ field: 'title' }] } },
    ]);
  });

  it('is refused where nothing can be undone, with the rule', async () => {
    const { rows } = await sql<{ id: number }>`
      select min(id) as id from journal.operation where event = 'test.seeded'`.execute(house.db);
    const administrator = await house.signIn('schoolAdministrator', { school: 'FJB' });
    const { code, why } = await administrator.refused(undoing.preview, { id: rows[0]?.id ?? 0 });
    expect(code).toBe('access.denied');
    expect(why).toEqual({ rule: 'undo.owner', grantedBy: ['superadmin'] });
  });

  it('knows no operation of another school', async () => {
    const id = await retitle('Bibliotek');
    expect((await other.refused(undoing.preview, { id })).code).toBe('operation.not-found');
    expect((await other.refused(undoing.undo, { id })).code).toBe('operation.not-found');
  });

  it('is not for whoever lacks the right', async () => {
    const teacher = await house.signIn('teacher', { school: 'FJB' });
    expect((await teacher.refused(undoing.preview, { id: 1 })).why).toMatchObject({
      rule: 'operations.undo',
    });
  });

  it('wants a number', async () => {
    expect((await ict.refused(undoing.preview, { id: 0 })).code).toBe('request.invalid');
  });
});

describe('undoing', () => {
  it('is an operation of its own, which names the first and says what it came to', async () => {
    const id = await retitle('Tolk');
    const before = await ict.call(logs.operation, { id });
    expect(before).toMatchObject({ can: ['undo'], cannot: [], undoneBy: null });
    const { operationId, counts } = await ict.call(undoing.undo, { id, reason: 'Feil elev' });
    expect(counts).toEqual({ reversed: 1, partly: 0, kept: 0, cannot: 0 });
    const undone = await ict.call(logs.operation, { id: operationId });
    expect(undone).toMatchObject({
      event: 'operation.undone',
      result: 'completed',
      reason: 'Feil elev',
      undoOf: id,
      changeCount: 1,
      message: { code: 'operation.undone', params: { reversed: 1, of: id } },
    });
    expect((await ict.call(logs.operation, { id })).undoneBy).toBe(operationId);
    expect(await titleOf()).toBe('Bibliotek');
  });

  it('raises the version, so that an open form notices', async () => {
    const id = await retitle('Medie');
    const { version } = await ict.call(users.get, { name: 'ola' });
    await ict.call(undoing.undo, { id });
    expect((await ict.refused(users.update, { userName: 'ola', version, title: 'X' })).code).toBe(
      'row.stale',
    );
  });

  it('is done once for a key', async () => {
    const id = await retitle('Drama');
    const key = crypto.randomUUID();
    const first = await ict.call(undoing.undo, { id }, { key });
    expect(await ict.call(undoing.undo, { id }, { key })).toEqual(first);
    expect(await titleOf()).toBe('Bibliotek');
  });

  it('leaves rows of shielded people to those who see them', async () => {
    const id = await retitle('Hemmelig', superadmin, 'per');
    expect((await ict.refused(undoing.undo, { id })).code).toBe('operation.not-found');
    expect((await superadmin.call(undoing.undo, { id })).counts).toMatchObject({ reversed: 1 });
  });

  it('counts nobody hidden: not for its asker, and not for those who read of it', async () => {
    const both = async (title: string, schoolId?: number) => {
      const wish = { event: 'user.updated', route: users.update.signature, now: house.clock.now() };
      const id = await startOperation(house.db, { ...wish, schoolId }, 'node-1', 2);
      await underOperation(house.db, id, 'node-1', (tx) =>
        sql`update users set title = ${title} where user_name in ('ola', 'per')`.execute(tx),
      );
      await finishOperation(house.db, id, { status: 'completed', now: house.clock.now() });
      return id;
    };

    const here = await both('Begge', await house.seed((rows) => rows.schoolId('FJB')));
    const none = { partly: 0, kept: 0, cannot: 0 };
    expect((await ict.call(undoing.preview, { id: here })).counts).toEqual({ reversed: 1, ...none });
    const administrator = await house.signIn('schoolAdministrator', { school: 'FJB' });
    const done = await administrator.call(undoing.undo, { id: here });
    expect(done.counts).toEqual({ reversed: 2, ...none });
    const seen = { code: 'operation.undone', params: { reversed: 2, ...none, of: here } };
    expect(await messageTo(administrator, done.operationId)).toEqual(seen);
    expect(await messageTo(ict, done.operationId)).toEqual({
      ...seen,
      params: { ...seen.params, reversed: 1 },
    });
    expect((await ict.call(logs.job, { id: done.operationId })).message?.params).toMatchObject({
      reversed: 1,
    });

    const owner = await both('Alle');
    const { operationId } = await superadmin.call(undoing.undo, { id: owner });
    expect(await messageTo(superadmin, operationId)).toMatchObject({ params: { reversed: 2 } });
    for (const reader of [ict, administrator]) {
      expect(await messageTo(reader, operationId)).toEqual({
        code: 'operation.undone-elsewhere',
        params: { of: owner },
      });
    }
  });

  it('of what was done for the whole owner is a superadmin’s', async () => {
    const id = await house.seed(async ({ tx }) => {
      await sql`update groups set description = 'x'`.execute(tx);
      await sql`insert into site_setting values ('prøve', '1')`.execute(tx);
      return newest('test.seeded');
    });
    const seeded = Math.max(id, await newest('test.seeded'));
    expect((await superadmin.call(undoing.undo, { id: seeded })).counts).toMatchObject({ reversed: 1 });
  });
});

it('of what is too large to plan while somebody waits there is no preview', { timeout: 60_000 }, async () => {
  const many = limits.undoPreviewed + 1;
  await house.seed(({ tx }) =>
    sql`insert into site_setting select 'mange ' || n, '1' from generate_series(1, ${many}::int) n`.execute(
      tx,
    ),
  );
  const id = await newest('test.seeded');
  expect(await superadmin.call(undoing.preview, { id })).toEqual({
    counts: null,
    changes: many,
    summary: [],
    Items: [],
    TotalItems: 0,
  });
  expect((await superadmin.call(logs.operation, { id })).can).toEqual(['undo']);
});

async function messageTo(by: Caller, id: number) {
  return (await by.call(logs.operation, { id })).message;
}
