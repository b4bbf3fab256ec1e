import { assert, asyncProperty, boolean, option, stringMatching } from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';

import type { Db } from '#server/db.ts';
import { testDatabase } from '#server/testing/database.ts';

const { db, pool } = await testDatabase();

beforeAll(async () => {
  await pool.query(`
    create table pupil (
      id integer primary key, school_id integer, name text, shoe numeric, notes jsonb, pin text, seen_at timestamptz,
      shout text generated always as (upper(name)) stored
    );
    create table pet (
      pupil_id integer references pupil on delete cascade on update cascade, name text, primary key (pupil_id, name)
    );
    create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    create table odd ("the ""key"" 100%" text collate any_case primary key, j json, t text collate any_case);
    select journal.watch('pupil', '{id}', secret => '{pin}', ignored => '{seen_at}', school_column => 'school_id');
    select journal.watch('pet', '{pupil_id,name}');
    select journal.watch('odd', array['the "key" 100%']);`);
});

beforeEach(async () => {
  await changesOf(async (tx) => {
    await sql`delete from pupil`.execute(tx);
    await sql`delete from odd`.execute(tx);
  });
});

type Changed = [kind: string, table: string, key: string, before: unknown, after: unknown];

/** The changes a piece of work leaves, as `kind table key before after`. */
async function changesOf(work: (tx: Db) => Promise<unknown>): Promise<Changed[]> {
  const id = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select journal.begin('test.changed', 'test', school_id => 9) as id`.execute(tx);
    await work(tx);
    return rows[0]?.id;
  });
  const { rows } = await pool.query<Changed>({
    text: 'select kind, table_name, row_key, before, after from journal.change where operation_id = $1 order by id',
    values: [id],
    rowMode: 'array',
  });
  return rows;
}

const count = async () => (await db.selectFrom('journal.change').select('id').execute()).length;

it('records an inserted, an updated and a deleted row with the columns that matter', async () => {
  expect(
    await changesOf((tx) => sql`insert into pupil (id, name, shoe) values (1, 'Åse', 31.5)`.execute(tx)),
  ).toEqual([['I', 'pupil', '1', null, { id: 1, name: 'Åse', shoe: 31.5 }]]);
  expect(await changesOf((tx) => sql`update pupil set name = 'Åsne', shoe = null`.execute(tx))).toEqual([
    ['U', 'pupil', '1', { name: 'Åse', shoe: 31.5 }, { name: 'Åsne' }],
  ]);
  expect(await changesOf((tx) => sql`delete from pupil`.execute(tx))).toEqual([
    ['D', 'pupil', '1', { id: 1, name: 'Åsne' }, null],
  ]);
});

it('records every row of a set-based statement, and only those that differ', async () => {
  const inserted = await changesOf((tx) =>
    sql`insert into pupil (id, name) select i, 'p' || i % 2 from generate_series(1, 1000) i`.execute(tx),
  );
  expect(inserted).toHaveLength(1000);
  const updated = await changesOf((tx) => sql`update pupil set name = 'p1'`.execute(tx));
  expect(updated).toHaveLength(500);
  expect(updated.every(([, , key]) => Number(key) % 2 === 0)).toBe(true);
});

it('leaves nothing of an update that changes nothing, or only what is ignored or follows', async () => {
  await changesOf((tx) => sql`insert into pupil (id, name, notes) values (1, 'a', '{"x":null}')`.execute(tx));
  expect(
    await changesOf((tx) =>
      sql`update pupil set name = 'a', notes = '{"x":null}', seen_at = now()`.execute(tx),
    ),
  ).toEqual([]);
});

it('keeps json as it is, with its empty values', async () => {
  await changesOf((tx) => sql`insert into pupil (id, notes) values (1, '{"x":null}')`.execute(tx));
  expect(await changesOf((tx) => sql`update pupil set notes = '{"x":[null]}'`.execute(tx))).toEqual([
    ['U', 'pupil', '1', { notes: { x: null } }, { notes: { x: [null] } }],
  ]);
});

it('sees a difference its type calls equal', async () => {
  await changesOf(async (tx) => {
    await sql`insert into odd values ('k', '{"a":1}', 'ås')`.execute(tx);
    await sql`insert into pupil (id, shoe) values (1, 1.0)`.execute(tx);
  });
  expect(await changesOf((tx) => sql`update odd set t = 'Ås', j = '{"a": 1}'`.execute(tx))).toHaveLength(1);
  expect(await changesOf((tx) => sql`update pupil set shoe = 1.00`.execute(tx))).toHaveLength(1);
});

it('records a changed key as a row gone and a row come, also when keys are swapped', async () => {
  await changesOf((tx) => sql`insert into pupil (id, name) values (1, 'a'), (2, 'b')`.execute(tx));
  expect(await changesOf((tx) => sql`update pupil set id = 3 where id = 1`.execute(tx))).toEqual(
    expect.arrayContaining([
      ['D', 'pupil', '1', { id: 1, name: 'a' }, null],
      ['I', 'pupil', '3', null, { id: 3, name: 'a' }],
    ]),
  );
});

it('records insert … on conflict as what it did to each row', async () => {
  await changesOf((tx) => sql`insert into pupil (id, name) values (1, 'a')`.execute(tx));
  const changes = await changesOf((tx) =>
    sql`insert into pupil (id, name) values (1, 'b'), (2, 'c') on conflict (id) do update set name = excluded.name`.execute(
      tx,
    ),
  );
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining([
      ['U', 'pupil', '1', { name: 'a' }, { name: 'b' }],
      ['I', 'pupil', '2', null, { id: 2, name: 'c' }],
    ]),
  );
  expect(
    await changesOf((tx) => sql`insert into pupil (id) values (1) on conflict do nothing`.execute(tx)),
  ).toEqual([]);
});

it('records every table a statement writes to, and what a merge does', async () => {
  const changes = await changesOf((tx) =>
    sql`with p as (insert into pupil (id, name) values (1, 'a') returning id)
        insert into odd select 'from ' || id from p`.execute(tx),
  );
  expect(changes.map(([kind, table]) => `${kind} ${table}`).toSorted()).toEqual(['I odd', 'I pupil']);
  const merged = await changesOf((tx) =>
    sql`merge into pupil p using (values (1), (2)) v (id) on p.id = v.id
        when matched then delete when not matched then insert (id) values (v.id)`.execute(tx),
  );
  expect(merged.map(([kind, , key]) => `${kind} ${key}`).toSorted()).toEqual(['D 1', 'I 2']);
});

it('records what a deletion or a changed key takes along', async () => {
  await changesOf(async (tx) => {
    await sql`insert into pupil (id) values (1), (2)`.execute(tx);
    await sql`insert into pet values (1, 'a/b'), (1, 'c'), (2, '%')`.execute(tx);
  });
  const moved = await changesOf((tx) => sql`update pupil set id = 5 where id = 2`.execute(tx));
  expect(moved.map(([kind, table, key]) => `${kind} ${table} ${key}`).toSorted()).toEqual([
    'D pet 2/%25',
    'D pupil 2',
    'I pet 5/%25',
    'I pupil 5',
  ]);
  const gone = await changesOf((tx) => sql`delete from pupil where id = 1`.execute(tx));
  expect(gone.map(([kind, table, key]) => `${kind} ${table} ${key}`).toSorted()).toEqual([
    'D pet 1/a%2Fb',
    'D pet 1/c',
    'D pupil 1',
  ]);
});

it('gives a change the school of its row, else of its operation', async () => {
  await changesOf((tx) => sql`insert into pupil (id, school_id) values (1, 4), (2, null)`.execute(tx));
  const { rows } = await pool.query(
    `select row_key, school_id from journal.change where table_name = 'pupil' order by id desc limit 2`,
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { row_key: '1', school_id: 4 },
      { row_key: '2', school_id: 9 },
    ]),
  );
});

it('leaves nothing of what was rolled back, wholly or in part', async () => {
  const before = await count();
  await changesOf(async (tx) => {
    await sql`savepoint half`.execute(tx);
    await sql`insert into pupil (id) values (1)`.execute(tx);
    await sql`rollback to half`.execute(tx);
  });
  await expect(
    changesOf(async (tx) => {
      await sql`insert into pupil (id) values (1)`.execute(tx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await count()).toBe(before);
});

it('refuses a change without an operation, also after one that ended', async () => {
  await changesOf((tx) => sql`insert into pupil (id) values (1)`.execute(tx));
  for (const change of [
    `insert into pupil (id) values (2)`,
    `update pupil set name = 'x'`,
    'delete from pupil',
  ]) {
    await expect(pool.query(change)).rejects.toMatchObject({ code: 'VM001' });
    await expect(pool.query(`set local session_replication_role = replica; ${change}`)).rejects.toMatchObject(
      {
        code: 'VM001',
      },
    );
  }
  const { rows } = await pool.query('select id, name from pupil');
  expect(rows).toEqual([{ id: 1, name: null }]);
});

it('refuses a made-up operation', async () => {
  const made = db.transaction().execute(async (tx) => {
    await sql`select set_config('vaktmester.operation', '999999', true)`.execute(tx);
    await sql`insert into pupil (id) values (2)`.execute(tx);
  });
  await expect(made).rejects.toMatchObject({ code: 'VM004' });
});

it('refuses to truncate a watched table, also by cascade', async () => {
  await expect(pool.query('truncate pet')).rejects.toMatchObject({ code: 'VM002' });
  await expect(pool.query('truncate pupil cascade')).rejects.toMatchObject({ code: 'VM002' });
});

it('records a column that was added, once the watch is refreshed', async () => {
  await pool.query('alter table pupil add column height integer; select journal.refresh()');
  await changesOf((tx) => sql`insert into pupil (id) values (1)`.execute(tx));
  expect(await changesOf((tx) => sql`update pupil set height = 150`.execute(tx))).toEqual([
    ['U', 'pupil', '1', {}, { height: 150 }],
  ]);
});

it('refuses to watch by a column that is missing or secret', async () => {
  await expect(pool.query(`select journal.watch('pupil', '{nr}')`)).rejects.toMatchObject({ code: 'VM005' });
  await expect(pool.query(`select journal.watch('pupil', '{id}', '{id}')`)).rejects.toMatchObject({
    code: 'VM005',
  });
});

const secret = option(stringMatching(/^[!-~]{1,40}$/), { nil: null });
const pin = (value: string | null) => (value === null ? null : `pin-${value}`);
const mark = (value: string | null) => (value === null ? {} : { pin: '***' });

it('never holds a secret, whatever it is and whatever else changes', async () => {
  const property = asyncProperty(secret, secret, boolean(), async (first, second, named) => {
    const changes = await changesOf(async (tx) => {
      await sql`insert into pupil (id, pin) values (1, ${pin(first)})`.execute(tx);
      await sql`update pupil set pin = ${pin(second)}, name = ${named ? 'n' : null}`.execute(tx);
      await sql`delete from pupil`.execute(tx);
    });
    const name = named ? { name: 'n' } : {};
    const changed = first === second ? [{}, name] : [mark(first), { ...mark(second), ...name }];
    const wanted = [
      ['I', 'pupil', '1', null, { id: 1, ...mark(first) }],
      ...(first === second && !named ? [] : [['U', 'pupil', '1', ...changed]]),
      ['D', 'pupil', '1', { id: 1, ...mark(second), ...name }, null],
    ];
    expect(changes).toEqual(wanted);
    expect(JSON.stringify(changes)).not.toContain('pin-');
  });
  await assert(property, { numRuns: 60 });
});
