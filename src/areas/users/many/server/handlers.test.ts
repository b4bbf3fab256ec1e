import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { bulk } from '#areas/logs/bulk/contract.ts';
import { logs } from '#areas/logs/contract.ts';
import { bulkActs } from '#server/areas.ts';
import { openBulk } from '#server/bulk/bulk.ts';
import { openHouse } from '#server/testing/house.ts';

import { users } from '../../contract.ts';
import { seedPeople } from '../../server/testing.ts';
import { manyUsers } from '../contract.ts';

const house = await openHouse();
await seedPeople(house);
await house.seed(async (seed) => {
  await seed.user({ userName: 'ida.ikt', role: 'employee', schools: [{ code: 'FJB' }] });
});
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const superadmin = await house.signIn('superadmin');
const central = await house.signIn('centralAdmin', { school: 'FJB' });
const teacher = await house.signIn('teacher', { school: 'FJB' });

async function outcomes(operationId: number) {
  await house.services.bulk.settled();
  const { rows } = await sql<{ key: string; outcome: string; code: string | null }>`
    select key, outcome, code from bulk_row where operation_id = ${operationId} order by place`.execute(
    house.db,
  );
  return rows.map(({ key, outcome, code }) => `${key} ${code ?? outcome}`);
}

async function operation(id: number) {
  const { rows } = await sql<{
    event: string;
    status: string;
    total: number;
    done: number;
    failed: number;
    changes: number;
  }>`
    select event, status, total, done, failed,
           (select count(*)::int from journal.change c where c.operation_id = o.id) as changes
      from journal.operation o where id = ${id}`.execute(house.db);
  return rows[0];
}

const exists = async (userName: string) => {
  const { rows } = await sql`select from users where user_name = ${userName}`.execute(house.db);
  return rows.length === 1;
};

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
      why: { rule: 'passwords.set' },
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

describe('deleting expired users', () => {
  it('takes the account with all that hangs on it, and marks its mail and files', async () => {
    const { operationId } = await ict.call(manyUsers.deleteInactive, {
      userNames: ['gone.away', 'aase.aas'],
      confirm: true,
    });
    expect(await outcomes(operationId)).toEqual(['gone.away done', 'aase.aas user.not-expired']);
    expect(await exists('gone.away')).toBe(false);
    expect(await exists('aase.aas')).toBe(true);
    const { rows } = await sql<{ userName: string; executedAt: Date | null }>`
      select user_name, executed_at from account_removal`.execute(house.db);
    expect(rows).toEqual([{ userName: 'gone.away', executedAt: null }]);
    const { rows: names } = await sql`select from user_name_taken where user_name = 'gone.away'`.execute(
      house.db,
    );
    expect(names).toHaveLength(1);
  });

  it('keeps its hands off other schools’ people, administrators, and whose home is another school', async () => {
    await house.seed(async (seed) => {
      const gone = { expires_on: '2026-11-01' };
      const [lunde, fjordby] = [{ code: 'LUN' }, { code: 'FJB' }];
      await seed.user({ userName: 'borte.lunde', schools: [lunde], columns: gone });
      await seed.user({ userName: 'borte.begge', schools: [lunde, fjordby], columns: gone });
      const id = await seed.user({
        userName: 'borte.rektor',
        role: 'employee',
        schools: [fjordby],
        columns: gone,
      });
      await seed.grant(id, 'schoolAdministrator', await seed.schoolId('FJB'));
    });
    const userNames = ['borte.lunde', 'borte.begge', 'borte.rektor'];
    const { operationId } = await ict.call(manyUsers.deleteInactive, { userNames, confirm: true });
    expect(await outcomes(operationId)).toEqual([
      'borte.lunde user.not-found',
      'borte.begge user.not-found',
      'borte.rektor user.admin-account',
    ]);
    const all = await superadmin.call(manyUsers.deleteInactive, { userNames, confirm: true });
    expect(await outcomes(all.operationId)).toEqual(userNames.map((name) => `${name} done`));
    expect(await operation(all.operationId)).toMatchObject({
      event: 'user.many-deleted',
      status: 'completed',
    });
  });

  it('is refused without the right, without names, and under another’s key', async () => {
    const input = { userNames: ['gone.away'], confirm: true as const };
    for (const caller of [teacher, central]) {
      expect(await caller.refused(manyUsers.deleteInactive, input)).toMatchObject({
        code: 'access.denied',
        why: { rule: 'users.delete' },
      });
    }
    expect(await ict.refused(manyUsers.deleteInactive, { ...input, userNames: [] })).toMatchObject({
      status: 422,
      fields: [{ path: 'userNames' }],
    });
    const key = crypto.randomUUID();
    await ict.call(manyUsers.deleteInactive, { ...input, userNames: ['ingen'] }, { key });
    expect(await leader.refused(manyUsers.deleteInactive, input, { key })).toMatchObject({
      code: 'request.repeated',
    });
  });

  it('is not done without being confirmed', async () => {
    const input = { userNames: ['gone.away'], confirm: false };
    const answer = await ict.request('POST /user/deleteinactive', input);
    expect(answer.status).toBe(422);
  });
});

