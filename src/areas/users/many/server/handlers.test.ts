import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { bulk } from '#areas/logs/bulk/contract.ts';
import { logs, undoing } from '#areas/logs/contract.ts';
import { bulkActs } from '#server/areas.ts';
import { openBulk } from '#server/bulk/bulk.ts';

import { users } from '../../contract.ts';
import { manyUsers } from '../contract.ts';
import { openMany } from './testing.ts';

const { house, ict, leader, superadmin, central, teacher, outcomes, operation } = await openMany();

describe('an act on many users', () => {
  it('is done to those named, and tells each one’s outcome', async () => {
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'requirePassword',
      selection: { all: false, keys: ['ole.kvisla', 'OLE.kvisla', 'foreign.pupil', 'gone.away', 'nobody'] },
    });
    expect(await outcomes(operationId)).toEqual([
      'ole.kvisla done',
      'foreign.pupil user.not-found',
      'gone.away user.expired',
      'nobody user.not-found',
    ]);
    expect(await operation(operationId)).toEqual({
      event: 'user.many-must-change-password',
      status: 'completed',
      total: 4,
      done: 4,
      failed: 3,
      changes: 1,
    });
    expect(await ict.call(users.get, { name: 'ole.kvisla' })).toMatchObject({ mustChangePassword: true });
  });

  it('renews accounts to the same last day, and takes nothing from who lasts longer', async () => {
    await house.seed(async (seed) => {
      const [here, there] = [{ code: 'FJB' }, { code: 'LUN' }];
      await seed.user({ userName: 'snart', schools: [here], columns: { expires_on: '2026-12-01' } });
      await seed.user({ userName: 'lenge', schools: [here], columns: { expires_on: '2028-01-01' } });
      await seed.user({ userName: 'begge', schools: [here, there], columns: { expires_on: '2026-12-01' } });
      await seed.user({
        userName: 'eid',
        schools: [here],
        columns: { expires_on: '2026-12-01', owned_fields: '{expiryDate}' },
      });
    });
    const keys = ['snart', 'gone.away', 'lenge', 'aase.aas', 'begge', 'eid', 'ida.ikt', 'foreign.pupil'];
    const act = 'renew' as const;
    const selection = { all: false as const, keys };
    const { operationId } = await ict.call(manyUsers.act, { act, selection, expiryDate: '2027-06-30' });
    expect(await outcomes(operationId)).toEqual([
      'snart done',
      'gone.away done',
      'lenge user.lasts-longer',
      'aase.aas user.lasts-longer',
      'begge user.other-school',
      'eid user.field-owned-by-source',
      'ida.ikt user.own-account',
      'foreign.pupil user.not-found',
    ]);
    expect(await ict.call(users.get, { name: 'gone.away' })).toMatchObject({
      expiryDate: '2027-06-30',
      accountStatus: 'active',
    });
    await ict.call(undoing.undo, { id: operationId });
    expect(await ict.call(users.get, { name: 'snart' })).toMatchObject({ expiryDate: '2026-12-01' });
    expect(await ict.call(users.get, { name: 'gone.away' })).toMatchObject({ accountStatus: 'expired' });

    for (const [expiryDate, key] of [
      ['2026-11-19', 'past'],
      [undefined, 'required'],
    ] as const) {
      const refusal = await ict.refused(manyUsers.act, { act, selection, ...(expiryDate && { expiryDate }) });
      expect(refusal).toMatchObject({ code: 'request.invalid', fields: [{ path: 'expiryDate', key }] });
    }
  });

  it('keeps no name of people the caller does not reach', async () => {
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'requirePassword',
      selection: { all: false, keys: ['foreign.pupil', 'hidden.one', 'aase.aas'] },
    });
    await house.services.bulk.settled();
    const { rows } = await sql<{ name: string | null }>`
      select name from bulk_row where operation_id = ${operationId} order by place`.execute(house.db);
    expect(rows.map(({ name }) => name)).toEqual([null, null, 'Åse Ås']);
  });

  it('is done to all that the list’s filters find but the exceptions', async () => {
    const question = { userType: 'students' as const, className: ['8A'] };
    const found = await ict.call(users.list, { ...question, pageSize: 100 });
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'requirePassword',
      selection: { all: true, except: ['AASE.aas'], question },
    });
    const wanted = found.Items.map(({ userName }) => userName).filter((name) => name !== 'aase.aas');
    expect(wanted.length).toBeGreaterThan(1);
    expect(await outcomes(operationId)).toEqual(wanted.map((name) => `${name} done`));
  });

  it('never touches a school the caller does not stand at', async () => {
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'unlock',
      selection: { all: true, question: {} },
    });
    expect(await outcomes(operationId)).not.toContain('foreign.pupil done');
    const all = await superadmin.call(manyUsers.act, {
      act: 'requirePassword',
      selection: { all: true, question: {} },
    });
    expect(await outcomes(all.operationId)).toContain('foreign.pupil done');
  });

  it('with nobody to do it to ends at once', async () => {
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'unlock',
      selection: { all: true, question: { search: 'ingen heter dette' } },
    });
    expect(await outcomes(operationId)).toEqual([]);
    expect(await operation(operationId)).toMatchObject({ status: 'completed', total: 0 });
  });

  it('puts them into a group, by the rules of the group', async () => {
    await house.seed(async (seed) => {
      await seed.group({ name: 'FJB Skolekor', displayName: 'Skolekor', type: 'access', school: 'FJB' });
      await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB', columns: { source: 'pifu' } });
    });
    const selection = { all: false as const, keys: ['ole.kvisla', 'foreign.pupil', 'gone.away'] };
    const into = async (groupName: string) => {
      const started = await ict.call(manyUsers.act, { act: 'addToGroup', groupName, selection });
      return outcomes(started.operationId);
    };
    expect(await into('FJB Skolekor')).toEqual([
      'ole.kvisla done',
      'foreign.pupil user.not-found',
      'gone.away user.not-found',
    ]);
    expect((await into('FJB 8A'))[0]).toBe('ole.kvisla group.owned-by-import');
    const { rows } = await sql<{ userName: string }>`
      select u.user_name from membership m join users u on u.id = m.user_id
        join groups g on g.id = m.group_id where g.name = 'FJB Skolekor'`.execute(house.db);
    expect(rows).toEqual([{ userName: 'ole.kvisla' }]);
    expect(await ict.refused(manyUsers.act, { act: 'addToGroup', selection })).toMatchObject({
      fields: [{ path: 'groupName' }],
    });
  });

  it('is refused to whoever may not do it to one', async () => {
    const selection = { all: false as const, keys: ['zara.z'] };
    expect(await teacher.refused(manyUsers.act, { act: 'deleteExpired', selection })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'users.delete' },
    });
    expect(await central.refused(manyUsers.act, { act: 'unlock', selection })).toMatchObject({
      code: 'access.denied',
    });
    const bad = { act: 'unlock' as const, selection: { all: false as const, keys: [] } };
    expect(await ict.refused(manyUsers.act, bad)).toMatchObject({ status: 422 });
  });

  it('is followed by whoever began it, also by who sees no other operation', async () => {
    const gro = await house.signIn('groupAdministrator', { school: 'FJB' });
    await house.seed((seed) => seed.group({ name: 'FJB Sjakk', type: 'access', school: 'FJB' }));
    const selection = { all: false as const, keys: ['ole.kvisla'] };
    const started = await gro.call(manyUsers.act, { act: 'addToGroup', groupName: 'FJB Sjakk', selection });
    expect(await outcomes(started.operationId)).toEqual(['ole.kvisla done']);
    expect(await gro.call(logs.job, { id: started.operationId })).toMatchObject({ done: 1, failed: 0 });
    expect(await gro.call(bulk.rows, { operationId: started.operationId })).toMatchObject({ TotalItems: 1 });

    const others = await ict.call(manyUsers.act, { act: 'requirePassword', selection });
    await house.services.bulk.settled();
    expect(await gro.refused(logs.job, { id: others.operationId })).toMatchObject({ status: 404 });
    expect(await gro.refused(bulk.rows, { operationId: others.operationId })).toMatchObject({ status: 404 });
    expect((await gro.call(logs.operations, {})).Items.map(({ id }) => id)).toEqual([started.operationId]);
  });

  it('sent twice under one key is one operation, and the key is the sender’s own', async () => {
    const input = { act: 'unlock' as const, selection: { all: false as const, keys: ['zara.z'] } };
    const key = crypto.randomUUID();
    const first = await ict.call(manyUsers.act, input, { key });
    expect(await ict.call(manyUsers.act, input, { key })).toEqual(first);
    expect(await leader.refused(manyUsers.act, input, { key })).toMatchObject({ code: 'request.repeated' });
  });

  it('left behind by a dead process is taken up where it stood, and nothing is done twice', async () => {
    await house.services.bulk.settled();
    await house.seed(({ tx }) => sql`update users set must_change_password = false`.execute(tx));
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'requirePassword',
      selection: { all: false, keys: ['kari.laerer', 'aerlig.ae'] },
    });
    await house.services.bulk.settled();
    // As a process leaves it that died after the first of the two.
    await sql`
      update journal.operation set status = 'running', finished_at = null, done = 1,
                                   lease_until = clock_timestamp() - interval '1 minute'
       where id = ${operationId}`.execute(house.db);
    await sql`update bulk_row set outcome = 'waiting' where operation_id = ${operationId} and place = 2`.execute(
      house.db,
    );
    const other = openBulk({ db: house.db, clock: house.clock, acts: bulkActs });
    await other.takeUp();
    await other.settled();
    expect(await operation(operationId)).toMatchObject({
      status: 'completed',
      total: 2,
      done: 2,
      changes: 2,
    });
    expect(await outcomes(operationId)).toEqual(['kari.laerer done', 'aerlig.ae done']);
  });

  it('ends when its starter has lost the right', async () => {
    const shortly = await house.signIn('schoolIct', { school: 'FJB' });
    const { operationId } = await shortly.call(manyUsers.act, {
      act: 'unlock',
      selection: { all: false, keys: ['zara.z'] },
    });
    await house.services.bulk.settled();
    await house.seed(({ tx }) =>
      sql`delete from role_grant where user_id = ${shortly.actor.userId}`.execute(tx),
    );
    await sql`
      update journal.operation set status = 'running', finished_at = null, done = 0,
                                   lease_until = clock_timestamp() - interval '1 minute'
       where id = ${operationId}`.execute(house.db);
    await sql`update bulk_row set outcome = 'waiting' where operation_id = ${operationId}`.execute(house.db);
    await house.services.bulk.takeUp();
    await house.services.bulk.settled();
    expect(await operation(operationId)).toMatchObject({ status: 'failed', done: 0 });
  });
});
