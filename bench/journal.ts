/**
 * What the journal costs: 100,000 rows inserted, updated and deleted by one statement each, in a watched table and in
 * an equal unwatched one (the control), in turns in the same run. `node bench/journal.ts [rows] [rounds]`
 *
 * Two shapes: `users`, as the portal's own table with all its indexes, and `lean`, a narrow table with two indexes,
 * which is the hardest case because there is little to weigh the journal against.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';

const rows = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 5);
const GOAL = 2.5;

const shapes = [
  {
    name: 'users',
    make: (table: string) => `create table ${table} (like users including all)`,
    watch: `ignored => '{sort_name,search_text,last_login_at,version,national_number_masked}',
      secret => '{national_number_cipher,national_number_hash}', school_column => 'primary_school_id'`,
    insert: (table: string) => `insert into ${table}
        (user_name, first_name, last_name, email, role, primary_school_id, birth_date, created_at)
      select 'bruker' || i, 'Fornavn' || i % 900, 'Etternavn' || i % 5000, 'bruker' || i || '@fjordby.example.no',
        'student', 1 + i % 12, date '2012-01-01' + i % 3000, now() from generate_series(1, ${rows}) i`,
    update: (table: string) => `update ${table} set title = 'Elev', department = '10A'`,
  },
  {
    name: 'lean',
    make: (table: string) => `create table ${table} (id bigint generated always as identity primary key,
      school_id integer not null, name text not null, quota integer); create index on ${table} (school_id, name)`,
    watch: `school_column => 'school_id'`,
    insert: (table: string) => `insert into ${table} (school_id, name, quota)
      select 1 + i % 12, 'navn' || i, 100 from generate_series(1, ${rows}) i`,
    update: (table: string) => `update ${table} set quota = quota + 1`,
  },
];

const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
const server = await startPostgres({ folder: join(folder, 'postgres') });
try {
  await migrate(server.url());
  const client = new Client({ connectionString: server.url() });
  await client.connect();
  for (const shape of shapes) await measure(client, shape);
  await client.end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(client: Client, shape: (typeof shapes)[number]): Promise<void> {
  const tables = [`bench_${shape.name}_plain`, `bench_${shape.name}_watched`] as const;
  for (const table of tables) await client.query(shape.make(table));
  await client.query(`select journal.watch('${tables[1]}', '{id}', ${shape.watch})`);

  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['insert', 'update', 'delete'] as const) {
      // Each goes first as often as the other.
      const order = round % 2 === 0 ? tables : tables.toReversed();
      for (const table of order) {
        const statement = kind === 'delete' ? `delete from ${table}` : shape[kind](table);
        const took = await time(client, statement);
        const key = `${kind} ${table === tables[1] ? 'journal' : 'control'}`;
        times.set(key, [...(times.get(key) ?? []), took]);
      }
      for (const table of tables) await client.query(`vacuum analyze ${table}`);
    }
  }
  for (const kind of ['insert', 'update', 'delete']) {
    const control = median(times.get(`${kind} control`) ?? []);
    const journal = median(times.get(`${kind} journal`) ?? []);
    const ratio = journal / control;
    const goal = kind === 'update' ? ` (goal ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'})` : '';
    print(
      `${shape.name} ${kind} ${rows} rows: control ${control} ms, journal ${journal} ms, ratio ${ratio.toFixed(2)}${goal}`,
    );
  }
}

/** Milliseconds for one statement in a transaction of its own, to the end of its commit. */
async function time(client: Client, statement: string): Promise<number> {
  await client.query('checkpoint');
  await client.query('begin');
  await client.query(`select journal.begin('bench.run', 'bench')`);
  const start = performance.now();
  await client.query(statement);
  await client.query('commit');
  return Math.round(performance.now() - start);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