const resolve = async (...lines: string[]) => {
  const { Items } = await ict.call(manyUsers.resolve, { lines });
  return Items.map(({ candidates }) => candidates.map(({ userName, by }) => `${userName} ${by}`));
};

describe('a pasted list', () => {
  it('is understood line by line: user name, e-mail address, national number, name', async () => {
    const { services } = house;
    await house.seed(({ tx }) =>
      sql`update users set national_number_hash = ${services.vault.hash('10915596784')}
           where user_name = 'zara.z'`.execute(tx),
    );
    expect(
      await resolve(
        'AASE.AAS',
        'Kari <kari.laerer@fjordby.no>',
        '109155 96784',
        'Ås, Åse',
        'ole.kvisla@feide.no',
      ),
    ).toEqual([
      ['aase.aas userName'],
      ['kari.laerer email'],
      ['zara.z nationalNumber'],
      ['aase.aas name'],
      ['ole.kvisla userName'],
    ]);
  });

  it('says who is doubtful and who is unknown, and never finds those of another school', async () => {
    await house.seed(async (seed) => {
      await seed.user({ userName: 'ase.to', firstName: 'Åse', lastName: 'Ås', schools: [{ code: 'FJB' }] });
    });
    const [two, ...none] = await resolve(
      'Åse Ås',
      'foreign.pupil',
      'hidden.one',
      'finnes ikke',
      '%',
      '12345678901',
    );
    expect(two).toHaveLength(2);
    expect(none).toEqual([[], [], [], [], []]);
  });

  it('leaves no word of what was pasted behind', async () => {
    await resolve('20915596780');
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(o::text, ' '), '') as text from journal.operation o`.execute(house.db);
    expect(rows[0]?.text).not.toContain('20915596780');
  });

  it('tell of somebody at several schools the class they are in here', async () => {
    await house.seed((seed) =>
      seed.user({
        userName: 'to.skoler',
        schools: [
          { code: 'LUN', className: '9Z' },
          { code: 'FJB', className: '8B' },
        ],
      }),
    );
    const { Items } = await ict.call(manyUsers.resolve, { lines: ['to.skoler'] });
    expect(Items[0]?.candidates).toMatchObject([{ userName: 'to.skoler', className: '8B' }]);
    const whole = await superadmin.call(manyUsers.resolve, { lines: ['to.skoler'] });
    expect(whole.Items[0]?.candidates).toMatchObject([{ userName: 'to.skoler', className: '9Z' }]);
  });

  it('is refused when it is too long, or empty, or the right is missing', async () => {
    expect(await ict.refused(manyUsers.resolve, { lines: [] })).toMatchObject({ status: 422 });
    const many = Array.from({ length: 2_001 }, (_, index) => `p${index}`);
    expect(await ict.refused(manyUsers.resolve, { lines: many })).toMatchObject({ status: 422 });
    expect(await teacher.refused(manyUsers.resolve, { lines: ['x'] })).toMatchObject({
      code: 'access.denied',
    });
  });
});
