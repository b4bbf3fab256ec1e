import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { logs, undoing } from '#areas/logs/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { seedPeople } from '#areas/users/server/testing.ts';
import { openHouse } from '#server/testing/house.ts';

import { bulk } from '../contract.ts';

const house = await openHouse();
await seedPeople(house);
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const colleague = await house.signIn('schoolIct', { school: 'FJB' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
const central = await house.signIn('centralAdmin');
const teacher = await house.signIn('teacher', { school: 'FJB' });

type Caller = typeof ict;

async function start(caller: Caller, keys: string[]): Promise<number> {
  const selection = { all: false as const, keys };
  const { operationId } = await caller.call(manyUsers.act, { act: 'requirePassword', selection });
  await house.services.bulk.settled();
  return operationId;
}

const said = async (caller: Caller, operationId: number, question = {}) => {
  const { Items, refused } = await caller.call(bulk.rows, { operationId, ...question });
  return { refused, rows: Items.map(({ key, name, code }) => `${key} ${name ?? '-'} ${code ?? 'done'}`) };
};

describe('how each row of an act on many went', () => {
  it('is told in the order they were chosen, with the reason of each refusal', async () => {
    const id = await start(ict, ['ole.kvisla', 'gone.away', 'foreign.pupil']);
    expect(await said(ict, id)).toEqual({
      refused: 2,
      rows: [
        'ole.kvisla Ole Kvisla done',
        'gone.away Borte Vekk user.expired',
        'foreign.pupil - user.not-found',
      ],
    });
    expect((await said(ict, id, { outcome: ['refused'], search: 'vekk' })).rows).toHaveLength(1);
    expect((await said(ict, id, { sortBy: 'outcome', sortDir: 'desc' })).rows[2]).toContain('done');
  });

  it('is seen by colleagues at the school and by central roles, not at other schools', async () => {
    const id = await start(ict, ['ole.kvisla']);
    expect((await said(colleague, id)).rows).toHaveLength(1);
    expect((await said(await house.signIn('superadmin'), id)).rows).toHaveLength(1);
    expect(await elsewhere.refused(bulk.rows, { operationId: id })).toMatchObject({ code: 'bulk.not-found' });
    expect(await ict.refused(bulk.rows, { operationId: id + 1_000 })).toMatchObject({
      code: 'bulk.not-found',
    });
    expect(await teacher.refused(bulk.rows, { operationId: id })).toMatchObject({ code: 'access.denied' });
  });

  it('says nothing of protected people to those who may not see them', async () => {
    const id = await start(leader, ['hidden.one', 'ole.kvisla']);
    expect((await said(leader, id)).rows).toHaveLength(2);
    expect((await said(ict, id)).rows).toEqual(['ole.kvisla Ole Kvisla done']);
  });

  it('is counted without protected people for those who may not see them', async () => {
    await house.seed(({ tx }) => sql`update users set must_change_password = false`.execute(tx));
    const id = await start(leader, ['hidden.one', 'ole.kvisla', 'gone.away']);
    const countsFor = async (caller: Caller) => {
      const { total, done, failed } = await caller.call(logs.job, { id });
      const listed = (await caller.call(logs.operations, {})).Items.find((row) => row.id === id);
      expect(listed).toMatchObject({ total, done, failed });
      return [total, done, failed];
    };
    expect(await countsFor(leader)).toEqual([3, 3, 1]);
    expect(await countsFor(ict)).toEqual([2, 2, 1]);
    expect(await ict.call(logs.operation, { id })).toMatchObject({ total: 2, done: 2, failed: 1 });
    const undoOf = async (caller: Caller) => (await caller.call(undoing.preview, { id })).changes;
    expect([await undoOf(leader), await undoOf(ict)]).toEqual([2, 1]);
  });

  it('is no longer told to who started it when their role at that school is gone', async () => {
    await house.seed(async (seed) => {
      await seed.user({
        userName: 'gaar.videre',
        role: 'employee',
        schools: [{ code: 'FJB' }, { code: 'LUN' }],
      });
    });
    const before = await house.signIn('schoolIct', { school: 'FJB', userName: 'gaar.videre' });
    const id = await start(before, ['ole.kvisla']);
    const after = await house.signIn('schoolIct', { school: 'LUN', userName: 'gaar.videre' });
    expect(await after.call(logs.job, { id })).toMatchObject({ done: 1 });
    expect((await said(after, id)).rows).toHaveLength(1);

    await house.seed(({ tx }) =>
      sql`delete from role_grant where user_id = ${before.actor.userId}
             and school_id = (select id from school where code = 'FJB')`.execute(tx),
    );
    expect(await after.refused(logs.job, { id })).toMatchObject({ code: 'operation.not-found' });
    expect((await after.call(logs.operations, {})).Items.map((row) => row.id)).not.toContain(id);
    expect(await after.refused(bulk.rows, { operationId: id })).toMatchObject({ code: 'bulk.not-found' });
    expect(await after.refused(bulk.retry, { operationId: id })).toMatchObject({ code: 'bulk.not-found' });
  });

  it('is taken out as a file, without protected people, in the reader’s words', async () => {
    const id = await start(leader, ['hidden.one', 'gone.away', 'ole.kvisla']);
    const answer = await leader.request('GET /bulk/rows/download', {
      operationId: String(id),
      format: 'csv',
      language: 'nb',
    });
    const [head, ...lines] = answer.text.trim().split('\r\n');
    expect(head).toContain('Navn;Brukernavn eller gruppe;Resultat;Grunn');
    expect(lines).toEqual([
      'Borte Vekk;gone.away;Ikke gjort;Kontoen er utløpt.',
      'Ole Kvisla;ole.kvisla;Gjort;',
    ]);
    const { rows } = await sql`select from journal.operation where event = 'bulk.outcomes-exported'`.execute(
      house.db,
    );
    expect(rows).toHaveLength(1);
    const gone = await elsewhere.request('GET /bulk/rows/download', { operationId: String(id) });
    expect(gone.status).toBe(404);
  });
});

describe('once more', () => {
  it('is for those that were refused and no others, as an operation of its own', async () => {
    const id = await start(ict, ['ole.kvisla', 'gone.away', 'foreign.pupil']);
    await house.seed(({ tx }) =>
      sql`update users set expires_on = null where user_name = 'gone.away'`.execute(tx),
    );
    const again = await colleague.call(bulk.retry, { operationId: id });
    await house.services.bulk.settled();
    expect(await said(ict, again.operationId)).toEqual({
      refused: 1,
      rows: ['gone.away Borte Vekk done', 'foreign.pupil - user.not-found'],
    });
    const { rows } = await sql<{ event: string; retryOf: number }>`
      select o.event, a.retry_of from journal.operation o join bulk_act a on a.operation_id = o.id
       where o.id = ${again.operationId}`.execute(house.db);
    expect(rows).toEqual([{ event: 'user.many-must-change-password', retryOf: id }]);
  });

  it('is refused when nothing failed, when it is not there, and to those who may not do it', async () => {
    const id = await start(ict, ['ole.kvisla']);
    expect(await ict.refused(bulk.retry, { operationId: id })).toMatchObject({
      code: 'bulk.nothing-to-retry',
    });
    const failed = await start(ict, ['nobody']);
    expect(await elsewhere.refused(bulk.retry, { operationId: failed })).toMatchObject({
      code: 'bulk.not-found',
    });
    expect(await teacher.refused(bulk.retry, { operationId: failed })).toMatchObject({
      code: 'access.denied',
    });
    const { operationId } = await leader.call(manyUsers.act, {
      act: 'deleteExpired',
      selection: { all: false, keys: ['ole.kvisla'] },
    });
    await house.services.bulk.settled();
    expect(await central.refused(bulk.retry, { operationId })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'operations.read' },
    });
  });
});
