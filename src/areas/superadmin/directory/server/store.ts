/** Reads how things stand with the directory, and decides about differences: sets of rows, one statement each. */
import { type RawBuilder, sql } from 'kysely';

import { MOST_AT_ONCE } from '#areas/users/passwords/contract.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { all, type Question, type Sql } from '#server/list/source.ts';

import {
  driftList,
  type DriftRow,
  entryList,
  type EntryRow,
  exceptionList,
  type ExceptionRow,
} from '../contract.ts';
import type { DirectoryState, Simulation } from '../state.ts';
import { within } from './about.ts';
import { chosen, type Reach, type Selection } from './chosen.ts';
import { driftSource, entrySource, exceptionSource } from './lists.ts';

export const listDrift = (db: Db, scope: Scope, query: Question, now: Date) =>
  listPage<DriftRow, keyof typeof driftList.columns, keyof typeof driftList.filters>(
    db,
    driftList,
    driftSource,
    scope,
    query,
    now,
  );

export const listEntries = (db: Db, scope: Scope, query: Question, now: Date) =>
  listPage<EntryRow, keyof typeof entryList.columns, keyof typeof entryList.filters>(
    db,
    entryList,
    entrySource,
    scope,
    query,
    now,
  );

export const listExceptions = (db: Db, scope: Scope, query: Question, now: Date) =>
  listPage<ExceptionRow, keyof typeof exceptionList.columns, keyof typeof exceptionList.filters>(
    db,
    exceptionList,
    exceptionSource,
    scope,
    query,
    now,
  );

const madeAgain = (scope: Scope): Sql => sql`
  from directory.object o join users u on u.id = o.key
 where o.kind = 'user' and o.without_password = 'again' and ${all(within({ scope }))}`;

type Read = Omit<DirectoryState, 'kind' | 'simulation'>;

/** One row that the workers write, and counts. */
export async function readDirectory(db: Db, scope: Scope): Promise<Read> {
  const { rows } = await sql<Read>`
    select d.address, d.base, case when d.connected_at is not null then d.features end as features,
           case when d.error is not null then jsonb_build_object(
             'code', d.error, 'said', d.error_text, 'saidLast', d.error_last_text, 'since', d.error_at, 'retryAt', d.retry_at) end as away,
           d.seen_at as "seenAt", o.counts as objects, e.counts as entries,
           (select count(*)::int from directory.drift) as drift,
           (select count(*)::int from directory_exception) as exceptions,
           jsonb_build_object('count', (select count(*) ${madeAgain(scope)}), 'userNames',
             array(select u.user_name ${madeAgain(scope)} order by u.id limit ${MOST_AT_ONCE}),
             'notRestored', (select jsonb_build_object('count', count(*), 'code', min(o.restore_error),
                                                       'said', min(o.restore_error_text))
                               ${madeAgain(scope)} and o.restore_error is not null having count(*) > 0)) as "madeAgain",
           (select count(*)::int from directory.stranger s
             where not exists (select from directory.object k where k.object_id = s.object_id)) as strangers,
           case when d.sweep_until is not null or d.sweep_asked_at is not null then jsonb_build_object(
             'done', d.sweep_done, 'total', case when d.sweep_until is not null then d.sweep_total end) end as sweep,
           case when d.swept_at is not null then jsonb_build_object('at', d.swept_at, 'ms', d.swept_ms,
             'objects', d.swept_objects, 'strangers', d.swept_strangers) end as swept
      from directory.state d,
           (select jsonb_build_object('school', count(*) filter (where kind = 'school'),
                     'user', count(*) filter (where kind in ('user', 'candidate')),
                     'group', count(*) filter (where kind in ('group', 'exam'))) as counts
              from directory.object where gone_at is null) o,
           (select jsonb_build_object('stopped', count(*) filter (where stopped_at is not null),
                     'failing', count(*) filter (where stopped_at is null and error is not null),
                     'waiting', count(*) filter (where stopped_at is null and error is null)) as counts
              from directory.due) e`.execute(db.withoutPlugins());
  const [state] = rows;
  if (!state) throw new Error('The row of the directory’s state is gone');
  return state;
}

