/** A house for the tests of acts on many users, and what became of such an act. */
import { sql } from 'kysely';

import { openHouse } from '#server/testing/house.ts';

import { seedPeople } from '../../server/testing.ts';

export async function openMany() {
  const house = await openHouse();
  await seedPeople(house);
  await house.seed(async (seed) => {
    await seed.user({ userName: 'ida.ikt', role: 'employee', schools: [{ code: 'FJB' }] });
  });

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

  return {
    house,
    ict: await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' }),
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    superadmin: await house.signIn('superadmin'),
    central: await house.signIn('centralAdmin', { school: 'FJB' }),
    teacher: await house.signIn('teacher', { school: 'FJB' }),
    outcomes,
    operation,
  };
}
