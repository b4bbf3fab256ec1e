/**
 * A reading that leaves as a file stands in the journal before its first byte does, as running until the last one has
 * left: a file that broke off on the way is not told as done. It has no owner, since it is no work of the portal's own.
 */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { finishOperation } from '#server/journal/long-operation.ts';
import { inOperation } from '#server/journal/operation.ts';
import { log } from '#server/log.ts';

import { type Caller, noteSubject, wishOf } from './write.ts';

/** A download whose process was killed is ended after this long. */
const LEASE = '2 hours';
const BROKEN = 'download.broken';

export interface Download {
  /** The same bytes, which end the operation as they end. An error goes on to the connection. */
  follow: <T>(stream: AsyncIterable<T>) => AsyncGenerator<T>;
}

export async function beginDownload(db: Db, caller: Caller, event: string): Promise<Download> {
  const id = await inOperation(db, wishOf(caller, event), async (tx, operationId) => {
    await noteSubject(tx, operationId, caller.request.subject);
    await sql`
      update journal.operation set status = 'running', finished_at = null,
             lease_until = clock_timestamp() + ${LEASE}::interval where id = ${operationId}`.execute(tx);
    return operationId;
  });
  const { now, request } = caller;
  const messageParams = request.subject && {
    table: request.subject.table,
    key: String(request.subject.id),
  };

  return {
    follow: async function* follow(stream) {
      let isWhole = false;
      try {
        yield* stream;
        isWhole = true;
      } catch (error) {
        log.error({ error, route: request.signature, operationId: id }, 'A download broke off');
        throw error;
      } finally {
        const outcome = isWhole
          ? ({ status: 'completed', now } as const)
          : ({ status: 'failed', now, messageCode: BROKEN } as const);
        const about = messageParams && { messageParams };
        await finishOperation(db, id, { ...outcome, ...about }).catch((error: unknown) =>
          // Ended by the next look (`endAbandonedDownloads`).
          log.warn({ error, operationId: id }, 'The end of a download could not be written'),
        );
      }
    },
  };
}

/** Ends what processes left that were killed, or readers who were gone before the first byte. */
export async function endAbandonedDownloads(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from journal.operation
     where owner_node is null and status = 'running' and lease_until < clock_timestamp()`.execute(db);
  for (const { id } of rows) await finishOperation(db, id, { status: 'failed', now, messageCode: BROKEN });
}
