/**
 * Internet locks at the demo's schools: some that run, some that are planned and some that are over, and what locks
 * open. They follow the clock, so a demo that is left to itself for a day has them behind it.
 */
import { sql } from 'kysely';

import { addDays, osloDay, osloMoment } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import { holdExams } from './exam-life.ts';
import { inMinutes, schoolsOfStory as schools } from './story-schools.ts';

/** Classes nobody of the story teaches: a story told by hand has its own groups free. */
const classes = sql`
  select g.id, g.school_id, row_number() over (partition by g.school_id order by g.name_sort desc) as place
    from groups g
   where g.type = 'class' and g.archived_at is null and not exists (
     select from membership m join role_grant r on r.user_id = m.user_id where m.group_id = g.id)`;

/** Inside an operation. */
export async function tellInternetLife(tx: Db, examPasswords: Vault, now: Date): Promise<void> {
  await openPages(tx, now);
  await keepTemplates(tx, now);
  await layLocks(tx, now);
  await holdExams(tx, examPasswords, now);
}

/** What locks open: packages and pages of the owner and of a school, the aids of exams. */
async function openPages(tx: Db, now: Date): Promise<void> {
  await sql`
    insert into domain_package (school_id, name, domains, changed_by, changed_at, created_at) values
      (null, 'Utdanningsdirektoratet', '{pgsa.udir.no,udir.no}', 'Line Nygaard', ${now}::timestamptz, ${now}::timestamptz),
      (null, 'Ordbøker', '{naob.no,ordbokene.no}', 'Line Nygaard', ${now}::timestamptz, ${now}::timestamptz),
      (null, 'Matematikk', '{kikora.no,matematikk.org,matematikk.net}', 'Line Nygaard', ${now}::timestamptz, ${now}::timestamptz)`.execute(
    tx,
  );
  await sql`
    insert into domain_package (school_id, name, domains, changed_by, changed_at, created_at)
    select s.id, w.name, w.domains, 'Solveig Langset', ${now}::timestamptz, ${now}::timestamptz from (${schools}) s
     cross join (values ('Lesekvarten', '{biblioteksok.no,lesesenteret.no}'::text[]),
                        ('Naturfag', '{miljolare.no,naturfag.no,yr.no}'::text[])) w (name, domains)
     where s.place = 0`.execute(tx);
  await sql`
    insert into always_open_page (school_id, domain, added_by, added_at)
    select null::int, d, 'Line Nygaard', ${now}::timestamptz from unnest('{feide.no,idporten.no,visma.no}'::text[]) d
    union all
    select s.id, d, 'Solveig Langset', ${now}::timestamptz from (${schools}) s, unnest('{itslearning.com,skolearena.no}'::text[]) d
     where s.place = 0`.execute(tx);
  await sql`
    insert into exam_resource (school_id, name, domains, changed_by, changed_at)
    select null::int, w.name, w.domains, 'Line Nygaard', ${now}::timestamptz
      from (values ('Ordbøkene', '{ordbokene.no}'::text[]), ('Lexin', '{lexin.oslomet.no}'::text[])) w (name, domains)
    union all
    select s.id, 'Skolens formelsamling', '{formelsamling.no}', 'Solveig Langset', ${now}::timestamptz from (${schools}) s
     where s.place = 0`.execute(tx);
}

async function keepTemplates(tx: Db, now: Date): Promise<void> {
  await sql`
    insert into lesson_time (school_id, starts_at, ends_at)
    select s.id, l.starts::time, l.ends::time from (${schools}) s
     cross join (values ('08:30', '09:15'), ('09:15', '10:00'), ('10:15', '11:00'), ('11:40', '12:25'),
                        ('12:25', '13:10'), ('13:20', '14:05')) l (starts, ends)`.execute(tx);
  await sql`
    insert into lock_template (school_id, name, settings, created_by, created_at)
    select s.id, w.name, jsonb_build_object('description', w.name, 'ownDomains', '[]'::jsonb, 'domainPackageIds',
             coalesce((select jsonb_agg(p.id) from domain_package p where p.school_id is null and p.name = w.package), '[]'),
             'examResources', false, 'chat', w.chat), 'Solveig Langset', ${now}::timestamptz
      from (${schools}) s
     cross join (values ('Stille lesing', 'Ordbøker', 'none'), ('Matteprøve', 'Matematikk', 'restricted'))
       w (name, package, chat)`.execute(tx);
}

