/**
 * What must hold at every midnight and after every import, whatever happened: each rule finds the rows that break it
 * (specification §4, §9). Everything is read from the database alone.
 */
import { type RawBuilder, sql } from 'kysely';

import { limits } from '#kernel/limits.ts';
import type { Db } from '#server/db.ts';

export interface At {
  /** The Oslo day. */
  day: string;
  now: Date;
  /** The last night that was carried out, and when. */
  night: string;
  carriedOutAt: Date;
}

type Offenders = (at: At) => RawBuilder<unknown>;

/** Rules by name; each question answers with one text, `what`, for each row that breaks the rule. */
export const invariants: Readonly<Record<string, Offenders>> = {
  'nobody has a temporary place without access in force': () => sql`
    select u.user_name as what from school_user p join users u on u.id = p.user_id
     where p.source = 'temporary-access' and not exists (
       select from access_entry e where e.user_id = p.user_id and e.school_id = p.school_id
          and e.kind = 'temporary' and e.status = 'active')`,

  'access in force has its place, with its days': () => sql`
    select e.id::text as what from access_entry e
      left join school_user p on p.user_id = e.user_id and p.school_id = e.school_id
     where e.kind = 'temporary' and e.status = 'active'
       and (p.user_id is null or (p.source = 'temporary-access'
            and (p.start_on, p.end_on) is distinct from (e.start_on, e.end_on)))`,

  'nothing is in force past the import on its last day': ({ night }) => sql`
    select e.id::text || ' ' || e.kind as what from access_entry e
     where e.status = 'active' and e.end_on <= ${night}::date`,

  'what was ended by hand is over after the next import': ({ carriedOutAt }) => sql`
    select e.id::text as what from access_entry e
     where e.status = 'active' and e.ends_next and exists (
       select from journal.change c join journal.operation o on o.id = c.operation_id
        where c.table_name = 'access_entry' and c.row_key = e.id::text and c.after ->> 'ends_next' = 'true'
          and o.started_at < ${carriedOutAt})`,

  'nothing registered in time is still planned past the evening before its first day': ({
    night,
    carriedOutAt,
  }) => sql`
    select e.id::text as what from access_entry e
     where e.status = 'planned' and e.start_on <= ${night}::date + 1 and e.added_at < ${carriedOutAt}`,

  'nothing began before the evening before its first day': () => sql`
    select e.id::text as what from access_entry e
     where e.status in ('active', 'ended') and e.executed_at is not null
       and (e.executed_at at time zone 'Europe/Oslo')::date < e.start_on - 1`,

  'access and blocks last a year at most, and begin within a year': () => sql`
    select e.id::text as what from access_entry e
     where e.end_on > e.start_on + make_interval(years => ${limits.accessSpanYears})
        or e.start_on < (e.added_at at time zone 'Europe/Oslo')::date
        or e.start_on > (e.added_at at time zone 'Europe/Oslo')::date
                          + make_interval(years => ${limits.accessStartAheadYears})`,

  'nobody has two of a kind at a school': () => sql`
    select e.user_id::text as what from access_entry e
     where e.status in ('planned', 'active')
     group by e.kind, e.user_id, e.school_id having count(*) > 1`,

  'what failed says why, and took nothing': () => sql`
    select e.id::text as what from access_entry e
     where (e.status = 'failed') <> (e.failure is not null)
        or (e.status = 'failed' and e.effect is not null)`,

  'a role rests exactly while a block holds': () => sql`
    select u.user_name as what from school_user p join users u on u.id = p.user_id
     where (p.blocked or p.role = 'studentBlockedEmployee') <> exists (
       select from access_entry e where e.kind = 'block' and e.status = 'active'
          and e.user_id = p.user_id and e.school_id = p.school_id)`,

  'an account is closed exactly within its periods': ({ day }) => sql`
    select u.user_name as what from users u
     where u.deactivated <> exists (
       select from deactivation d where d.user_id = u.id and d.start_on <= ${day}::date and d.end_on > ${day}::date
          and d.ended_at is null)`,

  'a period is planned before, active within and ended after its days': ({ day }) => sql`
    select d.id::text as what from deactivation d
     where d.status <> case when d.ended_at is not null or d.end_on <= ${day}::date then 'ended'
                            when d.start_on <= ${day}::date then 'active' else 'planned' end`,

  'a period is no longer than the site allows, and never begins before it was registered': () => sql`
    select d.id::text as what from deactivation d
     where d.end_on - d.start_on > ${limits.deactivationSpanDays}
        or d.start_on < (d.added_at at time zone 'Europe/Oslo')::date`,

  'nobody is locked for more than half an hour': ({ now }) => sql`
    select u.user_name as what from users u
     where u.locked_until > ${now}::timestamptz + make_interval(mins => ${limits.lockMinutes})`,

  'changes of a number are registered before the import, not while it runs': () => sql`
    select c.id::text as what from number_change c
     where (c.added_at at time zone 'Europe/Oslo')::time >= '16:00' and (c.added_at at time zone 'Europe/Oslo')::time < '22:00'`,

  'no change of a number waits past the import': ({ carriedOutAt }) => sql`
    select c.id::text as what from number_change c where c.status = 'registered' and c.added_at < ${carriedOutAt}`,

  'nobody shares a number, unless the queue asks about it': () => sql`
    select string_agg(u.user_name, ' ') as what from users u
     where u.national_number_hash is not null
     group by u.national_number_hash having count(*) > 1`,

  'the log of numbers ends with the number somebody has': () => sql`
    select u.user_name as what from users u
      join lateral (select l.new_masked from number_log l where l.user_id = u.id order by l.id desc limit 1) l on true
     where l.new_masked is distinct from u.national_number_masked`,

  'no change of school waits past the import': ({ carriedOutAt }) => sql`
    select c.user_id::text as what from school_change c
     where c.executed_at is null and c.registered_at < ${carriedOutAt}`,

  'mail and files of an account deleted for good wait while no system that keeps them is connected':
    () => sql`
    select r.user_name as what from account_removal r where r.executed_at is not null`,

  'sources are imported within the import window': () => sql`
    select r.id::text as what from import_run r
     where r.started_via = 'night' and ((r.started_at at time zone 'Europe/Oslo')::time < '16:00'
                                        or (r.started_at at time zone 'Europe/Oslo')::time >= '22:00')`,

  'what was started comes to an end': ({ carriedOutAt }) => sql`
    select o.id || ' ' || o.event as what from journal.operation o
     where o.finished_at is null and o.status <> 'held' and o.started_at < ${carriedOutAt}`,

  'everybody has at most one primary school, and it is the one on the card': () => sql`
    select u.user_name as what from users u
     where (select count(*) from school_user p where p.user_id = u.id and p.is_primary) > 1
        or exists (select from school_user p where p.user_id = u.id and p.is_primary
                    and p.school_id is distinct from u.primary_school_id)`,

  'whoever has an open account is at the school on the card': ({ day }) => sql`
    select u.user_name as what from users u
     where u.primary_school_id is not null and (u.expires_on is null or u.expires_on >= ${day}::date)
       and not exists (select from school_user p where p.user_id = u.id and p.school_id = u.primary_school_id)`,

  'every user name an import gave is taken for ever': () => sql`
    select u.user_name as what from users u
     where u.source <> 'manual' and not exists (select from user_name_taken t where t.user_name = lower(u.user_name))`,

  'totals are what a recount says': () => sql`
    select t.role as what from user_total t
     where t.users <> (select count(*) from users u where u.role = t.role)`,

  'the keys a school sorts by are the people’s own': () => sql`
    select u.user_name as what from school_user p join users u on u.id = p.user_id
     where (p.sort_name, p.expires_on, p.shielded) is distinct from (u.sort_name, u.expires_on, u.shielded)`,

  'memberships are of people and groups that are there': () => sql`
    select m.user_id::text as what from membership m
     where not exists (select from users u where u.id = m.user_id)
        or not exists (select from groups g where g.id = m.group_id)`,
};

