/**
 * Undoing an operation (specification §4, "its status appears in the log"): one new operation that reverses what the
 * first did, as far as nobody has touched it since. It is planned anew when it is carried out, under locks, so what a
 * preview promised is never done to a row that changed in between.
 */
import { sql } from 'kysely';
import type pg from 'pg';

import type { ErrorCode } from '#kernel/errors.ts';
import type { Clock } from '#server/clock.ts';
import { type Db, queriesBy } from '#server/db.ts';
import type { Sql } from '#server/list/source.ts';
import { log } from '#server/log.ts';
import { withoutHolding } from '#server/postgres/one-connection.ts';

import {
  finishOperation,
  LostOperation,
  progress,
  renewLeases,
  startOperation,
  takeOver,
  underOperation,
} from '../long-operation.ts';
import type { Wish } from '../operation.ts';
import { carryOut } from './apply.ts';
import { makePlan, type Outcome, type Reason } from './plan.ts';

export const UNDONE = 'operation.undone';

/** Up to here a preview tries the whole in earnest and takes it back; above, it goes by the references alone. */
const TRIED = 5_000;

const RENEW_EVERY_MS = 10_000;

export type Counts = Record<Outcome, number>;

export interface Undoing {
  /** The operation to undo. */
  id: number;
  /** Conditions on the changes `c` of an operation `o` that the asker may see. */
  seen: Sql;
  /** Likewise on those that everybody who sees the operation may see; left out = all. */
  open?: Sql | undefined;
  /** Of those the part that is undone; left out = all. */
  only?: Sql | undefined;
  /** The school or group the part is of, kept with the operation. */
  partOf?: string | undefined;
  now: Date;
  /** Marks the rows the asker could not change directly (`rule.ts`). */
  refuse: (tx: Db) => Promise<void>;
}

/** Takes the transaction of a preview back. */
class LeaveNothing extends Error {}

async function rolledBack(db: Db, run: (tx: Db) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await run(tx);
      throw new LeaveNothing();
    });
  } catch (error) {
    if (!(error instanceof LeaveNothing)) throw error;
  }
}

/** Reads `undo_plan` with `look`, inside a transaction that is taken back. */
export async function previewUndo<T>(
  db: Db,
  { id, seen, open, only, now, refuse }: Undoing,
  look: (tx: Db) => Promise<T>,
): Promise<T> {
  const seenThere: T[] = [];
  await rolledBack(db, async (tx) => {
    const catalogue = await makePlan(tx, id, { seen, open, only, hold: false, refuse });
    const counts = await countPlan(tx);
    if (counts.reversed + counts.partly <= TRIED) {
      await sql`savepoint trial`.execute(tx);
      await sql`select journal.begin(${UNDONE}, 'preview', ${now})`.execute(tx);
      await carryOut(tx, catalogue);
      const failed = await failures(tx);
      await sql`rollback to savepoint trial`.execute(tx);
      await markFailures(tx, failed);
    }
    seenThere.push(await look(tx));
  });
  const [answer] = seenThere;
  if (answer === undefined) throw new Error('A preview saw nothing');
  return answer;
}

interface Failed {
  n: number;
  reason: string;
}

async function failures(tx: Db): Promise<Failed[]> {
  const { rows } = await sql<Failed>`
    select n, reason from undo_plan where outcome = 'cannot'`.execute(tx);
  return rows;
}

async function markFailures(tx: Db, failed: readonly Failed[]): Promise<void> {
  await sql`
    update undo_plan p set outcome = 'cannot', reason = r.reason
      from unnest(${failed.map(({ n }) => n)}::bigint[], ${failed.map(({ reason }) => reason)}::text[]) r (n, reason)
     where r.n = p.n and p.outcome in ('reversed', 'partly')`.execute(tx);
}

/** The rows the asker may see, or of them only those that everybody who sees the operation may: others are not counted. */
export async function countPlan(tx: Db, which: 'seen' | 'open' = 'seen'): Promise<Counts> {
  const counted = which === 'seen' ? sql`seen` : sql`seen and open`;
  const { rows } = await sql<{ outcome: Outcome; rows: number }>`
    select outcome, count(*)::int as rows from undo_plan where ${counted} group by outcome`.execute(tx);
  const of = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.rows ?? 0;
  return { reversed: of('reversed'), partly: of('partly'), kept: of('kept'), cannot: of('cannot') };
}

