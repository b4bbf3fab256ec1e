import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { removals } from '#areas/superadmin/removals/contract.ts';
import { nightlySteps } from '#server/nightly-steps.ts';

import { manyUsers } from '../contract.ts';
import { openMany } from './testing.ts';

const { house, ict, leader, superadmin, central, teacher, outcomes, operation } = await openMany();

const exists = async (userName: string) => {
  const { rows } = await sql`select from users where user_name = ${userName}`.execute(house.db);
  return rows.length === 1;
};

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
    // No connected system keeps them: the night says nothing is done that nobody did.
    const night = { now: house.clock.now(), day: '2026-11-20' };
    await house.seed(async ({ tx }) => {
      for (const step of nightlySteps) await step.run(tx, night);
    });
    const { rows: waiting } = await sql`select from account_removal where executed_at is null`.execute(
      house.db,
    );
    expect(waiting).toHaveLength(1);
    const waits = { userName: 'gone.away', state: 'waiting', done: null };
    expect((await superadmin.call(removals.list, {})).Items).toMatchObject([waits]);
    expect((await superadmin.call(removals.list, { state: 'done' })).TotalItems).toBe(0);
    for (const search of ['GONE', 'fjordby']) {
      expect((await superadmin.call(removals.list, { search, state: 'waiting' })).TotalItems).toBe(1);
    }
    expect((await ict.refused(removals.list, {})).code).toBe('access.denied');
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
      'borte.begge user.other-school',
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
