/** How things stand with the directory: one row that every node writes and the screen reads. */
import { sql } from 'kysely';

import type { DirectoryError, DirectoryFacts } from '#connectors/directory/port.ts';
import type { Db } from '#server/db.ts';

/** So long every node leaves a directory alone that was away. */
const AWAY_S = 10;

export interface State {
  kind: 'none' | 'simulated' | 'ad';
  retryAt: Date | null;
  error: string | null;
  seenThrough: string | null;
  sweepAskedAt: Date | null;
  sweepUntil: Date | null;
  sweptAt: Date | null;
  day: string | null;
}

export async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select kind, retry_at, error, seen_through, sweep_asked_at, sweep_until, swept_at, day::text
      from directory.state`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The row of the directory’s state is gone');
  return state;
}

/** A directory of another kind or place than last time has none of our objects: everything is due anew. */
export async function noteConnected(
  db: Db,
  kind: 'simulated' | 'ad',
  { address, base, features }: DirectoryFacts,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isOther: boolean }>`
      select kind <> 'none' and (kind, base) is distinct from (${kind}, ${base}) as is_other
        from directory.state for update`.execute(tx);
    if (rows[0]?.isOther) await startAnew(tx);
    await sql`
      update directory.state
         set kind = ${kind}, address = ${address}, base = ${base}, features = ${JSON.stringify(features)}::jsonb,
             connected_at = ${now}, error = null, error_text = null, error_at = null, retry_at = null`.execute(
      tx,
    );
  });
}

async function startAnew(tx: Db): Promise<void> {
  await sql`delete from directory.object`.execute(tx);
  await sql`delete from directory.drift`.execute(tx);
  await sql`
    insert into directory.mark
      select 'school', id, false from school union all select 'user', id, false from users
      union all select 'candidate', id, false from exam_candidate
      union all select 'exam', id, false from exam_group
      union all select 'group', id, false from groups`.execute(tx);
  await sql`update directory.state set seen_through = null, swept_at = null`.execute(tx);
}

export async function noteAway(db: Db, { code, message }: DirectoryError, now: Date): Promise<void> {
  await sql`
    update directory.state
       set error = ${code}, error_text = ${message.slice(0, 500)},
           error_at = case when error is null then ${now}::timestamptz else error_at end,
           retry_at = ${now}::timestamptz + make_interval(secs => ${AWAY_S})`.execute(db);
}

export async function noteBack(db: Db): Promise<void> {
  await sql`
    update directory.state set error = null, error_text = null, error_at = null, retry_at = null
     where error is not null`.execute(db);
}

/** Whether a new day has begun, told to one caller only, with the day that was. */
export async function turnDay(db: Db, today: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    with before as (select day from directory.state for update)
    update directory.state s set day = ${today} from before
     where before.day is distinct from ${today} returning before.day::text as day`.execute(db);
  return rows[0]?.day ?? undefined;
}