export async function readSimulation(db: Db, _scope: Scope): Promise<Simulation | null> {
  const { rows } = await sql<Simulation>`
    select delay_ms, fail_percent, unreachable from directory_simulation`.execute(db);
  return rows[0] ?? null;
}

export async function saveSimulation(tx: Db, _scope: Scope, wanted: Simulation): Promise<void> {
  const { delayMs, failPercent, unreachable } = wanted;
  await sql`
    update directory_simulation
       set delay_ms = ${delayMs}, fail_percent = ${failPercent}, unreachable = ${unreachable}
     where (delay_ms, fail_percent, unreachable) is distinct from (${delayMs}, ${failPercent}, ${unreachable})`.execute(
    tx,
  );
}

const counted = async (query: RawBuilder<{ count: number }>, tx: Db): Promise<number> =>
  (await query.execute(tx)).rows[0]?.count ?? 0;

/**
 * What was chosen is brought again; other differences of the same objects wait for their own decision. Answers how many
 * objects.
 */
export function enforce(tx: Db, reach: Reach, selection: Selection): Promise<number> {
  return counted(
    sql<{ count: number }>`
      with gone as (
        delete from directory.drift where id in ${chosen(driftList, driftSource, reach, selection)}
        returning kind, key, field, member
      ), ${broughtAgain}
      select count(*)::int as count from marked`,
    tx,
  );
}

/** Of `gone` (kind, key, field, member): what differs there is brought once more, and nothing else of the object. */
const broughtAgain = sql`
  objects as (
    update directory.object o
       set brought = case when not c.whole then o.brought - c.fields end
      from (select kind, key, array_agg(field) as fields, bool_or(field = 'object') as whole
              from gone where field <> 'member' group by kind, key) c
     where o.kind = c.kind and o.key = c.key
  ), members as (
    insert into directory.member_due (kind, key, member)
      select kind, key, member::uuid from gone where field = 'member' and member <> ''
  ), marked as (
    insert into directory.mark select distinct kind, key, true from gone returning 1
  )`;

export function accept(tx: Db, reach: Reach, selection: Selection, by: string): Promise<number> {
  return counted(
    sql<{ count: number }>`
      with gone as (
        delete from directory.drift where id in ${chosen(driftList, driftSource, reach, selection)} returning *
      ), accepted as (
        insert into directory_exception as x
               (object_kind, object_key, field, member, observed, accepted_at, accepted_by)
        select kind, key, field, member, observed, ${reach.now}::timestamptz, ${by} from gone
        on conflict (object_kind, object_key, field, member) do update
          set observed = excluded.observed, accepted_at = excluded.accepted_at, accepted_by = excluded.accepted_by
        returning 1
      )
      select count(*)::int as count from accepted`,
    tx,
  );
}

export function withdraw(tx: Db, reach: Reach, selection: Selection): Promise<number> {
  return counted(
    sql<{ count: number }>`
      with gone as (
        delete from directory_exception
         where id in ${chosen(exceptionList, exceptionSource, reach, selection)}
        returning object_kind as kind, object_key as key, field, member
      ), ${broughtAgain}
      select count(*)::int as count from gone`,
    tx,
  );
}

/** A fresh chance at once, whatever had been tried. Those that are on their way already are left alone. */
export function retry(tx: Db, reach: Reach, selection: Selection): Promise<number> {
  return counted(
    sql<{ count: number }>`
      with tried as (
        update directory.due
           set attempts = 0, stopped_at = null, not_before = due_at, error = null, error_text = null, failed_at = null
         where number in ${chosen(entryList, entrySource, reach, selection)} and error is not null
        returning 1
      )
      select count(*)::int as count from tried`,
    tx,
  );
}
