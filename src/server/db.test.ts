import { AsyncResource } from 'node:async_hooks';

import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { connect } from './db.ts';
import { FOR_ITS_VALUES } from './postgres/named-statements.ts';
import { SecondConnectionError } from './postgres/one-connection.ts';
import { emptyDatabase } from './testing/database.ts';

const url = await emptyDatabase();

async function withDatabase<T>(work: (database: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const database = connect({ url, connections: 1 });
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

it('gives big integers as numbers, days as text and moments as dates', async () => {
  await withDatabase(async ({ db }) => {
    const { rows } = await sql`
      select count(*) as count, array[1::bigint, null] as numbers, date '2026-02-28' as day,
             array[date '2026-01-01'] as days, timestamptz '2026-01-01T00:00:00Z' as moment`.execute(db);
    expect(rows).toEqual([
      {
        count: 1,
        numbers: [1, null],
        day: '2026-02-28',
        days: ['2026-01-01'],
        moment: new Date('2026-01-01T00:00:00Z'),
      },
    ]);
  });
});

it('refuses a big integer that a number cannot hold', async () => {
  await withDatabase(async ({ db }) => {
    await expect(sql`select 9007199254740993::bigint as big`.execute(db)).rejects.toThrow('9007199254740993');
  });
});

it('turns snake case into camel case both ways', async () => {
  await withDatabase(async ({ db }) => {
    const { rows } = await sql`select 1 as school_id`.execute(db);
    expect(rows).toEqual([{ schoolId: 1 }]);
  });
});

it('keeps the plan of a statement from its second use on, once per connection', async () => {
  await withDatabase(async ({ db, pool }) => {
    for (const wanted of [1, 2, 3]) await sql`select ${wanted}::int + 41 as planned`.execute(db);
    const { rows } = await pool.query('select 1 from pg_prepared_statements where statement like $1', [
      '%planned%',
    ]);
    expect(rows).toHaveLength(1);
  });
});

it('refuses another connection within a transaction, and what the transaction left behind may have one', async () => {
  await withDatabase(async ({ db, pool }) => {
    const one = () => sql`select 1 as one`.execute(db);
    let later: () => Promise<unknown> = one;
    await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await expect(one()).rejects.toBeInstanceOf(SecondConnectionError);
      await expect(db.transaction().execute(one)).rejects.toBeInstanceOf(SecondConnectionError);
      await expect(async () => pool.query('select 1')).rejects.toBeInstanceOf(SecondConnectionError);
      await expect(withDatabase((other) => sql`select 1`.execute(other.db))).rejects.toBeInstanceOf(
        SecondConnectionError,
      );
      later = AsyncResource.bind(one);
    });
    await expect(later()).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });
});

it('does not hand out a connection again whose plans went stale', async () => {
  await withDatabase(async ({ db, pool }) => {
    await pool.query('create table changing (id int)');
    const read = () => sql`select * from changing where id > ${0}`.execute(db);
    await read();
    await read();
    await pool.query('alter table changing add column name text');
    await expect(read()).rejects.toThrow('cached plan');
    expect((await read()).rows).toEqual([]);
  });
});

it('streams a long answer in portions', async () => {
  await withDatabase(async ({ db }) => {
    const seen: unknown[] = [];
    const query = sql<{ n: number }>`select n from generate_series(1, 1000) as n`.compile(db);
    for await (const row of db.getExecutor().stream(query, 100)) seen.push(...row.rows);
    expect(seen).toHaveLength(1000);
    expect(seen[999]).toEqual({ n: 1000 });
  });
});

it('gives up a statement that takes longer than the limit', async () => {
  const database = connect({ url, statementTimeoutMs: 50 });
  await expect(sql`select pg_sleep(10)`.execute(database.db)).rejects.toMatchObject({ code: '57014' });
  await database.end();
});

it('carries the name of the application, for the server’s own views', async () => {
  await withDatabase(async ({ pool }) => {
    const { rows } = await pool.query(
      'select application_name from pg_stat_activity where pid = pg_backend_pid()',
    );
    expect(rows).toEqual([{ application_name: 'vaktmester' }]);
  });
});

it('keeps the plan of a statement that comes again, but not of one that is planned for its values', async () => {
  await withDatabase(async ({ db }) => {
    for (const value of [1, 2, 3]) {
      await sql`select ${value}::int as kept`.execute(db);
      await sql`${sql.raw(FOR_ITS_VALUES)} select ${value}::int as anew`.execute(db);
    }
    const { rows } = await sql<{ kept: boolean; anew: boolean }>`
      select bool_or(statement like '%as kept%') as kept, bool_or(statement like '%as anew%') as anew
        from pg_prepared_statements where name <> ''`.execute(db);
    expect(rows).toEqual([{ kept: true, anew: false }]);
  });
});
