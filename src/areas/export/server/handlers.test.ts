import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { type Actor, prove } from '#kernel/scope.ts';
import { removeOldUses } from '#server/budget.ts';
import { countTaken, exportBudget } from '#server/export/budget.ts';
import { removeOldChoices } from '#server/export/choice.ts';
import { openHouse } from '#server/testing/house.ts';

import { exports } from '../contract.ts';

const PUPILS = 130;
const names = Array.from({ length: PUPILS }, (_, place) => `elev${String(place).padStart(3, '0')}`);

/** The file breaks off: its first line may have left already. */
const BROKEN = /./;

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB');
  await seed.school('LUN');
  for (const userName of names) await seed.user({ userName, schools: [{ code: 'FJB' }] });
  await seed.user({ userName: 'fremmed', schools: [{ code: 'LUN' }] });
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });

async function taken(caller: typeof ict, choice: string): Promise<string[]> {
  const { text, status } = await caller.request('GET /user/list/download', {
    format: 'csv',
    columns: 'userName',
    userType: 'students',
    choice,
  });
  expect(status).toBe(200);
  return text.replace('\u{FEFF}', '').trim().split('\r\n').slice(1).toSorted();
}

describe('an export of chosen rows', () => {
  it('has exactly those, also when they are more than an address holds', async () => {
    const wanted = names.slice(0, PUPILS - 10);
    const { choice } = await ict.call(exports.choose, { keys: wanted });
    expect(await taken(ict, choice)).toEqual(wanted);
  });

  it('has everything that matches but those taken away', async () => {
    const { choice } = await ict.call(exports.choose, { keys: names.slice(0, 3), except: true });
    expect(await taken(ict, choice)).toEqual(names.slice(3));
  });

  it('reaches no farther than the reader', async () => {
    const { choice } = await ict.call(exports.choose, { keys: ['fremmed', 'elev001'] });
    expect(await taken(ict, choice)).toEqual(['elev001']);
  });

  it('is its maker’s own', async () => {
    const { choice } = await ict.call(exports.choose, { keys: ['elev001'] });
    const other = await house.signIn('schoolIct', { school: 'FJB' });
    await expect(taken(other, choice)).rejects.toThrow(BROKEN);
    await expect(taken(ict, crypto.randomUUID())).rejects.toThrow(BROKEN);
  });

  it('is forgotten after a day', async () => {
    const { choice } = await ict.call(exports.choose, { keys: ['elev001'] });
    const inADay = new Date(house.clock.now().getTime() + 25 * 3_600_000);
    await removeOldChoices(house.db, inADay);
    await expect(taken(ict, choice)).rejects.toThrow(BROKEN);
  });

  it('is refused when it is no choice, or nobody’s', async () => {
    expect(await ict.request('POST /export/choice', { keys: 'alle' })).toMatchObject({ status: 422 });
    expect(await ict.request('POST /export/choice', { keys: Array(20_001).fill('x') })).toMatchObject({
      status: 422,
    });
    expect(await house.request('POST /export/choice', { keys: [] })).toMatchObject({ status: 401 });
  });
});

async function alerts(userId: number) {
  const { rows } = await sql<{ rows: number; budget: number; role: string }>`
    select (message_params ->> 'rows')::int as rows, (message_params ->> 'budget')::int as budget, actor_role as role
      from journal.operation where event = 'export.budget-passed' and actor_id = ${userId} order by id`.execute(
    house.db,
  );
  return rows;
}

describe('the budget of exports', () => {
  it('is counted from the exports themselves', async () => {
    const { rows } = await sql<{ taken: number }>`
      select coalesce(sum(amount), 0)::int as taken from budget_use where user_id = ${ict.actor.userId}`.execute(
      house.db,
    );
    expect(rows[0]?.taken).toBe(PUPILS - 10 + PUPILS - 3 + 1);
    expect(await alerts(ict.actor.userId)).toEqual([]);
  });

  it('leaves one entry in the log when it is passed, and another one only on another day', async () => {
    const caller = await house.signIn('schoolIct', { school: 'FJB' });
    const actor: Actor = {
      ...caller.actor,
      displayName: '',
      schoolId: 1,
      roles: ['schoolIct'],
      sessionId: '',
    };
    const scope = prove(actor, 'users.export');
    if (!scope) throw new Error('School ICT may export');
    const take = (rows: number) => countTaken(house.db, { scope, rows, now: house.clock.now() });

    await take(exportBudget.schoolIct);
    expect(await alerts(caller.actor.userId)).toEqual([]);
    await take(1);
    await take(500);
    const passed = { rows: exportBudget.schoolIct + 1, budget: exportBudget.schoolIct, role: 'schoolIct' };
    expect(await alerts(caller.actor.userId)).toEqual([passed]);

    house.clock.set('2026-11-22T13:00:00Z');
    await take(exportBudget.schoolIct + 1);
    expect(await alerts(caller.actor.userId)).toEqual([passed, passed]);
    await removeOldUses(house.db, new Date('2026-11-30T13:00:00Z'));
    const { rows } = await sql`select from budget_use`.execute(house.db);
    expect(rows).toEqual([]);
  });
});
