/** The demo municipality's own enforcement point. Whoever removes it gets it back at the next start. */
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';

import { findSimulated, freeName, holdPoints, insertPoint } from './store.ts';

const NAME = 'Simulert brannmur';

export async function simulatedPoint(db: Db, now: Date): Promise<string> {
  const known = await findSimulated(db);
  if (known !== undefined) return known;
  return inOperation(db, { event: 'enforcement-point.added', route: 'start', now }, async (tx) => {
    // Another node may have started at the same moment.
    await holdPoints(tx);
    const made = await findSimulated(tx);
    if (made !== undefined) return made;
    const name = await freeName(tx, NAME);
    const wanted = { name, kind: 'simulated' as const, wholeOwner: true, schoolIds: [] };
    return insertPoint(tx, wanted, { cipher: null, by: 'demo', now });
  });
}
