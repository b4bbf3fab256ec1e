/** What the log calls that which was changed, also where the journal has no more than what changed about it. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { finishOperation, startOperation, underOperation } from '#server/journal/long-operation.ts';
import { openHouse } from '#server/testing/house.ts';

import { logs } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('LUN', 'Lunde skole');
  const schools = [{ code: 'LUN' }];
  await seed.user({ userName: 'per.lun', firstName: 'Per', lastName: 'Li', schools });
  await seed.user({
    userName: 'shy.lun',
    firstName: 'Siv',
    lastName: 'Li',
    schools,
    columns: { shielded: true },
  });
});
const everyone = await house.signIn('superadmin');
const central = await house.signIn('centralAdmin');

/** As something long does it, for the whole owner. */
async function under(text: string): Promise<number> {
  const wish = { event: 'test.planned', route: 'test', now: house.clock.now() };
  const id = await startOperation(house.db, wish, 'node-1', 1);
  await underOperation(house.db, id, 'node-1', (tx) => sql.raw(text).execute(tx));
  await finishOperation(house.db, id, { status: 'completed', now: house.clock.now() });
  return id;
}

const plan = (userName: string) => `
  insert into deactivation (user_id, start_on, end_on, status, registered_by, added_at)
  select id, '2026-12-01', '2026-12-08', 'planned', 'ikt', now() from users where user_name = '${userName}'`;

it('calls a school by its name, and not by its number in the database', async () => {
  const id = await under(`update school set name = 'Lunde barneskole'`);
  const { target } = await everyone.call(logs.operation, { id });
  expect(target).toEqual({ type: 'school', key: null, name: 'Lunde barneskole' });
});

it('names the person also when no more than the state of a period changed', async () => {
  await under(plan('per.lun'));
  const id = await under(`update deactivation set status = 'active'`);
  const { target } = await everyone.call(logs.operation, { id });
  expect(target).toEqual({ type: 'user', key: 'per.lun', name: 'Per Li' });
});

it('keeps what was done about a shielded person from those who may not see them', async () => {
  await under(plan('shy.lun'));
  const id = await under(`update deactivation set status = 'active' where status = 'planned'`);
  expect((await everyone.call(logs.operation, { id })).TotalItems).toBe(1);
  const { Items } = await central.call(logs.audit, {});
  expect(JSON.stringify(Items)).not.toMatch(/shy\.lun|Siv/);
  const entry = Items.find((one) => one.id === id);
  expect(entry?.changeCount ?? 0).toBe(0);
});
