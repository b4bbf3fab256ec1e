/** One turn of the work: gathers what is due and brings it to the wanted state, until nothing is left or somebody is away. */
import { sql } from 'kysely';

import { concernsAll, type Directory, DirectoryError } from '#connectors/directory/port.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import { log } from '#server/log.ts';

import { bring, GRACE_DAYS } from './bring.ts';
import {
  gatherMarks,
  isAnythingDue,
  releaseDue,
  RENEW_EVERY_MS,
  renewDue,
  settleDue,
  type Taken,
  takeDue,
} from './due.ts';
import type { Means } from './means.ts';
import { claimAttempt, noteAway, noteBack, noteConnected, readState, turnDay } from './state.ts';

export interface Worker {
  /** Does all that is due; answers how many keys it dealt with. */
  turn: () => Promise<number>;
  /** Runs `work` with the directory when it can be reached, and notes when it cannot. */
  reaching: (work: (directory: Directory) => Promise<void>) => Promise<void>;
  /** Between two portions the work ends here. */
  stop: () => void;
}

export function openWorker(means: Means, directory: Directory): Worker {
  const { db, time } = means;
  let isConnected = false;
  let hasTried = false;
  const stopping = new AbortController();

  /** What concerns the whole directory is nobody's failure. */
  async function away(error: unknown): Promise<void> {
    if (!(error instanceof DirectoryError) || !concernsAll(error.code)) throw error;
    if (isConnected) log.warn({ error: error.message }, 'The directory is away');
    isConnected = false;
    await noteAway(db, error, time.now());
  }

  const reaching: Worker['reaching'] = async (work) => {
    const { error } = await readState(db);
    // A process that has just started may have other settings than the one that was refused.
    const isStarting = !hasTried;
    hasTried = true;
    if (error !== null && !isStarting && !(await claimAttempt(db, time.now()))) return;
    try {
      if (!isConnected || error !== null) {
        await noteConnected(db, directory.kind, await directory.connect(), time.now());
        isConnected = true;
      }
      await work(directory);
      if (error !== null) await noteBack(db);
    } catch (failure) {
      await away(failure);
    }
  };

  /** Keeps what was taken for as long as the directory needs. A lease that cannot be renewed now is at the next turn. */
  function renewing(): () => void {
    const timer = setInterval(
      () => void renewDue(db, means.node, time.now()).catch(() => undefined),
      RENEW_EVERY_MS,
    );
    timer.unref();
    return () => clearInterval(timer);
  }

  async function portion(taken: readonly Taken[]): Promise<void> {
    try {
      await bring(means, directory, taken);
    } catch (error) {
      if (error instanceof DirectoryError && concernsAll(error.code)) throw error;
      const [only] = taken;
      if (taken.length > 1) {
        // One of them cannot even be tried: the others are not to suffer for it.
        for (const one of taken) await portion([one]);
      } else if (only) {
        log.error(error, 'A key could not be brought to the directory');
        const failed = new DirectoryError('refused', 'The portal itself failed: see its log');
        await settleDue(db, [{ ...only, error: failed }], time.now());
      }
    }
  }

  return {
    reaching,
    stop: () => stopping.abort(),
    async turn() {
      await beginDay(db, means);
      let brought = 0;
      if (!(await isAnythingDue(db, time.now()))) return brought;
      await reaching(async () => {
        while (!stopping.signal.aborted) {
          while ((await gatherMarks(db, time.now())) > 0);
          const taken = await takeDue(db, means.node, directory.portion, time.now());
          if (taken.length === 0) return;
          const stopRenewing = renewing();
          try {
            await portion(taken);
          } finally {
            stopRenewing();
            await releaseDue(db, means.node);
          }
          brought += taken.length;
        }
      });
      return brought;
    },
  };
}

/** Memberships and exams begin and end by the calendar, and the days of grace pass. */
async function beginDay(db: Db, { clock }: Means): Promise<void> {
  const now = clock.now();
  const today = osloDay(now);
  if ((await readState(db)).day === today) return;
  // Together: a node that dies in the middle leaves the day to be begun by the next.
  await db.transaction().execute(async (tx) => {
    const before = await turnDay(tx, today);
    if (before !== undefined) await markBetween(tx, before < today ? [before, today] : [today, before], now);
  });
}

async function markBetween(db: Db, [from, to]: [from: string, to: string], now: Date): Promise<void> {
  await sql`
    with turned as (
      select group_id, user_id from membership
       where start_on between ${from}::date and ${to}::date or end_on between ${from}::date - 1 and ${to}::date
    ), members as (
      insert into directory.member_due (kind, key, member)
        select distinct 'group', group_id, directory.object_of('user', user_id) from turned
         where directory.has_had_members('group', group_id) and directory.object_of('user', user_id) is not null
    )
    insert into directory.mark select distinct 'group', group_id, false from turned`.execute(db);
  // An account is opened on the exam's day, closed on the day after, and gone on the second (`accountOn`),
  // the group of the exam with it.
  await sql`
    insert into directory.mark
      select 'candidate', c.id, true from exam_candidate c join exam_group e on e.id = c.exam_group_id
       where e.exam_on between ${from}::date - 2 and ${to}::date
      union all select 'exam', id, true from exam_group where exam_on + 2 between ${from}::date and ${to}::date`.execute(
    db,
  );
  await sql`
    insert into directory.mark
      select kind, key, false from directory.object
       where gone_at <= ${now}::timestamptz - make_interval(days => ${GRACE_DAYS})`.execute(db);
}
