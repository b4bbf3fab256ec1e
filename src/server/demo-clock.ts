import { sql } from 'kysely';

import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import { log } from './log.ts';
import type { Listener } from './postgres/listener.ts';

/** The demo municipality's clock: the machine's, moved by an offset that all nodes read from the database. */
export interface DemoClock extends Clock {
  /**
   * What it shows by the database itself, held until the end of the transaction: a node hears of a move a moment after
   * it was committed, and whoever moves on from where it stands must not count from before that.
   */
  shown: (db: Db) => Promise<Date>;
  /**
   * Moves the clock so that it shows `to` now, and goes on from there. `db` is the transaction of the operation the
   * move is journalled under; every node follows when it commits, this one too.
   */
  move: (db: Db, to: Date) => Promise<void>;
  /** Back to the machine's time. */
  reset: (db: Db) => Promise<void>;
}

const CHANNEL = 'demo_clock';

export async function openDemoClock(db: Db, listener: Listener): Promise<DemoClock> {
  let offsetMs = 0;

  const refresh = async () => {
    const row = await db.selectFrom('demoClock').select('offsetMs').executeTakeFirst();
    offsetMs = row?.offsetMs ?? 0;
  };
  await listener.on(CHANNEL, (payload) => {
    // The offset itself is the message, so that no node lags behind by a query.
    if (payload !== undefined) offsetMs = Number(payload);
    else void refresh().catch((error: unknown) => log.warn(error, 'The demo clock could not be read'));
  });
  await refresh();

  const set = async (tx: Db, offset: number) => {
    await tx.updateTable('demoClock').set({ offsetMs: offset }).execute();
    await sql`select pg_notify(${CHANNEL}, ${String(offset)})`.execute(tx);
  };
  return {
    now: () => new Date(Date.now() + offsetMs),
    async shown(tx) {
      const row = await tx.selectFrom('demoClock').select('offsetMs').forUpdate().executeTakeFirst();
      return new Date(Date.now() + (row?.offsetMs ?? 0));
    },
    move: (tx, to) => set(tx, to.getTime() - Date.now()),
    reset: (tx) => set(tx, 0),
  };
}
