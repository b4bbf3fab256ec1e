/** One act on each of several named rows, inside one operation: a refused row is undone and told, the others stand. */
import { sql } from 'kysely';

import type { BulkResult } from '#kernel/bulk.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';

/**
 * `tx` is the transaction of the operation. What is not a refusal is a failure of the whole.
 * @public
 */
export async function onEach(
  tx: Db,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { succeeded: [], failed: [] };
  for (const id of new Set(ids)) {
    await sql`savepoint one`.execute(tx);
    try {
      await act(id);
      await sql`release savepoint one`.execute(tx);
      result.succeeded.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint one`.execute(tx);
      result.failed.push({ id, code: error.code, params: error.details.params ?? {} });
    }
  }
  return result;
}
