/**
 * Whatever an operation did, undoing it leaves every watched table as it was before; and what was touched since, what
 * is secret and what is in use stays. The journal itself only grows.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';
import { testDatabase } from '#server/testing/database.ts';
import { inSeedOperation, seedInto } from '#server/testing/seed.ts';

import { carryOut } from './apply.ts';
import { makePlan } from './plan.ts';
import { quoted, readCatalogue } from './tables.ts';
import { type Counts, previewUndo, startUndo } from './undo.ts';

const clock = fixedClock('2026-11-20T12:00:00Z');
const { db, pool } = await testDatabase();

const seen = sql`true`;
const wish = { event: 'test.acted', route: 'test', now: clock.now() };
/** The rules of the areas have tests of their own. */
const refuse = async () => {};

beforeAll(async () => {
  await inSeedOperation(db, clock, async (tx) => {
    const seed = seedInto(tx, clock);
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunden skole');
    for (const name of [
      'ada',
      'bo',
      'cato',
      'dina',
      'eva',
      'finn',
      ...Array.from({ length: 20 }, (_, n) => `e${n}`),
    ]) {
      await seed.user({ userName: name, firstName: name, schools: [{ code: 'FJB', className: '8A' }] });
    }
    const more = Array.from({ length: 16 }, (_, n) => `FJB G${n}`);
    for (const name of ['FJB 8A', 'FJB 8B', 'FJB 9A', 'FJB Kor', ...more])
      await seed.group({ name, school: 'FJB' });
    for (const user of ['ada', 'bo', 'cato']) await seed.member({ group: 'FJB 8A', user });
    await seed.nest('FJB Kor', 'FJB 8A');
    await seed.grant(await seed.userId('finn'), 'schoolIct', await seed.schoolId('FJB'));
  });
});

/** Every watched table as the journal sees it, and the counters that follow from it. */
async function dump(): Promise<Record<string, unknown>> {
  const { tables } = await readCatalogue(db);
  const found: Record<string, unknown> = {};
  for (const { label, place, columns } of tables) {
    const { rows } = await sql<{ rows: unknown }>`
      select coalesce(jsonb_agg(r order by r::text), '[]') as rows from (
        select jsonb_build_object(${sql.join(
          columns.flatMap(({ name }) => [sql.lit(name), sql.raw(`t.${quoted(name)}`)]),
        )}) as r from ${sql.raw(place)} t) x`.execute(db);
    found[label] = rows[0]?.rows;
  }
  const counters = await sql`
    select (select jsonb_object_agg(role, users) from user_total) as kept,
           (select count(*) from school_user s join users u on u.id = s.user_id
             where (s.sort_name, s.expires_on, s.shielded) is distinct from (u.sort_name, u.expires_on, u.shielded)) as stray`.execute(
    db,
  );
  return { ...found, counters: counters.rows };
}

async function act(work: (tx: Db) => Promise<unknown>): Promise<number> {
  return inOperation(db, wish, async (tx, id) => {
    await work(tx);
    return id;
  });
}

async function undo(id: number): Promise<{ operationId: number; counts: Counts }> {
  const { operationId, done } = await startUndo(
    { pool, clock },
    { id, seen, now: clock.now(), refuse },
    { route: 'test' },
  );
  const counts = await done;
  if (!counts) throw new Error('The undoing failed');
  return { operationId, counts };
}

const preview = (id: number) =>
  previewUndo(db, { id, seen, now: clock.now(), refuse }, async (tx) => {
    const { rows } = await sql<{ told: string }>`
      select table_name || ' ' || act::text || ' ' || outcome || coalesce(' ' || reason, '') as told from undo_plan order by n`.execute(
      tx,
    );
    return rows.map(({ told }) => told);
  });

const run = (tx: Db, statement: string) => sql.raw(statement).execute(tx);
const one = async (statement: string) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows[0];

