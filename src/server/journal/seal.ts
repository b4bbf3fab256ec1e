/** The background work that makes the hash chain; the database does it (journal.seal_finished). */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

const BATCH = 500;

/**
 * Seals every finished operation and answers how many. Any number of nodes may call it at any time: one of them
 * seals, the others answer 0.
 */
export async function sealFinished(db: Db, batch: number = BATCH): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ sealed: number }>`select journal.seal_finished(${batch}) as sealed`.execute(
      db,
    );
    const sealed = rows[0]?.sealed ?? 0;
    total += sealed;
    if (sealed < batch) return total;
  }
}

/** Removes whole operations recorded before a real moment, at least six months ago; answers how many. */
export async function pruneJournal(db: Db, olderThan: Date): Promise<number> {
  const { rows } = await sql<{ pruned: number }>`select journal.prune(${olderThan}) as pruned`.execute(db);
  return rows[0]?.pruned ?? 0;
}
