/** What was read of the directory is set against when the portal brought it, whatever the clocks say. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';

import { recordDrift } from './drift.ts';
import { databaseTime } from './objects.ts';
import { openReconciled, type Reconciled } from './testing.ts';

const DAY_MS = 86_400_000;
let house: Reconciled;
let key: number;

const setTitle = async (title: string) => {
  await house.seed(({ tx }) => tx.updateTable('users').set({ title }).where('id', '=', key).execute());
  await house.worker.turn();
};

beforeEach(async () => {
  house = await openReconciled();
  await house.seed(async (rows) => {
    await rows.school('GRA', 'Grana skole');
    key = await rows.user({ userName: 'lars', role: 'employee', schools: [{ code: 'GRA' }] });
  });
  await house.worker.turn();
});

it('is found also after the portal’s clock has been moved back', async () => {
  house.clock.advance(DAY_MS);
  await setTitle('Vikar');
  house.clock.advance(-DAY_MS);
  await sql`update simulated_directory.object set fields = fields || '{"title": "Rektor"}' where name = 'lars'`.execute(
    house.db,
  );
  await house.sweep();
  expect(await house.drift()).toMatchObject([{ name: 'lars', field: 'title', observed: 'Rektor' }]);
});

it('is not what the portal brought while it was being compared', async () => {
  const { db, clock } = house;
  const asked = await databaseTime(db);
  await setTitle('Vikar');
  // What was read and judged in between is told only now.
  const found = [{ field: 'title', member: '', wanted: 'Vikar', observed: null }];
  await recordDrift(db, 'user', [{ key, name: 'lars', found }], { now: clock.now(), asked });
  expect(await house.drift()).toEqual([]);
});
