import { removeOldUses } from '#server/budget.ts';
/** What is done by the clock on the wall, and when. */
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { removeOldChoices } from '#server/export/choice.ts';
import { removeOldAnswers } from '#server/journal/answer.ts';
import { JOURNAL_CHECK } from '#server/journal/check.ts';
import { pruneJournal } from '#server/journal/seal.ts';
import { askFor } from '#server/marks.ts';
import { askForSweep } from '#server/reconcile/sweep.ts';
import { rotateSigningKey } from '#server/session/keys.ts';
import { removeOldSessions } from '#server/session/store.ts';
import { removeOldFailures } from '#server/session/throttle.ts';

import { cleanGroups } from './clean-groups.ts';

export interface Deps {
  /** Connections without a time limit on statements. */
  db: Db;
  /** The portal's clock, which a demo can move. */
  clock: Clock;
}

export interface ScheduledJob {
  /** Also the name of its queue. */
  name: string;
  /** Minute, hour, day, month, weekday in Norwegian time; real time, whatever the portal's clock says. */
  cron: string;
  /** May run twice, and beside itself on another node: every job must bear that. */
  run: (deps: Deps) => Promise<unknown>;
}

export const schedule: readonly ScheduledJob[] = [
  { name: 'answers.clean', cron: '7 * * * *', run: ({ db, clock }) => removeOldAnswers(db, clock.now()) },
  { name: 'sessions.clean', cron: '20 3 * * *', run: ({ db }) => removeOldSessions(db, new Date()) },
  {
    name: 'sign-in-failures.clean',
    cron: '25 3 * * *',
    run: ({ db, clock }) => removeOldFailures(db, clock.now()),
  },
  {
    name: 'export-choices.clean',
    cron: '12 * * * *',
    run: ({ db, clock }) => removeOldChoices(db, clock.now()),
  },
  {
    name: 'export-tallies.clean',
    cron: '17 3 * * *',
    run: ({ db, clock }) => removeOldUses(db, clock.now()),
  },
  { name: 'groups.clean', cron: '10 0 * * *', run: ({ db, clock }) => cleanGroups(db, clock.now()) },
  { name: 'directory.sweep', cron: '30 2 * * *', run: ({ db }) => askForSweep(db, new Date()) },
  { name: 'signing-key.rotate', cron: '30 3 1 * *', run: ({ db }) => rotateSigningKey(db) },
  { name: 'journal.check', cron: '10 4 * * 0', run: ({ db }) => askFor(db, JOURNAL_CHECK) },
  { name: 'journal.prune', cron: '40 3 * * 0', run: ({ db }) => pruneJournal(db, yearsAgo(2)) },
];

/** The journal is kept for two years (domain.md §5, retention). */
function yearsAgo(years: number): Date {
  const date = new Date();
  date.setFullYear(date.getFullYear() - years);
  return date;
}
