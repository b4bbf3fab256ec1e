/**
 * Carries a plan out: what turns back first, then what goes (children before parents), then what comes back (parents
 * before children). A set that the database refuses is halved until the rows at fault stand alone; they are tried
 * again when the rest is done, since one may only have been in another's way, and else are told as not possible.
 */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import type { Db } from '#server/db.ts';

import type { Reason } from './plan.ts';
import { type Catalogue, isRow, literal, quoted, type WatchedTable } from './tables.ts';

type Act = 'U' | 'D' | 'I';

interface Step {
  table: WatchedTable;
  act: Act;
}

interface Refused {
  step: Step;
  n: number;
  reason: Reason;
}

interface Way {
  report?: (done: number) => void;
  /** Rows that are tried together: those of an import of everybody do not stand in one list. */
  portion?: number;
}

/** `undo_plan` says afterwards what was done with each row. */
export async function carryOut(
  tx: Db,
  { tables }: Catalogue,
  { report = () => {}, portion = 100_000 }: Way = {},
): Promise<void> {
  const steps: Step[] = [
    ...tables.map((table): Step => ({ table, act: 'U' })),
    ...tables.map((table): Step => ({ table, act: 'D' })),
    ...tables.toReversed().map((table): Step => ({ table, act: 'I' })),
  ];
  let refused: Refused[] = [];
  let done = 0;
  for (const step of steps) {
    for await (const rows of portionsOf(tx, step, portion)) {
      refused.push(...(await attempt(tx, step, rows)));
      done += rows.length;
      report(done);
    }
  }
  // As long as it helps: each round frees the way for others.
  for (let before = Infinity; refused.length > 0 && refused.length < before;) {
    before = refused.length;
    const again: Refused[] = [];
    for (const { step, n } of refused) again.push(...(await attempt(tx, step, [n])));
    refused = again;
  }
  await mark(tx, refused);
}

async function* portionsOf(tx: Db, { table, act }: Step, most: number): AsyncGenerator<number[]> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const { rows }: { rows: { n: number }[] } = await sql<{ n: number }>`
      select n from undo_plan
       where table_name = ${table.label} and act = ${act} and n > ${last} and outcome in ('reversed', 'partly')
       order by n limit ${most}`.execute(tx);
    if (rows.length > 0) yield rows.map(({ n }) => n);
    last = rows.at(-1)?.n;
  }
}

async function attempt(tx: Db, step: Step, rows: readonly number[]): Promise<Refused[]> {
  await sql`savepoint undo_rows`.execute(tx);
  try {
    await perform(tx, step, rows);
    await sql`release savepoint undo_rows`.execute(tx);
    return [];
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await sql`rollback to savepoint undo_rows`.execute(tx);
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) return [{ step, n: only, reason }];
  }
  const middle = Math.ceil(rows.length / 2);
  const first = await attempt(tx, step, rows.slice(0, middle));
  return [...first, ...(await attempt(tx, step, rows.slice(middle)))];
}

/** Refusals of the schema (class 23) and of its triggers; anything else is a failure of the whole. */
function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === '23505' || error.code === '23P01') return 'taken';
  if (error.code === '23503') return 'referenced';
  return error.code?.startsWith('23') || error.code === 'P0001' ? 'rule' : undefined;
}

async function perform(tx: Db, { table, act }: Step, rows: readonly number[]): Promise<void> {
  const { label, place, columns, secret, hasVersion } = table;
  const chosen = sql`p.table_name = ${label} and p.n = any (${rows})`;
  const same = sql.raw(isRow(table, 't', 'p.row_key'));
  if (act === 'D') {
    await sql`delete from ${sql.raw(place)} t using undo_plan p where ${chosen} and ${same}`.execute(tx);
    return;
  }
  const open = columns.map(({ name }) => name).filter((name) => !secret.includes(name));
  const image = sql.raw(`jsonb_populate_record(null::${place}, p.before)`);
  if (act === 'U') {
    const { rows: touched } = await sql<{ name: string }>`
      select distinct k as name from undo_plan p cross join lateral unnest(p.cols) k where ${chosen}`.execute(
      tx,
    );
    const sets = touched
      .map(({ name }) => name)
      .filter((name) => open.includes(name))
      .map((name) => {
        const column = quoted(name);
        return `${column} = case when ${literal(name)} = any (p.cols) then i.${column} else t.${column} end`;
      });
    if (hasVersion) sets.push('version = t.version + 1');
    await sql`
      update ${sql.raw(place)} t set ${sql.raw(sets.join(', '))}
        from undo_plan p cross join lateral ${image} i where ${chosen} and ${same}`.execute(tx);
    return;
  }
  const names = open.map(quoted).join(', ');
  const values = open.map((name) => `case when ${literal(name)} = any (p.cols) then i.${quoted(name)} end`);
  await sql`
    insert into ${sql.raw(place)} (${sql.raw(names)}) overriding system value
      select ${sql.raw(values.join(', '))} from undo_plan p cross join lateral ${image} i
       where ${chosen} order by p.n`.execute(tx);
}

async function mark(tx: Db, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    update undo_plan p set outcome = 'cannot', reason = r.reason
      from unnest(${refused.map(({ n }) => n)}::bigint[], ${refused.map(({ reason }) => reason)}::text[]) r (n, reason)
     where r.n = p.n`.execute(tx);
}