/** Slower: what the journal says is what the tables hold. Looked at now and then. */
export const journalInvariants: Readonly<Record<string, Offenders>> = {
  'every change belongs to an operation': () => sql`
    select c.id::text as what from journal.change c
     where not exists (select from journal.operation o where o.id = c.operation_id)`,

  'every person came by a change of the journal': () => sql`
    select u.user_name as what from users u
     where not exists (select from journal.change c where c.table_name = 'users' and c.row_key = u.id::text and c.kind = 'I')`,

  'nobody was deleted for good but the expired': () => sql`
    select c.row_key as what from journal.change c join journal.operation o on o.id = c.operation_id
     where c.table_name = 'users' and c.kind = 'D'
       and coalesce((c.before ->> 'expires_on')::date >= (o.started_at at time zone 'Europe/Oslo')::date, true)`,

  'as many places were given as stand or were taken': () => sql`
    select 'school_user' as what from (
      select count(*) filter (where kind = 'I') - count(*) filter (where kind = 'D') as left_over
        from journal.change where table_name = 'school_user') j
     where j.left_over <> (select count(*) from school_user)`,

  'the journal’s last word about access is what stands': () => sql`
    select e.id::text as what from access_entry e
     where e.status is distinct from (
       select c.after ->> 'status' from journal.change c
        where c.table_name = 'access_entry' and c.row_key = e.id::text and c.after ? 'status'
        order by c.id desc limit 1)`,

  'the journal’s last word about closed accounts is what stands': () => sql`
    select u.user_name as what from users u
     where u.deactivated <> coalesce((
       select (c.after ->> 'deactivated')::boolean from journal.change c
        where c.table_name = 'users' and c.row_key = u.id::text and c.after ? 'deactivated'
        order by c.id desc limit 1), false)`,
};

/** What breaks which rule, one line each; empty when everything holds. */
export async function broken(db: Db, rules: Readonly<Record<string, Offenders>>, at: At): Promise<string[]> {
  const questions = Object.entries(rules).map(
    ([name, offenders]) => sql`select ${name}::text as rule, o.what from (${offenders(at)}) o`,
  );
  const { rows } = await sql<{
    rule: string;
    what: string | null;
  }>`${sql.join(questions, sql` union all `)}`.execute(db);
  return rows.map(({ rule, what }) => `${rule}: ${what}`);
}
