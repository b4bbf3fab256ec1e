/** What a block at a school takes away in the directory: the school's groups, or the account where it is the only place. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';

import { openReconciled, type Reconciled } from './testing.ts';

let house: Reconciled;

beforeEach(async () => {
  house = await openReconciled();
  await house.seed(async (rows) => {
    await rows.school('GRA', 'Grana skole');
    await rows.school('LIA', 'Lia skole');
    await rows.user({ userName: 'siv', role: 'employee', schools: [{ code: 'GRA' }, { code: 'LIA' }] });
    await rows.user({ userName: 'lars', role: 'employee', schools: [{ code: 'GRA' }] });
    for (const [name, school] of [
      ['GRA-8A', 'GRA'],
      ['GRA-lag', 'GRA'],
      ['LIA-9A', 'LIA'],
    ] as const)
      await rows.group({ name, school });
    for (const user of ['siv', 'lars']) {
      await rows.member({ group: 'GRA-8A', user, role: 'teacher' });
      await rows.member({ group: 'GRA-lag', user });
    }
    await rows.member({ group: 'LIA-9A', user: 'siv', role: 'teacher' });
  });
  await house.worker.turn();
  await house.look();
});

async function enabled(name: string): Promise<unknown> {
  const { rows } = await sql<{ fields: Record<string, unknown> }>`
    select fields from simulated_directory.object where name = ${name}`.execute(house.db);
  return rows[0]?.fields['enabled'];
}

async function groupsOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select g.name from simulated_directory.member x join simulated_directory.object g on g.id = x.group_id
      join simulated_directory.object m on m.id = x.member_id where m.name = ${name} order by 1`.execute(
    house.db,
  );
  return rows.map((row) => row.name);
}

const place = async (userName: string, code: string, columns: { blocked?: boolean; role?: string }) => {
  await house.seed(async ({ tx, userId, schoolId }) => {
    const [user, school] = [await userId(userName), await schoolId(code)];
    if (columns.role !== undefined) {
      await tx.updateTable('users').set({ role: columns.role }).where('id', '=', user).execute();
    }
    await tx
      .updateTable('schoolUser')
      .set(columns)
      .where('userId', '=', user)
      .where('schoolId', '=', school)
      .execute();
  });
  await house.worker.turn();
};

it('takes the groups of that school alone from somebody with another place, and gives them back', async () => {
  await place('siv', 'GRA', { blocked: true });
  expect(await groupsOf('siv')).toEqual(['LIA-9A']);
  expect(await enabled('siv')).toBe(true);
  expect(await groupsOf('lars')).toEqual(['GRA-8A', 'GRA-lag']);
  await house.sweep();
  expect(await house.drift()).toEqual([]);
  await place('siv', 'GRA', { blocked: false });
  expect(await groupsOf('siv')).toEqual(['GRA-8A', 'GRA-lag', 'LIA-9A']);
});

it('closes the account of somebody with no other place, and opens it again', async () => {
  await place('lars', 'GRA', { blocked: true });
  expect([await enabled('lars'), await groupsOf('lars')]).toEqual([false, []]);
  await place('siv', 'GRA', { blocked: true });
  await place('siv', 'LIA', { blocked: true });
  expect([await enabled('siv'), await groupsOf('siv')]).toEqual([false, []]);
  await place('siv', 'LIA', { blocked: false });
  expect([await enabled('siv'), await groupsOf('siv')]).toEqual([true, ['LIA-9A']]);
  await place('lars', 'GRA', { blocked: false });
  expect([await enabled('lars'), await groupsOf('lars')]).toEqual([true, ['GRA-8A', 'GRA-lag']]);
});

it('follows when another place comes or goes meanwhile', async () => {
  await place('lars', 'GRA', { blocked: true });
  await house.seed(async ({ tx, userId, schoolId }) => {
    await tx
      .insertInto('schoolUser')
      .values({
        userId: await userId('lars'),
        schoolId: await schoolId('LIA'),
        role: 'employee',
        addedAt: house.clock.now(),
      })
      .execute();
  });
  await house.worker.turn();
  expect(await enabled('lars')).toBe(true);
  await house.seed(async ({ tx, userId, schoolId }) => {
    await tx
      .deleteFrom('schoolUser')
      .where('userId', '=', await userId('lars'))
      .where('schoolId', '=', await schoolId('LIA'))
      .execute();
  });
  await house.worker.turn();
  expect(await enabled('lars')).toBe(false);
});

it('of the employee role alone takes what the employee has there, and leaves the pupil', async () => {
  await place('lars', 'GRA', { role: 'studentBlockedEmployee' });
  expect([await enabled('lars'), await groupsOf('lars')]).toEqual([true, ['GRA-lag']]);
  const { rows } = await sql<{ place: string }>`
    select fields ->> 'place' as place from simulated_directory.object where name = 'lars'`.execute(house.db);
  expect(rows).toEqual([{ place: 'GRA/students' }]);
  await place('lars', 'GRA', { role: 'employee' });
  expect(await groupsOf('lars')).toEqual(['GRA-8A', 'GRA-lag']);
});
