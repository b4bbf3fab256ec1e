/** One import at a time: two would give the same new name to two people. */
import type pg from 'pg';

const IMPORT_LOCK = 0x69_6d_70_72;

/** Held by the connection until it is released or closed, also when its process is killed. */
export async function takeLock(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    IMPORT_LOCK,
  ]);
  return rows[0]?.taken === true;
}

export async function releaseLock(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [IMPORT_LOCK]);
}
