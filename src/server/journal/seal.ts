/** The background work that makes the hash chain; the database does it (journal.seal_finished). */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

/** What one transaction of the sealer takes on. */
interface Portion {
  operations?: number;
  /** An operation with more is sealed part by part. */
  changes?: number;
}

/**
 * Seals every finished operation and answers how many. Any number of nodes may call it at any time: one of them
 * seals, the others answer 0.
 */
export async function sealFinished(
  db: Db,
  { operations = 500, changes = 100_000 }: Portion = {},
): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ sealed: number; isMore: boolean }>`
      select sealed, is_more from journal.seal_finished(${operations}, ${changes})`.execute(db);
    const [{ sealed, isMore } = { sealed: 0, isMore: false }] = rows;
    total += sealed;
    if (!isMore) return total;
  }
}

/** Removes whole operations recorded before a real moment, at least six months ago; answers how many. */
export async function pruneJournal(db: Db, olderThan: Date): Promise<number> {
  const { rows } = await sql<{ pruned: number }>`select journal.prune(${olderThan}) as pruned`.execute(db);
  return rows[0]?.pruned ?? 0;
}