interface Lock {
  /** Among the schools and their classes. */
  school: number;
  class: number;
  description: string;
  from: Date;
  until: Date;
  immediate?: boolean;
  /** Made so many minutes before it begins. */
  ahead: number;
  own: string[];
  packages: string[];
  chat?: 'restricted' | 'blocked';
  endedBy?: string;
}

function lessons(now: Date): readonly Lock[] {
  const day = (days: number) => addDays(osloDay(now), days);
  const at = (days: number, clock: string) => osloMoment(day(days), clock);
  const plain = { school: 0, ahead: 2_000, own: [], packages: [] };
  return [
    // Two that run, until the lesson is over.
    {
      ...plain,
      class: 1,
      description: 'Matteprøve',
      from: inMinutes(now, -25),
      until: inMinutes(now, 65),
      immediate: true,
      ahead: 0,
      packages: ['Matematikk'],
    },
    {
      ...plain,
      class: 2,
      description: 'Stille lesing',
      from: inMinutes(now, -10),
      until: inMinutes(now, 35),
      immediate: true,
      ahead: 0,
      own: ['deichman.no'],
      packages: ['Ordbøker', 'Lesekvarten'],
    },
    {
      ...plain,
      school: 1,
      class: 1,
      description: 'Engelskprøve',
      from: inMinutes(now, -40),
      until: inMinutes(now, 50),
      packages: ['Ordbøker'],
    },
    {
      ...plain,
      class: 3,
      description: 'Energi og klima',
      from: at(1, '10:15'),
      until: at(1, '11:00'),
      packages: ['Naturfag'],
    },
    {
      ...plain,
      class: 1,
      description: 'Nynorskprøve',
      from: at(2, '09:15'),
      until: at(2, '10:00'),
      packages: ['Ordbøker'],
      chat: 'restricted',
    },
    {
      ...plain,
      class: 4,
      description: 'Programmering uten nett',
      from: at(5, '12:25'),
      until: at(5, '14:05'),
      own: ['kidsakoder.no'],
    },
    {
      ...plain,
      class: 2,
      description: 'Kartleggingsprøve i regning',
      from: at(-1, '08:30'),
      until: at(-1, '10:00'),
      packages: ['Matematikk'],
    },
    {
      ...plain,
      class: 3,
      description: 'Stille lesing',
      from: at(-1, '12:25'),
      until: at(-1, '12:50'),
      packages: ['Ordbøker'],
      endedBy: 'Solveig Langset',
    },
    {
      ...plain,
      class: 1,
      description: 'Gangeprøve',
      from: at(-6, '10:15'),
      until: at(-6, '11:00'),
      packages: ['Matematikk'],
      chat: 'blocked',
    },
    { ...plain, class: 4, description: 'Diktat', from: at(-8, '09:15'), until: at(-8, '10:00') },
  ];
}

/** Nobody has made a lock in the future. */
function madeAt(from: Date, ahead: number, now: Date): Date {
  const before = inMinutes(from, -ahead);
  return before < now ? before : inMinutes(now, -90);
}

async function layLocks(tx: Db, now: Date): Promise<void> {
  for (const lock of lessons(now)) {
    const {
      description,
      from,
      until,
      immediate = false,
      ahead,
      own,
      packages,
      chat = 'none',
      endedBy,
    } = lock;
    await sql`
      with target as (
        select c.id, s.id as school_id, t.id as teacher_id, coalesce(t.name, 'Solveig Langset') as name
          from (${schools}) s join (${classes}) c on c.school_id = s.id and c.place = ${lock.class}
          left join lateral (
            select u.id, trim(u.first_name || ' ' || u.last_name) as name from membership m join users u on u.id = m.user_id
             where m.group_id = c.id and m.role not in ('student', 'other') and not u.shielded order by u.id limit 1) t on true
         where s.place = ${lock.school}
      ), made as (
        insert into internet_lock (school_id, description, starts_at, active_from, ends_at, immediate, chat, own_domains,
          teacher_id, created_by, created_at, ended_by)
        select school_id, ${description}::text, ${from}::timestamptz, ${from}::timestamptz, ${until}::timestamptz, ${immediate}::boolean, ${chat}::text, ${own}::text[], teacher_id, name,
               ${madeAt(from, ahead, now)}::timestamptz, ${endedBy ?? null}::text from target returning id, school_id
      ), laid as (
        insert into internet_lock_target (lock_id, group_id) select made.id, target.id from made, target
      )
      insert into internet_lock_package (lock_id, package_id)
      select made.id, p.id from made join domain_package p
        on p.name = any (${packages}) and (p.school_id is null or p.school_id = made.school_id)`.execute(tx);
  }
}