/**
 * The refusal of the direct act where it stands against every row that could still be reversed; undefined where something
 * is left to do. What the act would have said is then said before an operation begins.
 */
export async function refusalOfUndo(db: Db, undoing: Undoing): Promise<ErrorCode | undefined> {
  let found: ErrorCode | undefined;
  await rolledBack(db, async (tx) => {
    await makePlan(tx, undoing.id, { ...undoing, hold: false });
    const counts = await countPlan(tx);
    if (counts.reversed + counts.partly > 0) return;
    const { rows } = await sql<{ code: ErrorCode }>`
      select code from undo_plan where code is not null order by n limit 1`.execute(tx);
    found = rows[0]?.code;
  });
  return found;
}

export interface StartedUndo {
  operationId: number;
  /** Never rejects: what goes wrong stands in the operation. */
  done: Promise<Counts | undefined>;
}

const underWay = new Set<Promise<unknown>>();

/** Resolves when this process undoes nothing any more: before the database connections are closed. */
export async function undoingsDone(): Promise<void> {
  await Promise.all(underWay);
}

/** Starts the new operation; it goes on after the answer when it is large. */
export async function startUndo(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  { now, ...undoing }: Undoing,
  wish: Omit<Wish, 'event' | 'undoOf' | 'now'>,
): Promise<StartedUndo> {
  const db = queriesBy(pool);
  const node = `undo ${crypto.randomUUID()}`;
  const operationId = await startOperation(db, { ...wish, event: UNDONE, undoOf: undoing.id, now }, node);
  const done = work(db, { ...undoing, operationId, node, clock });
  underWay.add(done);
  void done.finally(() => underWay.delete(done));
  return { operationId, done };
}

interface Work extends Omit<Undoing, 'now'> {
  operationId: number;
  node: string;
  clock: Clock;
}

async function work(
  db: Db,
  { operationId, node, id, seen, open, only, partOf, refuse, clock }: Work,
): Promise<Counts | undefined> {
  const timer = setInterval(() => void renewLeases(db, node).catch(() => undefined), RENEW_EVERY_MS);
  timer.unref();
  // By another connection, so that others see it, and not waited for: the transaction holds one already.
  const report = (far: { total?: number; done?: number }) =>
    void withoutHolding(() => progress(db, operationId, far)).catch(() => undefined);
  try {
    return await underOperation(db, operationId, node, async (tx) => {
      const catalogue = await makePlan(tx, id, { seen, open, only, hold: true, refuse });
      const planned = await countPlan(tx);
      const total = planned.reversed + planned.partly;
      report({ total });
      await carryOut(tx, catalogue, { report: (done) => report({ done }) });
      const counts = await countPlan(tx);
      await finishOperation(tx, operationId, {
        status: 'completed',
        now: clock.now(),
        messageCode: UNDONE,
        messageParams: {
          ...counts,
          of: id,
          ...(partOf !== undefined && { partOf }),
          open: await countPlan(tx, 'open'),
        },
      });
      return counts;
    });
  } catch (error) {
    if (error instanceof LostOperation) return undefined;
    log.error({ error, operationId }, 'An undoing failed');
    await finishOperation(db, operationId, {
      status: 'failed',
      now: clock.now(),
      messageCode: 'server.failed',
    }).catch(() => undefined); // without a database it is ended by the next look (`endAbandonedUndoings`)
    return undefined;
  } finally {
    clearInterval(timer);
  }
}

/** Ends the undoings of processes that were killed: their transaction never was. */
export async function endAbandonedUndoings(db: Db, clock: Clock): Promise<void> {
  for (const { id } of await takeOver(db, 'undo keeper', [UNDONE])) {
    await finishOperation(db, id, { status: 'failed', now: clock.now(), messageCode: 'server.stopping' });
  }
}

export type { Outcome, Reason };
