/** What areas do by the portal's clock, all the time: a line per area. */
import { makeCandidates, removeOldPasswords } from '#areas/internet/exams/server/service.ts';
import { followDeactivations } from '#areas/tools/deactivations/server/service.ts';

import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import type { Beat } from './jobs/beat.ts';
import type { Vault } from './vault.ts';

const SECOND = 1_000;

export const areaBeats = (db: Db, clock: Clock, examPasswords: Vault): readonly Beat[] => [
  { name: 'deactivations', everyMs: 5 * SECOND, run: () => followDeactivations(db, clock.now()) },
  {
    name: 'exam candidates',
    everyMs: SECOND,
    run: () => makeCandidates({ db, clock, vault: examPasswords }),
  },
  { name: 'exam passwords', everyMs: 60 * SECOND, run: () => removeOldPasswords(db, clock.now()) },
];