/** The same numbers every time, so that a failure comes back. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor(((state ^ (state >>> 13)) >>> 0) % below);
  };
}

const some = (table: string) => `(select ctid from ${table} order by random() limit 1)`;
const anyUser = `(select id from users order by random() limit 1)`;
const anyGroup = `(select id from groups order by random() limit 1)`;
const now = `'2026-11-20T12:00:00Z'`;
let fresh = 0;
const name = () => `ny${(fresh += 1)}`;

const acts: (() => string)[] = [
  () =>
    `update users set email = '${name()}@fjordby.no', version = version + 1 where ctid = ${some('users')}`,
  () => `update users set title = null, tablet_count = tablet_count + 1 where ctid = ${some('users')}`,
  () => `update users set last_name = '${name()}', shielded = not shielded where ctid = ${some('users')}`,
  () =>
    `update users set role = 'employee', invalid_columns = '{email,mobilePhone}' where ctid = ${some('users')}`,
  () => `update users set expires_on = date '2027-01-01' + (random() * 8)::int where ctid = ${some('users')}`,
  () => `insert into users (user_name, first_name, last_name, role, primary_school_id, created_at)
           values ('${name()}', 'Ny', 'Person', 'student', (select min(id) from school), ${now})`,
  () => `delete from users where ctid = ${some('users')}`,
  () => `insert into school_user (school_id, user_id, role, added_at)
           values ((select max(id) from school), ${anyUser}, 'student', ${now}) on conflict do nothing`,
  () => `delete from school_user where ctid = ${some('school_user')}`,
  () => `update school_user set class_name = '${name()}' where ctid = ${some('school_user')}`,
  () => `insert into groups (name, display_name, type, created_at) values ('${name()}', 'Ny', 'uda', ${now})`,
  () => `delete from groups where ctid = ${some('groups')}`,
  () => `update groups set name = '${name()}' where ctid = ${some('groups')}`,
  () => `insert into membership (group_id, user_id, role, added_at)
           values (${anyGroup}, ${anyUser}, 'student', ${now}) on conflict do nothing`,
  () => `update membership set role = 'teacher', end_on = '2026-12-24' where ctid = ${some('membership')}
           and not exists (select 1 from membership m where m.user_id = membership.user_id
                            and m.group_id = membership.group_id and m.role = 'teacher')`,
  () => `delete from membership where ctid = ${some('membership')}`,
  () => `insert into group_nesting (parent_id, child_id, added_at)
           select a, b, ${now} from (select ${anyGroup} a, ${anyGroup} b) x where a <> b on conflict do nothing`,
  () => `insert into role_grant (user_id, role, school_id, added_at)
           values (${anyUser}, 'teacher', (select min(id) from school), ${now}) on conflict do nothing`,
  () => `delete from role_grant where ctid = ${some('role_grant')}`,
  () => `insert into saved_view (user_id, list, name, state, created_at)
           values (${anyUser}, 'users', '${name()}', '{"a": null, "b": [1, {"c": null}]}', ${now})`,
  () => `update saved_view set state = '{"x": null}' where ctid = ${some('saved_view')}`,
  () => `insert into site_setting values ('${name()}', '{"on": true}')`,
  () => `insert into guardian (source, source_id, name) values ('pifu', '${name()}', 'Verge')`,
  () =>
    `insert into user_guardian select ${anyUser}, max(id) from guardian having max(id) is not null on conflict do nothing`,
  () => `insert into user_source values ('pifu', 'a/b%c ${name()}', ${anyUser}, 'current')`,
  () =>
    `insert into import_person (user_id, absent_since) values (${anyUser}, '2026-11-01') on conflict do nothing`,
];

/** What may stay between the rounds, so that they do not run out of rows. */
const adding = acts.filter((make) => !make().startsWith('delete'));

describe('undoing gives back what was', () => {
  it.each(Array.from({ length: 14 }, (_, index) => index + 1))('random acts, round %i', async (round) => {
    const next = chance(round * 7919);
    const before = await dump();
    const id = await act(async (tx) => {
      await sql`select setseed(${round / 100})`.execute(tx);
      for (let step = next(12) + 1; step > 0; step -= 1) await run(tx, acts[next(acts.length)]?.() ?? '');
    });
    const told = await preview(id);
    const { counts } = await undo(id);
    expect(counts).toEqual({ reversed: told.length, partly: 0, kept: 0, cannot: 0 });
    expect(told.filter((line) => !line.endsWith('reversed'))).toEqual([]);
    expect(await dump()).toEqual(before);
    // The next round begins from something else.
    await act(async (tx) => {
      for (let step = next(4); step > 0; step -= 1) await run(tx, adding[next(adding.length)]?.() ?? '');
    });
  });

  it('also an undoing itself', async () => {
    const before = await dump();
    const id = await act((tx) => run(tx, `update groups set description = 'Ny' where type = 'class'`));
    const after = await dump();
    const { operationId } = await undo(id);
    expect(await dump()).toEqual(before);
    await undo(operationId);
    expect(await dump()).toEqual(after);
  });

  it('leaves a preview without a trace', async () => {
    const id = await act((tx) => run(tx, `update groups set description = 'Forhåndsvist'`));
    const before = await dump();
    const operations = await one('select count(*) as n from journal.operation');
    await preview(id);
    expect(await dump()).toEqual(before);
    expect(await one('select count(*) as n from journal.operation')).toEqual(operations);
  });
});

const describeLast = (value: string) =>
  act((tx) =>
    run(tx, `update groups set description = '${value}' where name = (select max(name) from groups)`),
  );

