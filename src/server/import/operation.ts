/** A run as an operation of the journal: people see how far it is, and everything it changes is its change. */
import type pg from 'pg';

import { queriesBy } from '#server/db.ts';
import { finishOperation, progress, renewLeases, startOperation } from '#server/journal/long-operation.ts';
import { tellProgress } from '#server/operations/live.ts';

import type { Failure, Phase } from './record.ts';
import { refusalOf } from './refusal.ts';

interface Beginning {
  by: { id?: number; name: string; role?: string };
  correlationId?: string | undefined;
  fileName: string;
  now: Date;
}

export interface ImportOperation {
  id: number;
  /** `read`: share of the file, 0-1; undefined where its size is not known. */
  report: (phase: Phase, read: number | undefined) => Promise<void>;
  /** Makes the rest of the client's open transaction write under the operation. */
  enter: (client: pg.ClientBase) => Promise<void>;
  /** Ends the operation within that transaction: changes and end, both or neither. */
  complete: (client: pg.ClientBase, now: Date) => Promise<void>;
  fail: (failure: Failure, now: Date) => Promise<void>;
  /** After the end, whatever it was. */
  close: () => Promise<void>;
}

/** Of a hundred: reading takes about half the time, comparing and applying the rest. */
const steps: Record<Phase, (read: number) => number> = {
  reading: (read) => Math.floor(read * 50),
  comparing: () => 50,
  applying: () => 70,
  done: () => 100,
};

const RENEW_EVERY_MS = 10_000;

export async function beginOperation(pool: pg.Pool, beginning: Beginning): Promise<ImportOperation> {
  const db = queriesBy(pool);
  const { by, correlationId, fileName, now } = beginning;
  const node = `import ${crypto.randomUUID()}`;
  const actor = { id: by.id ?? null, name: by.name, role: by.role };
  const wish = { event: 'import.applied', route: 'import', actor, correlationId, reason: fileName, now };
  const id = await startOperation(db, wish, node, 100);
  // Long statements report nothing meanwhile. A lease that cannot be renewed now is renewed at the next turn.
  const timer = setInterval(() => void renewLeases(db, node).catch(() => undefined), RENEW_EVERY_MS);
  timer.unref();

  return {
    id,
    report: (phase, read = 0) => progress(db, id, { done: steps[phase](Math.min(read, 1)) }),
    enter: async (client) => {
      // The lock keeps the operation open until this transaction ends.
      await client.query('select from journal.unsealed where operation_id = $1 for key share', [id]);
      await client.query(`select set_config('vaktmester.operation', $1, true)`, [String(id)]);
    },
    complete: async (client, at) => {
      await client.query(
        `update journal.operation set status = 'completed', done = 100, finished_at = $2, lease_until = null
          where id = $1`,
        [id, at],
      );
    },
    fail: async (failure, at) => {
      const { code, line, column } = failure;
      const messageParams = { reason: code, line, column };
      await finishOperation(db, id, {
        status: 'failed',
        now: at,
        messageCode: refusalOf(failure),
        messageParams,
      });
    },
    close: async () => {
      clearInterval(timer);
      await tellProgress(db, id, true);
    },
  };
}
