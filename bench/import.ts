/**
 * What the import costs, with its controls in the same run. `node bench/import.ts [accounts] [schools] [--profile]`
 *
 * - The first import of a whole owner, against a bare COPY of the very rows it wrote into equal tables with the same
 *   indexes, without triggers and journal.
 * - The next night's file with 0.5 % changes, rehearsed: how long the plan takes, against reading the file alone.
 * - The same file again, rehearsed.
 * - Sealing the first import into the journal's chain, which the portal does afterwards in the background.
 *
 * With their guardians the persons of a file are 2.15 times its accounts: a million persons in 3,000 schools are
 * `465000 3000`.
 *
 * `--profile` also prints the slowest statements of each phase.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { readPifu } from '#connectors/source/pifu/read.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db.ts';
import type { Phase } from '#server/import/record.ts';
import { runImport } from '#server/import/run.ts';
import { sealFinished } from '#server/journal/seal.ts';
import { migrate } from '#server/migrate.ts';
import { openVault } from '#server/national-number.ts';
import { startPostgres } from '#server/postgres/embedded.ts';

import { writePifu } from '../src/demo/write-pifu.ts';
import { treeMs } from './processor.ts';
import { profiled } from './statements.ts';

const [accounts = 20_000, schools = Math.max(2, Math.round(accounts / 350))] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map(Number);
const isProfiled = process.argv.includes('--profile');
/** What the issue promises. */
const GOALS = { first: 4, plan: 1.5 };

/** What an import writes into. */
const tables = [
  'school',
  'users',
  'user_name_taken',
  'user_source',
  'school_user',
  'guardian',
  'user_guardian',
  'groups',
  'group_source',
  'membership',
] as const;

