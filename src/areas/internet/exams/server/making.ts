/**
 * Large exam groups get their candidates a portion at a time, as an operation whose progress is seen. What is still to
 * be made stands in the database, so any node goes on with it, and nothing is made twice.
 */
import { sql } from 'kysely';

import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import {
  finishOperation,
  progress,
  startOperation,
  takeOver,
  underOperation,
} from '#server/journal/long-operation.ts';
import type { Vault } from '#server/vault.ts';

import { fillUp } from './candidates.ts';

export interface Making {
  db: Db;
  clock: Clock;
  vault: Vault;
}

const EVENT = 'exam-group.candidates-made';
const PORTION = 50;

interface Unfinished {
  id: number;
  schoolId: number;
  left: number;
}

/** Makes all that is to be made; answers how many candidates. Beside another node nothing is done here. */
export async function makeCandidates(making: Making): Promise<number> {
  const { db, clock } = making;
  const node = `exams ${crypto.randomUUID()}`;
  // A node that was killed made whole portions; what it left is begun anew below.
  for (const { id } of await takeOver(db, node, [EVENT])) {
    await finishOperation(db, id, { status: 'failed', now: clock.now(), messageCode: 'server.failed' });
  }
  let made = 0;
  for (const exam of await unfinished(db)) made += await finish(making, exam, node);
  return made;
}

async function unfinished(db: Db): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    select e.id, e.school_id, e.candidates_wanted - (select count(*)::int from exam_candidate where exam_group_id = e.id) as left
      from exam_group e
     where e.candidates_wanted is not null and not exists (
       select from journal.operation o where o.event = ${EVENT} and o.status = 'running' and o.finished_at is null)
     order by e.id`.execute(db);
  return rows;
}

async function finish({ db, clock, vault }: Making, exam: Unfinished, node: string): Promise<number> {
  const now = clock.now();
  const wish = { event: EVENT, route: 'exam-candidates', now, schoolId: exam.schoolId };
  const operation = await startOperation(db, wish, node, exam.left);
  let [made, isMore] = [0, true];
  while (isMore) {
    const before = made;
    isMore = await underOperation(db, operation, node, async (tx) => {
      const { rows } = await sql<{ wanted: number; late: boolean; there: number }>`
        select candidates_wanted as wanted, candidates_late as late,
               (select count(*)::int from exam_candidate where exam_group_id = ${exam.id}) as there
          from exam_group where id = ${exam.id} and candidates_wanted is not null for update`.execute(tx);
      const [found] = rows;
      if (!found) return false;
      const count = Math.min(found.wanted, found.there + PORTION);
      await fillUp(tx, exam.id, { count, late: found.late }, { vault, now: clock.now() });
      made = before + count - found.there;
      if (count < found.wanted) return true;
      await sql`update exam_group set candidates_wanted = null, candidates_late = false where id = ${exam.id}`.execute(
        tx,
      );
      return false;
    });
    await progress(db, operation, { done: made });
  }
  await finishOperation(db, operation, { status: 'completed', now: clock.now() });
  return made;
}
