/** The stream of running operations, as server-sent events of OperationRow. */
import type { Scope } from '#kernel/scope.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import type { Live } from '#server/operations/live.ts';

import { OperationRow } from '../contract.ts';
import { readOperations } from './store.ts';

/** Proxies close what is silent for long. */
const QUIET_MS = 15_000;

/** Then the browser asks anew, with rights as they are by then. */
const LONGEST_MS = 5 * 60_000;

export async function* watchOperations(
  db: Db,
  scope: Scope,
  { live, clock }: { live: Live; clock: Clock },
): AsyncGenerator<string> {
  const started = performance.now();
  // The first bytes carry the headers: without them the browser would wait for the first operation to move.
  yield 'retry: 2000\n\n';
  for await (const moved of live.follow(QUIET_MS)) {
    if (moved === undefined) yield ': quiet\n\n';
    else yield* await eventsOf(db, scope, moved.length > 0 ? moved : undefined, clock.now());
    if (performance.now() - started > LONGEST_MS) return;
  }
}

async function eventsOf(
  db: Db,
  scope: Scope,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<string[]> {
  const rows = await readOperations(db, scope, ids, now);
  return rows.map(
    (row) => `event: operation\nid: ${row.id}\ndata: ${JSON.stringify(OperationRow.parse(row))}\n\n`,
  );
}
