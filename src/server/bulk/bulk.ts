/**
 * Acts on many rows, chosen on the server and carried out as an operation with progress (design.md §5). Whom it is for
 * is written down first; then a handful of rows at a time is done in one transaction together with its outcomes. A
 * process that dies leaves rows that wait, and the next one that looks goes on with them: nothing is done twice.
 */
import { sql } from 'kysely';

import { Refusal, refuse } from '#kernel/errors.ts';
import { rolesWith } from '#kernel/permissions.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import {
  finishOperation,
  giveUpLease,
  LostOperation,
  renewLeases,
  startOperation,
  takeOver,
  underOperation,
} from '#server/journal/long-operation.ts';
import { RepeatedOperation, type Wish } from '#server/journal/operation.ts';
import type { Sql } from '#server/list/source.ts';
import { log } from '#server/log.ts';
import { tellProgress } from '#server/operations/live.ts';
import { isDatabaseLost } from '#server/postgres/lost.ts';

import type { BulkAct, BulkContext } from './act.ts';
import { actorOf, leastTriedFirst, nextRows, type Outcome, saveAct, saveOutcomes, takeAct } from './store.ts';

/** Rows in one transaction: few enough that progress moves and a lock is short. */
const HANDFUL = 50;
const RENEW_EVERY_MS = 10_000;
/** Work that brings its process down again and again, and gets nowhere, is given up. */
const MOST_ATTEMPTS = 5;

interface Needs {
  /** Connections without a time limit on statements. */
  db: Db;
  clock: Clock;
  acts: readonly BulkAct[];
}

interface Start {
  act: string;
  input: unknown;
  actor: Actor;
  /** Everything of the wish but what the act and the clock say. */
  wish: Omit<Wish, 'event' | 'now'>;
  /** A subselect `(place, key, name, shielded)`: whom it is for. */
  rows: Sql;
  retryOf?: number;
}

export interface Bulk {
  /** Answers the operation as soon as it is known whom it is for. Refuses whoever may not. */
  start: (asked: Start) => Promise<number>;
  /** Goes on with what a dead process left behind. */
  takeUp: () => Promise<void>;
  /** When everything this process is at has ended. */
  settled: () => Promise<void>;
  /** Leaves what is under way to others, after the handful at hand. */
  stop: () => Promise<void>;
}

export function openBulk({ db, clock, acts }: Needs): Bulk {
  const running = new Set<Promise<unknown>>();
  /** Runs all that this process takes over from others, one after the other. */
  const successor = nodeName();
  let queue = Promise.resolve();
  let isStopping = false;

  const actNamed = (name: string) => acts.find((act) => act.name === name);

  function track(task: Promise<unknown>): void {
    const tracked: Promise<unknown> = task.finally(() => running.delete(tracked));
    running.add(tracked);
  }

  async function start({ act: name, input, actor, wish, rows, retryOf }: Start): Promise<number> {
    const act = actNamed(name) ?? refuse('bulk.not-found');
    if (!prove(actor, act.permission)) {
      refuse('access.denied', { why: { rule: act.permission, grantedBy: rolesWith(act.permission) } });
    }
    const parsed = act.input.parse(input);
    const node = nodeName();
    const begun = await begin({ ...wish, event: act.event, now: clock.now() }, node, actor);
    if (begun.isRepeat) return begun.id;

    await underOperation(db, begun.id, node, (tx) =>
      saveAct(tx, { operationId: begun.id, act: name, input: parsed, actor, retryOf }, rows),
    );
    track(carryOn(begun.id, node));
    return begun.id;
  }

  /** A wish sent twice under one key is one operation. */
  async function begin(wish: Wish, node: string, actor: Actor): Promise<{ id: number; isRepeat: boolean }> {
    try {
      return { id: await startOperation(db, wish, node), isRepeat: false };
    } catch (error) {
      if (!(error instanceof RepeatedOperation)) throw error;
      const { id, actorId, route } = error.earlier;
      return actorId === actor.userId && route === wish.route
        ? { id, isRepeat: true }
        : refuse('request.repeated');
    }
  }

  /** Never throws: what could not be done now is taken up again when the lease has run out. Answers if it was done. */
  async function carryOn(id: number, node: string): Promise<boolean> {
    // A lease that cannot be renewed now is renewed at the next turn.
    const timer = setInterval(() => void renewLeases(db, node).catch(() => undefined), RENEW_EVERY_MS);
    timer.unref();
    try {
      // Of those that wait for their turn as well.
      await renewLeases(db, node);
      await work(id, node);
      return true;
    } catch (error) {
      if (error instanceof LostOperation) return true;
      if (!isDatabaseLost(error)) log.error(error, `Operation ${id} was interrupted`);
      return false;
    } finally {
      clearInterval(timer);
    }
  }

  async function work(id: number, node: string): Promise<void> {
    const stored = await takeAct(db, id);
    const act = stored && actNamed(stored.act);
    if (!act || stored.attempts > MOST_ATTEMPTS) return fail(id, 'server.failed');

    for (;;) {
      if (isStopping) return giveUpLease(db, id, node);
      const now = clock.now();
      const actor = await actorOf(db, stored.actorId, stored.schoolId, now);
      const scope = actor && prove(actor, act.permission);
      if (!actor || !scope) return fail(id, 'access.denied');
      const isMore = await underOperation(db, id, node, (tx) =>
        handful(act, { tx, actor, scope, now, input: stored.input }, id),
      );
      await tellProgress(db, id);
      if (!isMore) return finishOperation(db, id, { status: 'completed', now: clock.now() });
    }
  }

  /**
   * Not all at once: acts on the same people would wait for each other's rows, and when the process dies again only one
   * of them has been tried in vain. What stopped one may well stop the next, which is not to be blamed for it.
   */
  async function carryOnAll(ids: readonly number[]): Promise<void> {
    for (const id of ids) if (!(await carryOn(id, successor))) return;
  }

  const fail = (id: number, messageCode: 'server.failed' | 'access.denied') =>
    finishOperation(db, id, { status: 'failed', now: clock.now(), messageCode });

  return {
    start,
    async takeUp() {
      const left = await takeOver(
        db,
        successor,
        acts.map(({ event }) => event),
      );
      if (left.length === 0) return;
      const ids = await leastTriedFirst(
        db,
        left.map(({ id }) => id),
      );
      queue = queue.then(() => carryOnAll(ids));
      track(queue);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

const nodeName = () => `bulk ${crypto.randomUUID()}`;

/** True while there is more to do. */
async function handful(act: BulkAct, context: BulkContext<unknown>, operationId: number): Promise<boolean> {
  const rows = await nextRows(context.tx, operationId, HANDFUL);
  const outcomes: Outcome[] = [];
  for (const { place, key } of rows) {
    await sql`savepoint one`.execute(context.tx);
    try {
      await act.run(context, key);
      await sql`release savepoint one`.execute(context.tx);
      outcomes.push({ place, refusal: undefined });
    } catch (error) {
      if (isDatabaseLost(error)) throw error;
      await sql`rollback to savepoint one`.execute(context.tx);
      outcomes.push({ place, refusal: refusalOf(error, act.name) });
    }
  }
  if (outcomes.length > 0) await saveOutcomes(context.tx, operationId, outcomes);
  return rows.length === HANDFUL;
}

/** A fault of ours in one row must not cost the others theirs. */
function refusalOf(error: unknown, act: string): NonNullable<Outcome['refusal']> {
  if (error instanceof Refusal) return { code: error.code, params: error.details.params ?? {} };
  log.error(error, `A row of ${act} failed`);
  return { code: 'server.failed', params: {} };
}
