/** Many rows into a table whose foreign keys are checked afterwards (`sql/at-once.sql`): nothing gets by that would not row by row. */
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';

import { sqlFile } from './sql-file.ts';

const { pool } = await testDatabase();

/** A connection within a transaction and its operation, before `people` new persons are written; all is taken back. */
async function about(people: number): Promise<pg.PoolClient> {
  const client = await pool.connect();
  onTestFinished(async () => {
    await client.query('rollback');
    client.release(true);
  });
  await client.query(`begin; select journal.begin('test.run', 'test')`);
  await client.query(
    'create temp table plan_person as select n, true as is_new from generate_series(1, $1::integer) n',
    [people],
  );
  await client.query(await sqlFile('at-once'));
  return client;
}

async function person(client: Pick<pg.Pool, 'query'>, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (user_name, first_name, last_name, role, created_at) values ($1, 'Nora', 'Hansen', 'student', now())
     returning id`,
    [name],
  );
  return rows[0]?.id ?? 0;
}

/** Somebody who is there before the run, for as long as the test. */
async function resident(name: string): Promise<number> {
  const id = await committed((client) => person(client, name));
  onTestFinished(async () => {
    await remove(id);
  });
  return id;
}

const remove = (id: number): Promise<unknown> =>
  committed((client) => client.query('delete from users where id = $1', [id]));

async function committed<T>(act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local lock_timeout = '200ms'; select journal.begin('test.run', 'test')`);
    const result = await act(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const begin = (client: pg.PoolClient, table: string) =>
  client.query('select pg_temp.begin_many($1)', [table]);
const end = (client: pg.PoolClient, table: string) => client.query('select pg_temp.end_many($1)', [table]);
const refer = (client: pg.PoolClient, id: number) =>
  client.query(`insert into user_source (source, source_id, user_id) values ('sas', 'x' || $1::bigint, $1)`, [
    id,
  ]);

/** How many connections to this database wait for a lock. */
async function waiting(): Promise<number | null> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount;
}

async function role(client: pg.PoolClient): Promise<unknown> {
  const { rows } = await client.query<Record<string, unknown>>('show session_replication_role');
  return rows[0]?.['session_replication_role'];
}

it('takes what refers to a row of the run or one from before, and journals it', async () => {
  const before = await resident('nora1');
  const client = await about(10_000);
  const own = await person(client, 'nora2');
  await begin(client, 'user_source');
  expect(await role(client)).toBe('replica');
  await refer(client, own);
  await refer(client, before);
  await end(client, 'user_source');
  expect(await role(client)).toBe('origin');
  const { rows } = await client.query(
    `select count(*)::integer as n from journal.change where row_key ~ '^sas/x'`,
  );
  expect(rows).toEqual([{ n: 2 }]);
});

it('refuses what refers to nobody', async () => {
  const client = await about(10_000);
  await begin(client, 'user_source');
  await refer(client, 4711);
  await expect(end(client, 'user_source')).rejects.toMatchObject({
    code: '23503',
    constraint: 'user_source_user_id_fkey',
  });
});

it('refuses what refers to somebody another transaction has removed meanwhile', async () => {
  const client = await about(10_000);
  const gone = await committed((other) => person(other, 'nora3'));
  await begin(client, 'user_source');
  await refer(client, gone);
  await remove(gone);
  await expect(end(client, 'user_source')).rejects.toMatchObject({ code: '23503' });
});

it('waits for another transaction that is removing what it refers to', async () => {
  const client = await about(10_000);
  const going = await committed((other) => person(other, 'nora7'));
  await begin(client, 'user_source');
  await refer(client, going);
  let refused: Promise<unknown> | undefined;
  await committed(async (other) => {
    await other.query('delete from users where id = $1', [going]);
    refused = end(client, 'user_source').catch((error: unknown) => error);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  });
  expect(await refused).toMatchObject({ code: '23503' });
});

it('keeps what it refers to from being removed until it ends', async () => {
  const before = await resident('nora4');
  const client = await about(10_000);
  await begin(client, 'user_source');
  await refer(client, before);
  await end(client, 'user_source');
  await expect(remove(before)).rejects.toMatchObject({ code: '55P03' });
});

it('asks nothing of an empty reference', async () => {
  const client = await about(10_000);
  await begin(client, 'users');
  expect(await role(client)).toBe('replica');
  await person(client, 'nora5');
  await end(client, 'users');
});

it.each([
  ['few people are new', 9_999, ''],
  [
    'a trigger of the table would not fire',
    10_000,
    `create function pg_temp.note() returns trigger language plpgsql as 'begin return null; end';
     create trigger note after insert on user_source for each row execute function pg_temp.note()`,
  ],
])('checks row by row when %s', async (_, people, prepare) => {
  const client = await about(people);
  await client.query(prepare);
  await begin(client, 'user_source');
  expect(await role(client)).toBe('origin');
  await expect(refer(client, 4711)).rejects.toMatchObject({ code: '23503' });
});

it.each(['users', 'user_source', 'school_user', 'user_guardian', 'groups', 'group_source', 'import_plan'])(
  'has all triggers of %s firing',
  async (table) => {
    const client = await about(10_000);
    await begin(client, table);
    expect(await role(client)).toBe('replica');
  },
);

it('gives a place the sort keys of its person, whether the writer brought them or not', async () => {
  const client = await about(10_000);
  const id = await person(client, 'nora6');
  await client.query(
    `insert into school (id, code, name, created_at) overriding system value values (81, 'A', 'A', now()), (82, 'B', 'B', now());
     insert into school_user (school_id, user_id, role, added_at) values (81, ${id}, 'student', now());
     insert into school_user (school_id, user_id, role, added_at, sort_name)
       select 82, id, 'student', now(), sort_name from users where id = ${id}`,
  );
  const { rows } = await client.query('select sort_name from school_user order by school_id');
  expect(rows).toEqual([{ sort_name: 'Hansen Nora' }, { sort_name: 'Hansen Nora' }]);
});

it.each([
  ['are there', 0, undefined],
  ['are not all there', 1, '23503'],
])('writes many memberships of people who %s', async (_, beyond, code) => {
  const client = await about(10_000);
  const id = await person(client, 'nora8');
  await client.query(
    `insert into groups (id, name, display_name, type, created_at) overriding system value values (91, '8A', '8A', 'class', now());
     drop table plan_person;
     create temp table plan_person as select ${id + beyond} as user_id, true as is_new;
     create temp table plan_group as select 91 as group_id, true as is_new;
     create temp table membership_new as select 91 as group_id, ${id + beyond} as user_id`,
  );
  const checked = client.query(await sqlFile('memberships')).catch((error: unknown) => error);
  expect(await checked).toMatchObject(code === undefined ? { command: 'DO' } : { code });
});
