/**
 * A long operation (an import, a deletion of many) spans several transactions. Its row says how far it is, and its
 * lease says whether the process running it is alive: the lease is in real time, because a moved portal clock must
 * not make a living process look dead.
 */
import { type RawBuilder, sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { tellProgress } from '#server/operations/live.ts';

import { refusingRepeats, type Wish } from './operation.ts';

export const LEASE_SECONDS = 30;

/** The operation ended or was given to another process meanwhile; the caller must stop. */
export class LostOperation extends Error {
  constructor(id: number) {
    super(`Operation ${id} is not this process's to run any more`);
    this.name = 'LostOperation';
  }
}

/** Starts an operation that outlives this transaction, owned by process `node`. Answers its id. */
export async function startOperation(db: Db, wish: Wish, node: string, total?: number): Promise<number> {
  return refusingRepeats(db, wish, async () => {
    const { id } = await db
      .insertInto('journal.operation')
      .values({
        event: wish.event,
        route: wish.route,
        startedAt: wish.now,
        ...(wish.key !== undefined && { key: wish.key }),
        actorId: wish.actor?.id ?? null,
        actorName: wish.actor?.name ?? null,
        actorRole: wish.actor?.role ?? null,
        schoolId: wish.schoolId ?? null,
        correlationId: wish.correlationId ?? null,
        reason: wish.reason ?? null,
        ip: wish.ip ?? null,
        undoOf: wish.undoOf ?? null,
        total: total ?? null,
        ownerNode: node,
        leaseUntil: leaseEnd(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tellProgress(db, id);
    return id;
  });
}

/** One transaction of a running operation: its changes belong to the operation. */
export async function underOperation<T>(
  db: Db,
  id: number,
  node: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await resumeOperation(tx, id, node);
    return work(tx);
  });
}

/**
 * Makes the rest of this transaction write under a running operation. Throws `LostOperation` when it ended or
 * another process took it over; neither can happen from here to the end of the transaction.
 */
export async function resumeOperation(tx: Db, id: number, node: string): Promise<void> {
  // The lock first, the look after it: whoever ends or takes over the operation holds the same row for update.
  await sql`select from journal.unsealed where operation_id = ${id} for key share`.execute(tx);
  const { rows } = await sql`
    select set_config('vaktmester.operation', id::text, true) from journal.operation
    where id = ${id} and owner_node = ${node} and status = 'running'`.execute(tx);
  if (rows.length === 0) throw new LostOperation(id);
}

/**
 * The rows of `journal.unsealed` of the chosen operations `o`, held. Whoever changes an operation it is not writing under
 * holds these first, as `finishOperation` does: the guard of the operation's row asks for them after that row is locked,
 * so in the other order a report on its way deadlocks with the end of the work.
 */
const heldFirst = (chosen: RawBuilder<unknown>) => sql`held as materialized (
  select u.operation_id as id from journal.unsealed u join journal.operation o on o.id = u.operation_id
   where ${chosen} order by u.operation_id for key share of u)`;

/** Reports how far it is, from outside the working transaction so that others see it. */
export async function progress(
  db: Db,
  id: number,
  { total, done, failed }: { total?: number; done?: number; failed?: number },
): Promise<void> {
  await sql`
    with ${heldFirst(sql`o.id = ${id}`)}
    update journal.operation o
       set total = coalesce(${total ?? null}, o.total), done = coalesce(${done ?? null}, o.done),
           failed = coalesce(${failed ?? null}, o.failed)
      from held where o.id = held.id and o.status = 'running'`.execute(db);
  await tellProgress(db, id);
}

export interface Outcome {
  status: 'completed' | 'failed' | 'held';
  /** By the portal's clock. */
  now: Date;
  /** In the error or text catalogue's words. */
  messageCode?: string;
  /** Values for the message; never personal numbers or secrets. */
  /** A group of values is for some of the readers, who are shown it instead of the others. */
  messageParams?: Record<string, string | number | Record<string, number>>;
}

/**
 * Ends an operation, or holds it until somebody approves. Waits for transactions still writing under it. Ending one
 * that has ended already changes nothing.
 */
export async function finishOperation(db: Db, id: number, outcome: Outcome): Promise<void> {
  const finish = async (tx: Db) => {
    await sql`select from journal.unsealed where operation_id = ${id} for update`.execute(tx);
    await tx
      .updateTable('journal.operation')
      .set({
        status: outcome.status,
        finishedAt: outcome.status === 'held' ? null : outcome.now,
        messageCode: outcome.messageCode ?? null,
        messageParams: outcome.messageParams === undefined ? null : JSON.stringify(outcome.messageParams),
        leaseUntil: null,
      })
      .where('id', '=', id)
      .where('finishedAt', 'is', null)
      .execute();
    await tellProgress(tx, id, true); // leaves with the commit
  };
  // Called with the last piece of work's own transaction, the end stands or falls with it.
  await (db.isTransaction ? finish(db) : db.transaction().execute(finish));
}

/** Prolongs the lease of every operation process `node` runs; call it a few times per `LEASE_SECONDS`. */
export async function renewLeases(db: Db, node: string): Promise<void> {
  await sql`
    with ${heldFirst(sql`o.owner_node = ${node} and o.status = 'running' and o.finished_at is null`)}
    update journal.operation o set lease_until = ${leaseEnd()}
      from held where o.id = held.id and o.owner_node = ${node} and o.status = 'running'`.execute(db);
}

/** Lets another process take an operation over at once: process `node` ends before the work does. */
export async function giveUpLease(db: Db, id: number, node: string): Promise<void> {
  await sql`
    with ${heldFirst(sql`o.id = ${id}`)}
    update journal.operation o set lease_until = clock_timestamp() - interval '1 second'
      from held where o.id = held.id and o.owner_node = ${node} and o.status = 'running'`.execute(db);
}

/**
 * Takes over operations whose process let the lease run out, of the given events. Each is given to one caller only,
 * which resumes it, or ends it with `finishOperation` when its work cannot be taken up.
 */
export async function takeOver(
  db: Db,
  node: string,
  events: readonly string[],
): Promise<{ id: number; event: string; done: number }[]> {
  return db
    .updateTable('journal.operation')
    .set({ ownerNode: node, leaseUntil: leaseEnd() })
    .where('id', 'in', (from) =>
      from
        .selectFrom('journal.unsealed as waiting')
        .innerJoin('journal.operation', 'id', 'operationId')
        .select('id')
        .where('finishedAt', 'is', null)
        .where('status', '=', 'running')
        .where('event', 'in', events)
        .where('leaseUntil', '<', sql<Date>`clock_timestamp()`)
        // A row locked by a writer belongs to a living process, whatever its lease says.
        .forUpdate('waiting')
        .skipLocked(),
    )
    .returning(['id', 'event', 'done'])
    .execute();
}

/** Lets somebody's approval set a held operation going again, now run by `node`. */
export async function releaseHeld(db: Db, id: number, node: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with ${heldFirst(sql`o.id = ${id}`)}
    update journal.operation o set status = 'running', owner_node = ${node}, lease_until = ${leaseEnd()}
      from held where o.id = held.id and o.status = 'held'`.execute(db);
  if (numAffectedRows === 0n) throw new LostOperation(id);
}

function leaseEnd() {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
}
