/**
 * What has been going on at the demo's schools: access that was ordered and has come to every state it can be in, blocks,
 * closed accounts, shared accounts and groups people made themselves. Nothing here is set to look done: what counts today
 * is brought about by the same steps the nightly import takes.
 */
import { sql } from 'kysely';

import { addDays, osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import { nightlySteps } from '#server/nightly-steps.ts';

import { plainUsers } from './story.ts';

/** Those the demo's people run come first. */
const schools = sql`
  select s.*, row_number() over (order by (select min(g.id) from role_grant g where g.school_id = s.id), s.name_sort, s.id)
                - 1 as place
    from school s`;

interface Ordered {
  kind: 'temporary' | 'block';
  /** Among the schools, those of the story first. */
  school: number;
  /** Among the people who may be chosen. */
  person: number;
  /** Days from today. */
  start: number;
  end: number;
  comment: string;
}

/** Ordered some time ago: tonight's steps bring each to where it is today. */
const ordered: readonly Ordered[] = [
  {
    kind: 'temporary',
    school: 0,
    person: 1,
    start: -20,
    // Within two weeks: somebody has to think of it.
    end: 11,
    comment: 'Vikar for lærer i foreldrepermisjon',
  },
  { kind: 'temporary', school: 0, person: 2, start: -40, end: 12, comment: 'Hjelper til på 4. trinn' },
  { kind: 'temporary', school: 0, person: 0, start: -5, end: 30, comment: 'Ekstra lærer i svømming' },
  { kind: 'block', school: 0, person: 3, start: -6, end: 24, comment: 'Avtalt med foresatte og rektor' },
  { kind: 'block', school: 1, person: 4, start: -2, end: 40, comment: 'Bor hos besteforeldre i perioden' },
];

/** Ordered today: the next import takes up the first of them. */
const orderedToday: readonly Ordered[] = [
  { kind: 'temporary', school: 0, person: 5, start: 1, end: 35, comment: 'Vikar i musikk' },
  { kind: 'temporary', school: 0, person: 6, start: 14, end: 75, comment: 'Praksis fra lærerutdanningen' },
  { kind: 'block', school: 0, person: 7, start: 10, end: 20, comment: 'Leirskole med en annen skole' },
];

/** Over, as they were left. */
const over: readonly Ordered[] = [
  { kind: 'temporary', school: 0, person: 8, start: -80, end: -18, comment: 'Vikar i høst' },
  { kind: 'block', school: 0, person: 9, start: -60, end: -30, comment: 'Hjemmeundervisning i perioden' },
];

/** Inside an operation, after the roles are granted. */
export async function tellSchoolLife(tx: Db, now: Date): Promise<void> {
  const day = osloDay(now);
  await order(tx, ordered, 'planned', now);
  for (const step of nightlySteps) await step.run(tx, { now, day });
  await sql`update access_entry set ends_next = true, version = version + 1
             where status = 'active' and kind = 'temporary' and comment = ${ordered[1]?.comment}`.execute(tx);
  await order(tx, orderedToday, 'planned', now);
  await order(tx, over, 'ended', now);
  await closeAccounts(tx, now);
  await shareAccounts(tx, now);
  await makeGroups(tx, now);
}

/** Temporary access goes to employees of other schools (number 0: somebody who works there already), blocks to pupils. */
async function order(
  tx: Db,
  entries: readonly Ordered[],
  status: 'planned' | 'ended',
  now: Date,
): Promise<void> {
  const day = osloDay(now);
  const rows = entries.map(({ start, end, ...entry }) => ({
    ...entry,
    start_on: addDays(day, start),
    end_on: addDays(day, end),
    added_at: `${addDays(day, Math.min(start - 7, -1))}T09:20:00Z`,
  }));
  const isOver = status === 'ended';
  await sql`
    with schools as (${schools}),
    people as (
      select s.place as school, p.id, p.role, su.school_id is not null as is_here,
             row_number() over (partition by s.place, p.role, su.school_id is not null order by p.place) as place
        from schools s cross join (${plainUsers}) p
        left join school_user su on su.school_id = s.id and su.user_id = p.id
       where s.place < 2)
    insert into access_entry (kind, user_id, school_id, role, start_on, end_on, comment, ict_can_modify, status,
                              registered_by, added_at, executed_at, ended_at)
    select w.kind, p.id, s.id, p.role, w.start_on, w.end_on, w.comment, w.person % 2 = 0, ${status}, ${REGISTERED_BY},
           w.added_at,
           case when ${isOver} then (w.start_on - 1 + time '17:40') at time zone 'Europe/Oslo' end,
           case when ${isOver} then (w.end_on + time '17:40') at time zone 'Europe/Oslo' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w (kind text, school integer, person integer, start_on date, end_on date, comment text, added_at timestamptz)
      join schools s on s.place = w.school
      join people p on p.school = w.school
       and case when w.kind = 'block' then p.role = 'student' and p.is_here and p.place = w.person
                when w.person = 0 then p.role = 'employee' and p.is_here and p.place = 1
                else p.role = 'employee' and not p.is_here and p.place = w.person end`.execute(tx);
}

/** Written with every order: who asked for it at the school. */
const REGISTERED_BY = 'Rektor';

/** One account that is closed today and one that will be; the clock opens and closes them. */
async function closeAccounts(tx: Db, now: Date): Promise<void> {
  const day = osloDay(now);
  await sql`
    insert into deactivation (user_id, start_on, end_on, comment, registered_by, added_at)
    select p.id, ${day}::date + w.start_in, ${day}::date + w.end_in, w.comment, ${REGISTERED_BY}, ${now}
      from (values (12, -4, 17, 'Utveksling i Frankrike'), (13, 9, 30, 'Lang ferie, avtalt med skolen'))
        as w (person, start_in, end_in, comment)
      join (${plainUsers}) p on p.role = 'student' and p.place = w.person + 40`.execute(tx);
}

/** A machine in the library and one at the reception, each with somebody who answers for it. */
async function shareAccounts(tx: Db, now: Date): Promise<void> {
  await sql`
    with wanted as (
      select s.id as school_id, lower(s.abbreviation) || '.' || w.name as user_name, s.name as school, w.label,
             (select su.user_id from school_user su
               where su.school_id = s.id and su.role = 'employee' and su.is_primary and not su.shielded
               order by md5(w.name || su.user_id) limit 1) as responsible_id
        from (${schools}) s
       cross join (values ('bibliotek', 'Bibliotek'), ('resepsjon', 'Resepsjon')) as w (name, label)
       where s.place < 2
    ), made as (
      insert into users (user_name, first_name, last_name, role, primary_school_id, description, created_at)
      select user_name, label, school, 'employee', school_id, 'Delt konto', ${now} from wanted
      returning id, user_name, primary_school_id
    ), named as (
      insert into user_name_taken (user_name, taken_at) select lower(user_name), ${now} from made
    ), placed as (
      insert into school_user (school_id, user_id, role, is_primary, added_at)
      select primary_school_id, id, 'employee', true, ${now} from made
    )
    insert into common_user (user_id, responsible_id)
    select made.id, wanted.responsible_id from made join wanted using (user_name)`.execute(tx);
}

interface OwnGroup {
  type: 'access' | 'section' | 'department' | 'predefined' | 'uda' | 'nested' | 'global';
  name: string;
  description: string;
  role: 'student' | 'employee';
  /** How many members. */
  size: number;
}

const ownGroups: readonly OwnGroup[] = [
  { type: 'access', name: 'Laserkutter', description: 'Opplæring fullført', role: 'employee', size: 6 },
  { type: 'access', name: 'Skoleavisen', description: 'Mappen til redaksjonen', role: 'student', size: 14 },
  { type: 'section', name: 'Mellomtrinnet', description: 'Team for 5.–7. trinn', role: 'employee', size: 11 },
  { type: 'department', name: 'Administrasjonen', description: '', role: 'employee', size: 5 },
  { type: 'predefined', name: 'Voksenopplæring', description: 'Deltakere', role: 'student', size: 9 },
  { type: 'uda', name: 'vikar', description: 'Alle vikarer', role: 'employee', size: 7 },
];

async function makeGroups(tx: Db, now: Date): Promise<void> {
  await sql`
    with wanted as (
      select s.id as school_id, s.abbreviation || ' ' || w.name as full_name, w.*
        from (${schools}) s
       cross join jsonb_to_recordset(${JSON.stringify(ownGroups)}::jsonb)
          as w (type text, name text, description text, role text, size integer)
       where s.place < 3
    ), made as (
      insert into groups (school_id, name, display_name, type, description, created_at)
      select school_id, full_name, name, type, nullif(description, ''), ${now} from wanted
      on conflict (lower(name)) do nothing returning id, name
    )
    insert into membership (group_id, user_id, role, added_at)
    select made.id, p.user_id, case when w.role = 'student' then 'student' else 'other' end, ${now}
      from made join wanted w on w.full_name = made.name
      join lateral (
        select user_id from school_user su
         where su.school_id = w.school_id and su.role = w.role and su.is_primary and not su.shielded
           and su.expires_on is null
         order by md5(w.full_name || su.user_id) limit w.size) p on true`.execute(tx);
  await nest(tx, now);
  await sql`
    with made as (
      insert into groups (name, display_name, type, description, created_at)
      values ('Alle IKT-ansvarlige', 'Alle IKT-ansvarlige', 'global', 'Varsles om drift og vedlikehold', ${now})
      returning id)
    insert into membership (group_id, user_id, role, added_at)
    select made.id, g.user_id, 'other', ${now} from made cross join (
      select distinct user_id from role_grant where role in ('schoolIct', 'schoolAdministrator')) g`.execute(
    tx,
  );
}

/** The groups people made themselves, gathered in one. */
const nest = (tx: Db, now: Date) =>
  sql`
    with made as (
      insert into groups (school_id, name, display_name, type, description, created_at)
      select s.id, s.abbreviation || ' Hele kollegiet', 'Hele kollegiet', 'nested', 'Team og administrasjon', ${now}
        from (${schools}) s
       where s.place < 3
      returning id, school_id)
    insert into group_nesting (parent_id, child_id, added_at)
    select made.id, g.id, ${now} from made
      join groups g on g.school_id = made.school_id and g.source = 'manual' and g.type in ('section', 'department')`.execute(
    tx,
  );
