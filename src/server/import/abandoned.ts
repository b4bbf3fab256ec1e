import type pg from 'pg';

import type { Clock } from '#server/clock.ts';

import { releaseLock, takeLock } from './lock.ts';
import { markInterrupted } from './record.ts';

/**
 * Marks the runs of processes that were killed as interrupted, so that the overview does not show them as under way
 * until somebody imports again. Does nothing while an import holds the lock.
 */
export async function markAbandoned(pool: pg.Pool, clock: Clock): Promise<void> {
  const { rowCount } = await pool.query(`select from import_run where status = 'running' limit 1`);
  if (rowCount === 0) return;
  const client = await pool.connect();
  try {
    if (await takeLock(client)) {
      await markInterrupted(client, clock.now());
      await releaseLock(client);
    }
    client.release();
  } catch (error) {
    client.release(true); // the lock goes with the connection
    throw error;
  }
}
