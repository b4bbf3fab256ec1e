/** An operation is one wish of one actor; every change of a domain row belongs to one (specification §9). */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import type { Db } from '#server/db.ts';

/** Who wished what, where and why. */
export interface Wish {
  /** What happens, `noun.verb`, as the contract names it. */
  event: string;
  /** Contract signature or job name. */
  route: string;
  /** Empty for the portal itself. */
  actor?: { id: number | null; name: string; role?: string | null | undefined } | undefined;
  /** Empty when the wish concerns the whole owner. */
  schoolId?: number | undefined;
  /** The actor's own words. */
  reason?: string | undefined;
  /** A UUID that ties together log lines and the operations one request led to. */
  correlationId?: string | undefined;
  /** The caller's own UUID: a wish sent twice under one key is done once. */
  key?: string | undefined;
  ip?: string | undefined;
  /** The operation this one reverses. */
  undoOf?: number | undefined;
  /** By the portal's clock. */
  now: Date;
}

/** What is known of the operation that used a key first. */
export interface EarlierOperation {
  id: number;
  event: string;
  route: string;
  actorId: number | null;
  status: string;
}

/** The wish was carried out, or is being carried out, under the same key; nothing was done this time. */
export class RepeatedOperation extends Error {
  readonly earlier: EarlierOperation;

  constructor(earlier: EarlierOperation) {
    super(`The operation's key was used by operation ${earlier.id}`);
    this.name = 'RepeatedOperation';
    this.earlier = earlier;
  }
}

/**
 * Carries out `work` in one transaction under a new operation and answers what it answers. If it fails, neither its
 * changes nor the operation remain. Throws `RepeatedOperation` when the key was used before; a repeat sent while the
 * first is under way waits for its outcome.
 */
export async function inOperation<T>(
  db: Db,
  wish: Wish,
  work: (tx: Db, operationId: number) => Promise<T>,
): Promise<T> {
  return refusingRepeats(db, wish, () =>
    db.transaction().execute(async (tx) => work(tx, await begin(tx, wish))),
  );
}

async function begin(tx: Db, wish: Wish): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select journal.begin(event => ${wish.event}, route => ${wish.route}, started_at => ${wish.now},
      key => ${wish.key ?? null}, actor_id => ${wish.actor?.id ?? null}, actor_name => ${wish.actor?.name ?? null},
      actor_role => ${wish.actor?.role ?? null}, school_id => ${wish.schoolId ?? null},
      correlation_id => ${wish.correlationId ?? null}, reason => ${wish.reason ?? null},
      ip => ${wish.ip ?? null}, undo_of => ${wish.undoOf ?? null}) as id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('journal.begin answered nothing');
  return row.id;
}

/** Turns the refusal of a used key into `RepeatedOperation`. */
export async function refusingRepeats<T>(db: Db, wish: Wish, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (wish.key === undefined || !isUsedKey(error)) throw error;
    const earlier = await db
      .selectFrom('journal.operation')
      .select(['id', 'event', 'route', 'actorId', 'status'])
      .where('key', '=', wish.key)
      .executeTakeFirst();
    if (earlier === undefined) throw error;
    throw new RepeatedOperation(earlier);
  }
}

function isUsedKey(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === 'operation_key';
}
