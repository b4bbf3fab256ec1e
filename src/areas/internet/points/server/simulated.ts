/** The demo municipality's own enforcement point. Whoever removes it gets it back at the next start. */
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';

import { findSimulated, insertPoint } from './store.ts';

const NAME = 'Simulert brannmur';

export async function simulatedPoint(db: Db, now: Date): Promise<string> {
  const known = await findSimulated(db);
  if (known !== undefined) return known;
  const wanted = { name: NAME, kind: 'simulated' as const, wholeOwner: true, schoolIds: [] };
  return inOperation(db, { event: 'enforcement-point.added', route: 'start', now }, (tx) =>
    insertPoint(tx, wanted, { cipher: null, by: 'demo', now }),
  );
}