describe('what has been touched since stays', () => {
  it('column by column', async () => {
    const id = await act((tx) =>
      run(tx, `update users set title = 'Lærer', department = 'A' where user_name = 'eva'`),
    );
    await act((tx) => run(tx, `update users set department = 'B' where user_name = 'eva'`));
    expect(await preview(id)).toEqual(['users U partly touched']);
    await undo(id);
    expect(await one(`select title, department from users where user_name = 'eva'`)).toEqual({
      title: null,
      department: 'B',
    });
  });

  it('but not when it was changed back', async () => {
    await describeLast('først');
    const id = await describeLast('så');
    await describeLast('annet');
    await describeLast('så');
    expect(await preview(id)).toEqual(['groups U reversed']);
  });

  it('and what is in use by then', async () => {
    const id = await act((tx) =>
      run(
        tx,
        `insert into groups (name, display_name, type, created_at) values ('bruk', 'Bruk', 'uda', ${now})`,
      ),
    );
    await act((tx) =>
      run(
        tx,
        `insert into membership (group_id, user_id, role, added_at)
           select g.id, u.id, 'student', ${now} from groups g, users u where g.name = 'bruk' and u.user_name = 'eva'`,
      ),
    );
    expect(await preview(id)).toEqual(['groups D kept referenced']);
    expect((await undo(id)).counts).toMatchObject({ kept: 1, reversed: 0 });
  });

  it('and what is gone, or there again', async () => {
    const made = await act((tx) => run(tx, `insert into site_setting values ('borte', '1')`));
    const taken = await act((tx) => run(tx, `delete from site_setting where key = 'borte'`));
    expect(await preview(made)).toEqual(['site_setting D kept gone']);
    await act((tx) => run(tx, `insert into site_setting values ('borte', '2')`));
    expect(await preview(taken)).toEqual(['site_setting I kept exists']);
  });
});

describe('what cannot be undone', () => {
  it('is a value somebody else has by now', async () => {
    await act((tx) => run(tx, `update users set email = 'delt@fjordby.no' where user_name = 'eva'`));
    const id = await act((tx) =>
      run(tx, `update users set email = 'annen@fjordby.no' where user_name = 'eva'`),
    );
    await act((tx) =>
      run(
        tx,
        `update users set email = 'delt@fjordby.no' where id = (select min(id) from users where user_name <> 'eva')`,
      ),
    );
    expect(await preview(id)).toEqual(['users U cannot taken']);
    expect((await undo(id)).counts).toEqual({ reversed: 0, partly: 0, kept: 0, cannot: 1 });
  });

  it('is a number that was not kept in clear, and what belongs to it', async () => {
    const id = await act((tx) =>
      run(
        tx,
        `update users set title = 'Rektor', national_number_cipher = 'x', national_number_hash = 'y',
           national_number_kind = 'fnr' where user_name = 'eva'`,
      ),
    );
    const before = await one(`select national_number_kind as kind from users where user_name = 'eva'`);
    expect(await preview(id)).toEqual(['users U partly secret']);
    await undo(id);
    expect(
      await one(`select title, national_number_kind as kind from users where user_name = 'eva'`),
    ).toEqual({ title: null, ...before });
  });

  it('is a password', async () => {
    const id = await act((tx) =>
      run(tx, `insert into user_credential select id, 'hash', ${now} from users where user_name = 'eva'`),
    );
    expect(await preview(id)).toEqual(['user_credential D cannot fixed']);
  });

  it('is what its parent is needed for', async () => {
    const id = await act((tx) =>
      run(tx, `delete from membership where user_id = (select id from users where user_name = 'eva')`),
    );
    await act((tx) => run(tx, `delete from groups where name = 'bruk'`));
    expect(await preview(id)).toContain('membership I cannot parent');
  });
});

it('knows of rows hidden from the reader, and leaves them', async () => {
  const id = await act((tx) => run(tx, `update groups set description = 'Skjult'`));
  const counts = await previewUndo(
    db,
    {
      id,
      seen: sql`c.row_key = (select min(row_key) from journal.change x where x.operation_id = c.operation_id)`,
      now: clock.now(),
      refuse,
    },
    async (tx) =>
      (await sql`select outcome, reason, count(*)::int from undo_plan group by 1, 2 order by 1`.execute(tx))
        .rows,
  );
  expect(counts).toEqual([
    { outcome: 'cannot', reason: 'hidden', count: expect.any(Number) },
    { outcome: 'reversed', reason: null, count: 1 },
  ]);
});

it('is carried out in portions, whatever its size', async () => {
  const before = await dump();
  const id = await act((tx) =>
    run(
      tx,
      `insert into groups (name, display_name, type, created_at)
         select 'mange ' || n, 'Mange', 'uda', ${now} from generate_series(1, 25) n`,
    ),
  );
  const told: number[] = [];
  await act(async (tx) => {
    const catalogue = await makePlan(tx, id, { seen, hold: true, refuse });
    await carryOut(tx, catalogue, { portion: 10, report: (done) => void told.push(done) });
  });
  expect(told).toEqual([10, 20, 25]);
  expect(await dump()).toEqual(before);
});
