/** Exams at the demo's first school: one that was held, one that is being held, one tomorrow, and one to prepare. */
import { sql } from 'kysely';

import { fillUp } from '#areas/internet/exams/server/service.ts';
import { addDays, osloDay, osloMoment } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import { inMinutes, schoolsOfStory as schools } from './story-schools.ts';

/** Inside an operation, when there are packages to open. */
export async function holdExams(tx: Db, examPasswords: Vault, now: Date): Promise<void> {
  for (const exam of exams(now)) await holdExam(tx, exam, examPasswords);
}

interface Exam {
  description: string;
  on: string;
  candidates: number;
  /** Its lock; none = somebody has still to make it. */
  lock: { from: Date; until: Date; chat?: 'restricted' } | undefined;
  made: Date;
  ended: boolean;
  /** How many have signed in. */
  signedIn: number;
}

function exams(now: Date): readonly Exam[] {
  const today = osloDay(now);
  const [held, tomorrow, later] = [addDays(today, -2), addDays(today, 1), addDays(today, 9)];
  const weekAgo = inMinutes(now, -7 * 24 * 60);
  return [
    {
      description: 'Kartleggingsprøve i lesing',
      on: held,
      candidates: 24,
      lock: { from: osloMoment(held, '08:30'), until: osloMoment(held, '10:00') },
      made: weekAgo,
      ended: true,
      signedIn: 24,
    },
    {
      description: 'Nasjonal prøve i regning',
      on: today,
      candidates: 28,
      lock: { from: inMinutes(now, -50), until: inMinutes(now, 100) },
      made: weekAgo,
      ended: false,
      signedIn: 25,
    },
    {
      description: 'Nasjonal prøve i engelsk',
      on: tomorrow,
      candidates: 26,
      lock: {
        from: osloMoment(tomorrow, '08:30'),
        until: osloMoment(tomorrow, '11:00'),
        chat: 'restricted',
      },
      made: weekAgo,
      ended: false,
      signedIn: 0,
    },
    {
      description: 'Prøveeksamen i nynorsk',
      on: later,
      candidates: 18,
      lock: undefined,
      made: weekAgo,
      ended: false,
      signedIn: 0,
    },
  ];
}

/** At the first school, by the teacher of the story. */
async function holdExam(tx: Db, exam: Exam, examPasswords: Vault): Promise<void> {
  const { description, on, candidates, lock, made, ended, signedIn } = exam;
  const { rows } = await sql<{ id: number }>`
    insert into exam_group (school_id, name, description, exam_on, teacher_id, home_path_win, common_path_win, created_by,
      created_at)
    select s.id, s.abbreviation || ' eksamen ' || nextval(pg_get_serial_sequence('exam_group', 'id')), ${description}::text,
           ${on}::date, (select r.user_id from role_grant r where r.school_id = s.id and r.role = 'teacher' limit 1),
           '\\\\fil01\\eksamen', '\\\\fil01\\eksamen\\felles', 'Solveig Langset', ${made}::timestamptz
      from (${schools}) s where s.place = 0 returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return;
  await fillUp(tx, id, { count: candidates, late: false }, { vault: examPasswords, now: made });
  if (!lock) return;
  const { from, until, chat = 'none' } = lock;
  await sql`
    with made as (
      insert into internet_lock (school_id, description, starts_at, active_from, ends_at, exam, exam_resources, chat,
        teacher_id, created_by, created_at)
      select e.school_id, 'Eksamenssperre', ${from}::timestamptz, ${from}::timestamptz, ${until}::timestamptz, true, true, ${chat}::text, e.teacher_id, e.created_by, ${made}::timestamptz
        from exam_group e where e.id = ${id} returning id
    ), laid as (
      insert into internet_lock_target (lock_id, exam_group_id) select id, ${id} from made
    )
    insert into internet_lock_package (lock_id, package_id)
    select made.id, p.id from made join domain_package p on p.school_id is null and p.name = 'Utdanningsdirektoratet'`.execute(
    tx,
  );
  // One after the other in the ten minutes before it began, at the machines of a computer room.
  await sql`
    insert into exam_sign_in (candidate_id, last_login_at, machine)
    select c.id, ${from}::timestamptz - make_interval(mins => 2 + c.number * 7 % 10, secs => c.number * 13 % 60),
           'PC-1' || lpad(c.number::text, 2, '0')
      from exam_candidate c where c.exam_group_id = ${id} and c.number * 11 % ${candidates} < ${signedIn}`.execute(
    tx,
  );
  if (ended) {
    await sql`update exam_group set ended_at = ${until}::timestamptz, version = version + 1 where id = ${id}`.execute(
      tx,
    );
    await sql`update exam_candidate set password_cipher = null where exam_group_id = ${id}`.execute(tx);
  }
}
