/**
 * An exam day, played on the portal's clock from the making of the exams to the last trace of them, by the portal's own
 * means: its tables, its rules and its reconciliation with a directory. The test plays a small one and looks at every
 * quarter of an hour; `bench/exam-day.ts` plays one of sixty schools.
 */
import { sql } from 'kysely';

import { fillUp, removeOldPasswords } from '#areas/internet/exams/server/service.ts';
import { endExam, insertExam } from '#areas/internet/exams/server/store.ts';
import { insertLock } from '#areas/internet/locks/server/store.ts';
import { addDays, osloDay, osloMoment } from '#kernel/dates.ts';
import type { FixedClock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import type { Means } from '#server/reconcile/means.ts';
import type { Worker } from '#server/reconcile/worker.ts';
import { inSeedOperation, seedInto } from '#server/testing/seed.ts';

interface Stage {
  db: Db;
  clock: FixedClock;
  means: Means;
  worker: Pick<Worker, 'turn'>;
}

interface Size {
  schools: number;
  groupsPerSchool: number;
  candidates: number;
}

export const EXAM_DAY = '2026-11-25';
const MADE = '2026-11-20T12:00:00Z';
/** A name that would be found wherever it were written. */
export const PUPIL = 'zzkandidat';

export const lockTimes = {
  from: osloMoment(EXAM_DAY, '09:00'),
  until: osloMoment(EXAM_DAY, '14:00'),
};

const within = <T>({ db, clock }: Stage, work: (tx: Db) => Promise<T>): Promise<T> =>
  inSeedOperation(db, clock, work);

/** The schools, each with a pupil and a teacher. Answers the teacher of each school. */
export async function prepare(stage: Stage, { schools }: Size): Promise<Map<number, number>> {
  stage.clock.set(MADE);
  return within(stage, async (tx) => {
    const seed = seedInto(tx, stage.clock);
    const teachers = new Map<number, number>();
    for (let number = 1; number <= schools; number += 1) {
      const code = `S${String(number).padStart(2, '0')}`;
      const schoolId = await seed.school(code);
      await seed.user({
        userName: `${PUPIL}${number}`,
        firstName: PUPIL,
        lastName: PUPIL,
        schools: [{ code }],
      });
      const teacher = { userName: `laerer${number}`, role: 'employee' as const, schools: [{ code }] };
      teachers.set(schoolId, await seed.user(teacher));
    }
    return teachers;
  });
}

/** The exams with their candidates and locks, each in an operation as a request makes it. Answers the exams. */
export async function makeExams(
  stage: Stage,
  teachers: ReadonlyMap<number, number>,
  { groupsPerSchool, candidates }: Size,
): Promise<number[]> {
  const { clock, means } = stage;
  const exams: number[] = [];
  const paths = {
    commonPathWin: '\\\\fil01\\felles',
    homePathWin: '\\\\fil01\\eksamen',
    commonPathMac: null,
    homePathMac: null,
  };
  for (const [schoolId, teacherId] of teachers) {
    for (let number = 1; number <= groupsPerSchool; number += 1) {
      const now = clock.now();
      const id = await within(stage, async (tx) => {
        const exam = { description: `Eksamen ${number}`, examDate: EXAM_DAY, teacherId, ...paths };
        const made = await insertExam(tx, schoolId, exam, { by: 'Prøve', now });
        await fillUp(tx, made, { count: candidates, late: false }, { vault: means.examPasswords, now });
        return made;
      });
      exams.push(id);
      await within(stage, (tx) =>
        insertLock(
          tx,
          {
            schoolId,
            description: `Eksamen ${number}`,
            groupIds: [],
            examGroupIds: [id],
            start: lockTimes.from,
            activeFrom: lockTimes.from,
            end: lockTimes.until,
            immediate: false,
            examResources: false,
            chat: 'blocked',
            ownDomains: ['udir.no'],
            packageIds: [],
          },
          { userId: teacherId, name: 'Prøve', now },
        ),
      );
    }
  }
  return exams;
}

/** Moves the clock, and does what the portal does by itself. */
export async function at(stage: Stage, moment: Date): Promise<void> {
  stage.clock.set(moment.toISOString());
  await stage.worker.turn();
  await removeOldPasswords(stage.db, stage.clock.now());
}

/** Somebody who comes late is one more. */
export const comesLate = (stage: Stage, exam: number, count: number): Promise<void> =>
  within(stage, (tx) =>
    fillUp(tx, exam, { count, late: true }, { vault: stage.means.examPasswords, now: stage.clock.now() }),
  );

export const endsEarly = (stage: Stage, exam: number): Promise<void> =>
  within(stage, (tx) => endExam(tx, exam, stage.clock.now()));

/** Every candidate, as the portal and the directory have them now. */
interface Tally {
  candidates: number;
  /** Accounts in the directory, and those of them that let anybody in. */
  accounts: number;
  open: number;
  /** That can still be shown. */
  passwords: number;
  /** Under a lock in force. */
  locked: number;
}

export async function tally({ db, clock }: Stage): Promise<Tally> {
  const now = clock.now();
  const { rows } = await sql<Tally>`
    select count(c.id)::int as candidates, count(d.id)::int as accounts,
           count(*) filter (where (d.fields ->> 'enabled')::boolean)::int as open,
           count(c.password_cipher)::int as passwords,
           count(*) filter (where exists (
             select from internet_lock_target t join internet_lock l on l.id = t.lock_id
              where t.exam_group_id = c.exam_group_id and l.active_from <= ${now} and l.ends_at > ${now}))::int as locked
      from exam_candidate c
      full join (select * from simulated_directory.object
                  where kind = 'user' and not removed and fields ->> 'role' = 'examCandidate') d on d.name = c.user_name`.execute(
    db,
  );
  return rows[0] ?? { candidates: 0, accounts: 0, open: 0, passwords: 0, locked: 0 };
}

/** How many cannot chat: from four hours before their lock until its end, by the rules as people tell them. */
export function chatless(now: Date, candidates: number): number {
  const isShut = now.getTime() >= lockTimes.from.getTime() - 4 * 3_600_000 && now < lockTimes.until;
  return isShut ? candidates : 0;
}

/** What there is to be, by the rules as people tell them; `gone`: candidates whose exam was ended early. */
export function expected(now: Date, candidates: number, ended: number): Tally {
  const today = osloDay(now);
  const isThere = today <= addDays(EXAM_DAY, 1);
  const isLocked = now >= lockTimes.from && now < lockTimes.until;
  return {
    candidates,
    accounts: isThere ? candidates : 0,
    open: today === EXAM_DAY ? candidates - ended : 0,
    passwords: isThere ? candidates - ended : 0,
    locked: isLocked ? candidates : 0,
  };
}

/** Every table that could tell who sat where, searched for the pupils: none may have them. Answers where they are. */
export async function namesFound({ db }: Stage): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select 'exam_candidate' as place from exam_candidate c where c::text like ${`%${PUPIL}%`}
    union all select 'exam_sign_in' from exam_sign_in c where c::text like ${`%${PUPIL}%`}
    union all select 'exam_group' from exam_group c where c::text like ${`%${PUPIL}%`}
    union all select 'directory' from simulated_directory.object o
               where fields ->> 'role' = 'examCandidate' and o::text like ${`%${PUPIL}%`}
    union all select 'journal' from journal.change c
               where c.table_name like 'exam%' and concat(c.before, c.after) like ${`%${PUPIL}%`}
    union all
    -- And none points to a person: a candidate is a number and a user name.
    select 'reference from ' || f.conrelid::regclass from pg_constraint f
     where f.contype = 'f' and f.confrelid = 'users'::regclass
       and f.conrelid in ('exam_candidate'::regclass, 'exam_sign_in'::regclass)`.execute(db);
  return rows.map(({ place }) => place);
}

/** The quarters of an hour from the evening before until the second midnight after. */
export function quarters(): Date[] {
  const moments: Date[] = [];
  const end = osloMoment(addDays(EXAM_DAY, 2), '01:00').getTime();
  const QUARTER_MS = 15 * 60_000;
  for (
    let moment = osloMoment(EXAM_DAY, '00:00').getTime() - 4 * QUARTER_MS;
    moment <= end;
    moment += QUARTER_MS
  ) {
    moments.push(new Date(moment));
  }
  return moments;
}
