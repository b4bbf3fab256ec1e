/**
 * The keys whose state in the directory may not be the wanted one. Every node works on them, each key by one at a time;
 * a node that dies loses its keys when their lease runs out. All times here are real: a moved portal clock must not
 * make a living worker look dead.
 */
import { sql } from 'kysely';

import type { DirectoryError } from '#connectors/directory/port.ts';
import { isFinal } from '#connectors/directory/port.ts';
import { type KeptKind, keptKinds } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';

export interface Taken {
  kind: KeptKind;
  key: number;
  /** How many marks there were when it was taken; more of them mean that it changed meanwhile. */
  marks: number;
  attempts: number;
}

/** A living worker renews it; the keys of one that was killed wait no longer than this. */
const LEASE_S = 30;
export const RENEW_EVERY_MS = 8_000;
/** As many marks as one statement gathers. */
const MARKS = 20_000;
const FIRST_WAIT_S = 5;
const LONGEST_WAIT_S = 3_600;
/** After so many attempts, about twenty minutes, somebody has to look. */
export const ATTEMPTS = 8;

/** Whether there is anything to do, for a look twice a second. */
export async function isAnythingDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from directory.mark)
        or exists (select from directory.due where stopped_at is null and not_before <= ${now}) as due`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}

/** Makes one due key of the marks there are for it. A key that changed has a fresh chance. Answers how many marks. */
export async function gatherMarks(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ marks: number }>`
    with taken as (
      delete from directory.mark
       where ctid = any (array(select ctid from directory.mark limit ${MARKS} for update skip locked))
      returning kind, key, urgent
    ), gathered as (
      insert into directory.due as d (kind, key, urgent, due_at, not_before)
      select kind, key, bool_or(urgent), ${now}, ${now} from taken group by kind, key order by kind, key
      on conflict (kind, key) do update
        set marks = d.marks + 1, urgent = d.urgent or excluded.urgent, attempts = 0, not_before = ${now},
            error = null, error_text = null, failed_at = null, stopped_at = null
    )
    select count(*)::int as marks from taken`.execute(db);
  return rows[0]?.marks ?? 0;
}

/** Looks at these again, after what is urgent. */
export async function markKeys(db: Db, kind: KeptKind, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into directory.mark select ${kind}, key, false from unnest(${keys}::bigint[]) key`.execute(
    db,
  );
}

/** Takes keys of one kind for `node`: urgent ones first, then schools before people before groups. */
export async function takeDue(db: Db, node: string, limit: number, now: Date): Promise<Taken[]> {
  const ready = sql`stopped_at is null and not_before <= ${now} and (taken_until is null or taken_until < ${now})`;
  const rank = sql`array_position(${[...keptKinds]}::text[], kind)`;
  const { rows } = await sql<Taken>`
    with chosen as (
      select kind, urgent from directory.due where ${ready} order by urgent desc, ${rank}, due_at limit 1
    ), free as (
      select kind, key from directory.due
       where ${ready} and (kind, urgent) = (select kind, urgent from chosen)
       order by due_at, key limit ${limit} for update skip locked
    )
    update directory.due d set taken_until = ${now}::timestamptz + make_interval(secs => ${LEASE_S}), taken_by = ${node}
      from free where d.kind = free.kind and d.key = free.key
    returning d.kind, d.key, d.marks, d.attempts`.execute(db);
  return rows;
}

export interface Settled extends Taken {
  error?: DirectoryError | undefined;
  /** Looked at once more: what was made has to be filled. */
  again?: boolean | undefined;
}

/** What became of the keys: those that hold are due no more, the others wait, each for itself. */
export async function settleDue(db: Db, settled: readonly Settled[], now: Date): Promise<void> {
  const rows = settled.map(({ kind, key, marks, attempts, error, again = false }) => ({
    kind,
    key,
    marks,
    again,
    error: error?.code ?? null,
    text: error?.message.slice(0, 500) ?? null,
    stopped: error !== undefined && (isFinal(error.code) || attempts + 1 >= ATTEMPTS),
    wait: Math.min(FIRST_WAIT_S * 2 ** attempts, LONGEST_WAIT_S),
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    r (kind text, key bigint, marks int, again boolean, error text, text text, stopped boolean, wait int)`;
  await sql`
    delete from directory.due d using ${given}
     where d.kind = r.kind and d.key = r.key and d.marks = r.marks and r.error is null and not r.again`.execute(
    db,
  );
  await sql`
    update directory.due d
       set taken_until = null, taken_by = null,
           attempts = case when d.marks <> r.marks or r.error is null then 0 else d.attempts + 1 end,
           asked_name = case when r.error is not null then d.asked_name end,
           error = r.error, error_text = r.text, failed_at = case when r.error is not null then ${now}::timestamptz end,
           stopped_at = case when d.marks = r.marks and r.stopped then ${now}::timestamptz end,
           not_before = case when d.marks <> r.marks or r.error is null then ${now}::timestamptz
                             else ${now}::timestamptz + make_interval(secs => r.wait) end
      from ${given}
     where d.kind = r.kind and d.key = r.key`.execute(db);
}

/** The worker still is at them, however slow the directory. */
export async function renewDue(db: Db, node: string, now: Date): Promise<void> {
  await sql`
    update directory.due set taken_until = ${now}::timestamptz + make_interval(secs => ${LEASE_S})
     where taken_by = ${node}`.execute(db);
}

/** Given back as they were: nobody could have done anything about them. */
export async function releaseDue(db: Db, node: string): Promise<void> {
  await sql`update directory.due set taken_until = null, taken_by = null where taken_by = ${node}`.execute(
    db,
  );
}
