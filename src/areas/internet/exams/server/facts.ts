/** The facts an exam's preflight judges by, for several exams at a time: each question is asked once for them all. */
import { sql } from 'kysely';

import type { ExamFacts, LockFacts } from '#areas/internet/exam-day/preflight.ts';
import {
  alwaysOpenAt,
  entriesOf,
  examResourcesAt,
  packagesAt,
  readLocks,
} from '#areas/internet/locks/server/service.ts';
import { pointsServing } from '#areas/internet/points/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

interface Asking {
  db: Db;
  scope: Scope;
  now: Date;
  /** Whether there is a directory to have accounts in. */
  hasDirectory: boolean;
  /** Real time: a demo's moved clock says nothing about machines. */
  realNow: Date;
}

interface ExamRow {
  id: number;
  schoolId: number;
  examDate: string;
  wanted: number | null;
  candidates: number;
  withoutPassword: number;
  accounts: ExamFacts['accounts'];
  teacher: { name: string; here: boolean; busyWith: string | null } | null;
  locks: number[];
  wasLocked: boolean;
  awaySince: string | null;
}

/** By exam. `ids` came from a scope. */
export async function factsFor(asking: Asking, ids: readonly number[]): Promise<Map<number, ExamFacts>> {
  const { db, now, hasDirectory, realNow } = asking;
  if (ids.length === 0) return new Map();
  const exams = await readExams(db, ids, now);
  const lists = listsOf(db);
  const locks = await lockFacts(asking, lists, [...new Set(exams.flatMap((exam) => exam.locks))]);
  const schools = new Map<number, Pick<ExamFacts, 'resources' | 'points'>>();
  for (const { schoolId } of exams) {
    if (schools.has(schoolId)) continue;
    const { length: resources } = await lists.resources(schoolId);
    const points = await pointsServing(db, schoolId, realNow);
    schools.set(schoolId, { resources, points: points.map(asFact) });
  }
  return new Map(
    exams.map(({ id, schoolId, awaySince, teacher, ...exam }) => [
      id,
      {
        now,
        today: osloDay(now),
        ...exam,
        ...(schools.get(schoolId) ?? { resources: 0, points: [] }),
        teacher: teacher ?? undefined,
        directory: { connected: hasDirectory, awaySince: awaySince === null ? null : new Date(awaySince) },
        locks: exam.locks.flatMap((lock) => locks.get(lock)?.(exam.examDate) ?? []),
        // Carried out by a connector of its own, which there is none of yet.
        chatConnected: false,
      },
    ]),
  );
}

interface Lists {
  packages: (schoolId: number) => ReturnType<typeof packagesAt>;
  always: (schoolId: number) => ReturnType<typeof alwaysOpenAt>;
  resources: (schoolId: number) => ReturnType<typeof examResourcesAt>;
}

/** What may be open in a school's locks, asked for once for all of them. */
const listsOf = (db: Db): Lists => ({
  packages: once((schoolId) => packagesAt(db, schoolId)),
  always: once((schoolId) => alwaysOpenAt(db, schoolId)),
  resources: once((schoolId) => examResourcesAt(db, schoolId)),
});

function once<T>(read: (schoolId: number) => Promise<T>): (schoolId: number) => Promise<T> {
  const known = new Map<number, Promise<T>>();
  return (schoolId) => {
    const reading = known.get(schoolId) ?? read(schoolId);
    known.set(schoolId, reading);
    return reading;
  };
}

const asFact = ({
  name,
  alive,
  clockMs,
}: Awaited<ReturnType<typeof pointsServing>>[number]): ExamFacts['points'][number] => ({
  name,
  isAlive: alive,
  clockOffMs: clockMs,
});

