/** What a person has used within 24 hours of the things that are counted: exported rows, guesses that told something. */
import { sql } from 'kysely';

import type { Db } from './db.ts';

export type BudgetKind = 'exported-rows' | 'number-misses' | 'taken-answers' | 'wrong-codes';

export interface Budget {
  kind: BudgetKind;
  userId: number;
  now: Date;
}

export const BUDGET_HOURS = 24;

/**
 * How much the person has used within the last 24 hours. Requests of one person wait here for each other until the
 * transaction ends, so that two at once cannot both take the last of the budget.
 */
export async function usedOf(tx: Db, { kind, userId, now }: Budget): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`budget ${kind}`}), ${userId % 2 ** 31}::integer)`.execute(
    tx,
  );
  const since = new Date(now.getTime() - BUDGET_HOURS * 3_600_000);
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(amount), 0)::integer as used from budget_use
     where user_id = ${userId} and kind = ${kind} and used_at > ${since} and used_at <= ${now}`.execute(tx);
  return rows[0]?.used ?? 0;
}

export async function use(tx: Db, { kind, userId, now }: Budget, amount: number): Promise<void> {
  await sql`insert into budget_use (user_id, kind, used_at, amount)
            values (${userId}, ${kind}, ${now}, ${amount})`.execute(tx);
}

/** Removes what is older than any budget looks back. */
export async function removeOldUses(db: Db, now: Date): Promise<void> {
  await sql`delete from budget_use where used_at < ${now}::timestamptz - interval '2 days'`.execute(db);
}
