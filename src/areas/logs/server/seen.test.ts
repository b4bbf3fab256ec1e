/** What a school sees of an operation is found in parts, by an index each; together they are the condition, and no more. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { prove } from '#kernel/scope.ts';
import { type Chosen, eachChange, firstChanges } from '#server/journal/bundled.ts';
import { finishOperation, startOperation, underOperation } from '#server/journal/long-operation.ts';
import { openHouse } from '#server/testing/house.ts';

import { choiceOf } from './seen.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  for (const [code, name] of [
    ['LUN', 'Lunde skole'],
    ['NES', 'Neset skole'],
  ] as const) {
    await seed.school(code, name);
    await seed.user({ userName: `per.${code.toLowerCase()}`, schools: [{ code }] });
    await seed.group({ name: `${code} 1A`, school: code });
    await seed.group({ name: `${code} 1B`, school: code });
  }
});
const one = async (text: string): Promise<number> => {
  const { rows } = await house.pool.query<{ n: number }>(text);
  return rows[0]?.n ?? 0;
};

/** Something of each kind that has a place in the log: by the school, for the owner, and long. */
async function everything(own: number): Promise<void> {
  const work = `
    update users set title = 'A' || random()::text;
    update school set name = name || 'x';
    update school_user set class_name = coalesce(class_name, '') || 'x';
    insert into group_nesting (parent_id, child_id, added_at)
      select a.id, b.id, now() from groups a join groups b on b.school_id = a.school_id and b.name like '%1B' where a.name like '%1A'
      on conflict do nothing;
    delete from group_nesting;
    insert into membership (group_id, user_id, role, added_at) select g.id, u.id, 'student', now() from groups g cross join users u
      on conflict do nothing;
    delete from membership;`;
  for (const school of ['null', String(own)]) {
    await house.pool.query(
      `begin; select journal.begin('test.done', 'test', school_id => ${school}); ${work} commit`,
    );
  }
  const id = await startOperation(
    house.db,
    { event: 'test.long', route: 'test', now: house.clock.now() },
    'node-1',
    1,
  );
  await underOperation(house.db, id, 'node-1', (tx) => sql.raw(work).execute(tx));
  await finishOperation(house.db, id, { status: 'completed', now: house.clock.now() });
}

/** Of each operation: how many changes, how many are read, and how many of those are different ones. */
async function found(chosen: Chosen) {
  const { rows } = await sql<{ id: string; counted: number; first: number; distinct: number }>`
    select o.id::text, (select count(*)::int from (${eachChange(chosen)}) e) as counted,
           f.n as first, f.ids as distinct
      from journal.operation o
      cross join lateral (select count(*)::int as n, count(distinct id)::int as ids
                            from (${firstChanges(chosen, sql`1000`)}) x) f
     order by o.id`.execute(house.db);
  return rows;
}

it('finds in its parts what the condition on the whole finds, each once', async () => {
  const schoolId = await one(`select id as n from school where code = 'LUN'`);
  await everything(schoolId);
  const asked = { userId: 1, userName: 'ikt', displayName: 'IKT', sessionId: '', schoolId };
  const scope = prove({ ...asked, roles: ['schoolIct'] }, 'log.read');
  if (scope?.kind !== 'school') throw new Error('The school has no log');
  const { where, bundles, parts } = choiceOf(scope);
  if (!parts) throw new Error('It is not found in parts');
  const whole = await found({ where, bundles });
  expect(await found({ where, bundles, parts })).toEqual(whole);
  expect(whole.filter(({ counted }) => counted > 0).length).toBeGreaterThan(2);
  for (const { counted, first, distinct } of whole) expect([first, distinct]).toEqual([counted, counted]);
});