async function readExams(db: Db, ids: readonly number[], now: Date): Promise<ExamRow[]> {
  const locksOn = sql`internet_lock_target t join internet_lock l on l.id = t.lock_id and l.ends_at > ${now}`;
  const { rows } = await sql<ExamRow>`
    select e.id, e.school_id as "schoolId", e.exam_on as "examDate", e.candidates_wanted as wanted,
           c.candidates, c.without_password as "withoutPassword", c.accounts,
           (select error_at from directory.state where error is not null) as "awaySince",
           array(select distinct l.id from ${locksOn} where t.exam_group_id = e.id order by 1) as locks,
           exists (select from internet_lock_target t join internet_lock l on l.id = t.lock_id
             where t.exam_group_id = e.id and l.ends_at <= ${now} and l.active_from < l.ends_at
               and l.ends_at > e.exam_on::timestamp at time zone 'Europe/Oslo'
               and l.active_from < (e.exam_on + 1)::timestamp at time zone 'Europe/Oslo') as "wasLocked",
           case when u.id is not null then jsonb_build_object('name', trim(u.first_name || ' ' || u.last_name),
             'here', not u.deactivated and exists (select from school_user s where s.user_id = u.id
                       and s.school_id = e.school_id and s.role = 'employee' and not s.blocked),
             'busyWith', (
               select min(other.description) from exam_group other
                where other.teacher_id = e.teacher_id and other.exam_on = e.exam_on and other.id <> e.id
                  and other.ended_at is null and exists (
                    select from internet_lock_target t join internet_lock l on l.id = t.lock_id
                      join internet_lock_target mine on mine.exam_group_id = e.id and mine.lock_id <> l.id
                      join internet_lock m on m.id = mine.lock_id
                     where t.exam_group_id = other.id and l.active_from < m.ends_at and m.active_from < l.ends_at))) end as teacher
      from exam_group e
      left join users u on u.id = e.teacher_id
      cross join lateral (
        select count(*)::int as candidates,
               count(*) filter (where c.password_cipher is null)::int as without_password,
               jsonb_build_object('there', count(*) filter (where o.key is not null and d.error is null),
                 -- Also one that is there and could not be opened or closed, or given its password.
                 'failed', count(*) filter (where d.error is not null),
                 'waiting', count(*) filter (where o.key is null and d.error is null and (d.key is not null or m.due)),
                 'withPassword', count(*) filter (
                   where o.password_at = date_trunc('milliseconds', c.password_set_at))) as accounts
          from exam_candidate c
          left join directory.object o on o.kind = 'candidate' and o.key = c.id
          left join directory.due d on d.kind = 'candidate' and d.key = c.id
          cross join lateral (select exists (
            select from directory.mark where kind = 'candidate' and key = c.id) as due) m
         where c.exam_group_id = e.id) c
     where e.id = any (${[...ids]}) order by e.id`.execute(db);
  return rows;
}

/** Each lock by its id; whether it is on the exam's day is asked when the day is known. */
async function lockFacts(
  { db, scope, now }: Asking,
  lists: Lists,
  ids: readonly number[],
): Promise<Map<number, (examDate: string) => LockFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await readLocks(db, { scope, now, today: osloDay(now) }, ids);
  const facts = await Promise.all(
    rows.map(async (row) => {
      const { id, schoolId, ownDomains, packageIds, examResources, exam } = row;
      const all = packageIds.length > 0 ? await lists.packages(schoolId) : [];
      const packages = all.filter((one) => packageIds.includes(one.id));
      const resources = examResources ? await lists.resources(schoolId) : [];
      const open = entriesOf({ id, ownDomains, packages, resources }, true);
      const always = await lists.always(schoolId);
      const [from, until] = [new Date(row.activeFrom), new Date(row.end)];
      const lock = (examDate: string): LockFacts => ({
        id,
        description: row.description,
        from,
        until,
        start: new Date(row.start),
        chatSince: row.chatSince,
        // The end itself is the next day's when it is midnight.
        onDay: osloDay(from) <= examDate && examDate <= osloDay(new Date(until.getTime() - 1)),
        chat: row.chat,
        examResources,
        domains: open.map(({ domain }) => domain),
        inForce: { id, exam, opened: false, open, always },
      });
      return [id, lock] as const;
    }),
  );
  return new Map(facts);
}
