/** How things stand with the directory: one row that every node writes and the screen reads. */
import { sql } from 'kysely';

import type { DirectoryError, DirectoryFacts } from '#connectors/directory/port.ts';
import type { Db } from '#server/db.ts';

/** Seconds that every node leaves a directory alone that could not be reached. */
const AWAY_S = 10;
/** Seconds that an attempt may take before another node tries, in case the node died. */
const ATTEMPT_S = 120;
/** Minutes after the first, the second and every later refusal of the portal's own sign-in. */
const REFUSED_MIN = [10, 30, 60];

const connected = sql`error = null, error_text = null, error_last_text = null, error_at = null, error_attempts = 0,
  retry_at = null`;

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
             connected_at = ${now}, ${connected}`.execute(tx);
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

/**
 * Returns whether the caller may try to connect now: while the directory is away one node tries at a time, as seldom as
 * `noteAway` says.
 */
export async function claimAttempt(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update directory.state set retry_at = ${now}::timestamptz + make_interval(secs => ${ATTEMPT_S})
     where error is not null and (retry_at is null or retry_at <= ${now}) returning id`.execute(db);
  return rows.length > 0;
}

/** The next look of any node tries: the settings of the connection changed, or the directory was put right. */
export async function tryConnectingNow(db: Db): Promise<void> {
  await sql`update directory.state set retry_at = null where error is not null`.execute(db);
}

/**
 * Keeps the first answer beside the last. A refused sign-in is tried again after 10, 30 and then every 60 minutes: a
 * domain that locks an account after three failures within half an hour never locks the portal's.
 */
export async function noteAway(db: Db, { code, message }: DirectoryError, now: Date): Promise<void> {
  const said = message.slice(0, 500);
  await sql`
    update directory.state s
       set error = ${code}, error_at = coalesce(s.error_at, ${now}::timestamptz),
           error_text = case when s.error = ${code} then s.error_text else ${said} end,
           error_last_text = case when s.error = ${code} and s.error_text is distinct from ${said} then ${said} end,
           error_attempts = case when s.error = ${code} then s.error_attempts + 1 else 1 end,
           retry_at = ${now}::timestamptz + case
             when ${code} <> 'sign-in-refused' then make_interval(secs => ${AWAY_S})
             else make_interval(mins => (${REFUSED_MIN}::int[])[least(
               case when s.error = ${code} then s.error_attempts + 1 else 1 end, ${REFUSED_MIN.length})]) end`.execute(
    db,
  );
}

export async function noteBack(db: Db): Promise<void> {
  await sql`update directory.state set ${connected} where error is not null`.execute(db);
}

/** The settings changed: what is known of the last attempt says nothing about the next. */
export async function tryAtOnce(db: Db): Promise<void> {
  await sql`update directory.state set retry_at = null`.execute(db);
}

/** Whether a new day has begun, told to one caller only, with the day that was. */
export async function turnDay(db: Db, today: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    with before as (select day from directory.state for update)
    update directory.state s set day = ${today} from before
     where before.day is distinct from ${today} returning before.day::text as day`.execute(db);
  return rows[0]?.day ?? undefined;
}