const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
// What the server tidies up by itself after the import would fall on the control, or not, as it happens.
const server = await startPostgres({ folder: join(folder, 'postgres'), settings: { autovacuum: 'off' } });
const postmaster = Number(
  (await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
);
try {
  await migrate(server.url());
  const { db, pool, end } = connect({ url: server.url(), connections: 5, statementTimeoutMs: 0 });
  try {
    await measure(db, pool);
  } finally {
    await end();
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(db: Db, pool: pg.Pool): Promise<void> {
  const parameters = {
    pupils: Math.round(accounts * 0.85),
    employees: Math.round(accounts * 0.15),
    schools,
  };
  const [first, next] = [join(folder, 'first.xml'), join(folder, 'next.xml')];
  await writePifu(first, parameters);
  print(`${accounts} accounts in ${schools} schools, ${Math.round((await stat(first)).size / 1e6)} MB`);

  print(`reading the file alone: ${ms(await measured(() => readThrough(first)))}`);

  await haveLogWritten(pool);
  const imported = await run(pool, first, false);
  const { rows: wrote } = await pool.query<{ persons: number; groups: number; memberships: number }>(
    `select (select count(*) from users)::integer + (select count(*) from guardian)::integer as persons,
            (select count(*) from groups)::integer as groups, (select count(*) from membership)::integer as memberships`,
  );
  print(`wrote ${JSON.stringify(wrote[0])}`);
  print(
    `first import: ${say(imported)}\n  this process at its most: ${Math.round(process.resourceUsage().maxRSS / 1_000)} MB`,
  );
  const control = await bareCopy(pool);
  const ratio = imported.total.time / control.time;
  print(`bare COPY of the same rows with the same indexes: ${ms(control)}`);
  const used = (imported.total.portal + imported.total.database) / (control.portal + control.database);
  print(
    `first import / bare COPY: ${ratio.toFixed(2)} (goal ${GOALS.first}: ${verdict(ratio, GOALS.first)}); of the processor ${used.toFixed(2)}`,
  );

  // At a million both files and both sets of tables would take much room.
  await pool.query('drop schema bare cascade');
  await writePifu(next, { ...parameters, changes: 0.005 });
  for (const [what, file] of [
    ['0.5 % changes', next],
    ['the same file again', first],
  ] as const) {
    const alone = await measured(() => readThrough(file));
    const plan = await run(pool, file, true);
    const share = plan.comparing.time / alone.time;
    print(`${what}, rehearsed: ${say(plan)}\n  reading alone ${ms(alone)}`);
    print(`plan / reading: ${share.toFixed(2)} (goal ${GOALS.plan}: ${verdict(share, GOALS.plan)})`);
  }
  const sealing = await measured(() => sealFinished(db));
  const { rows } = await pool.query<{ changes: number }>(
    'select sum(changes)::integer as changes from journal.seal',
  );
  print(`sealing of ${rows[0]?.changes} changes: ${ms(sealing)}`);
  print(`load of the machine at the end: ${loadavg()[0]?.toFixed(1)}`);
  print(`this process at its most: ${Math.round(process.resourceUsage().maxRSS / 1_000)} MB`);
}

async function readThrough(file: string): Promise<void> {
  for await (const _ of readPifu(createReadStream(file)));
}

type Stage = Exclude<Phase, 'done'> | 'total';

/** Milliseconds of time, and of the processor in this process and in the database's. */
interface Cost {
  time: number;
  portal: number;
  database: number;
}

function now(): Cost {
  const { user, system } = process.cpuUsage();
  return { time: performance.now(), portal: (user + system) / 1_000, database: treeMs(postmaster) };
}

function since(before: Cost): Cost {
  const { time, portal, database } = now();
  return { time: time - before.time, portal: portal - before.portal, database: database - before.database };
}

/** What each phase cost. */
async function run(pool: pg.Pool, file: string, dryRun: boolean): Promise<Record<Stage, Cost>> {
  const none: Cost = { time: 0, portal: 0, database: 0 };
  const costs = { reading: none, comparing: none, applying: none, total: none };
  const profile = profiled(isProfiled ? pool : undefined);
  const started = now();
  let entered = started;
  let phase: Phase = 'reading';
  const enter = (next: Phase): void => {
    if (next === phase) return;
    if (phase !== 'done') costs[phase] = since(entered);
    [phase, entered] = [next, now()];
  };
  const result = await runImport(
    { pool, clock: systemClock, vault: openVault(Buffer.alloc(32, 7)) },
    {
      fileName: 'bench.xml',
      bytes: createReadStream(file),
      via: 'command',
      by: { name: 'bench' },
      dryRun,
      acceptLeavers: true,
      progress: (progress) => enter(progress.phase),
    },
  );
  costs.total = since(started);
  if (result.status === 'failed') throw new Error(result.failure.code);
  for (const line of profile()) print(line);
  return costs;
}

/**
 * A file of the server's log costs twice when it is written for the first time, as it is filled and synced beforehand. The
 * control always finds those the import wrote; so that the import finds some, too, a log as long as its own is written
 * before, and let go by a checkpoint.
 */
async function haveLogWritten(pool: pg.Pool): Promise<void> {
  const megabytes = Math.min(Math.ceil(accounts / 50), 3_000);
  await pool.query(
    `select count(pg_logical_emit_message(false, 'bench', repeat('x', 1000000))) from generate_series(1, $1)`,
    [megabytes],
  );
  await pool.query('checkpoint');
}

/** The rows the import wrote, out to disk, and by COPY into equal tables without anything that watches them. */
async function bareCopy(pool: pg.Pool): Promise<Cost> {
  const client = await pool.connect();
  try {
    await client.query('create schema bare');
    for (const table of tables) {
      await client.query(`create table bare.${table} (like public.${table} including all)`);
    }
    await client.query('checkpoint');
    const costs: Cost[] = [];
    for (const table of tables) {
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const names = rows[0]?.names ?? '';
      const file = join(folder, table);
      await pipeline(
        client.query(copyTo(`copy public.${table} (${names}) to stdout`)),
        createWriteStream(file),
      );
      costs.push(
        await measured(() =>
          pipeline(
            createReadStream(file, { highWaterMark: 1_000_000 }),
            client.query(copyFrom(`copy bare.${table} (${names}) from stdin`)),
          ),
        ),
      );
      await rm(file);
    }
    costs.push(
      await measured(() => client.query(`analyze ${tables.map((table) => `bare.${table}`).join(', ')}`)),
    );
    return costs.reduce((sum, { time, portal, database }) => ({
      time: sum.time + time,
      portal: sum.portal + portal,
      database: sum.database + database,
    }));
  } finally {
    client.release();
  }
}

async function measured(work: () => Promise<unknown>): Promise<Cost> {
  const before = now();
  await work();
  return since(before);
}

function ms({ time, portal, database }: Cost): string {
  return `${Math.round(time)} ms (processor: portal ${Math.round(portal)}, database ${Math.round(database)})`;
}

function say({ total, reading, comparing, applying }: Record<Stage, Cost>): string {
  return `${ms(total)}\n  read and staged ${ms(reading)}\n  planned ${ms(comparing)}\n  applied ${ms(applying)}`;
}

function verdict(ratio: number, goal: number): string {
  return ratio <= goal ? 'met' : 'missed';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
