/** All SQL about single exam groups and their candidates. */
import { sql } from 'kysely';

import { examsWithin } from '#areas/internet/locks/server/service.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, type Question, type Sql } from '#server/list/source.ts';

import {
  candidateList,
  type CandidateRow,
  type ExamGroupDetail,
  examGroupList,
  type ExamGroupRow,
} from '../contract.ts';
import { type C, candidateSource, examFields, examSource, examTables, type F } from './list.ts';

/** An exam group as it lies in the database; what its reader may do is the handler's to say. */
export interface StoredExam extends Omit<ExamGroupRow, 'can' | 'readiness'> {
  ended: ExamGroupDetail['ended'];
}

export function listExams(db: Db, scope: Scope, question: Question, now: Date): Promise<Page<StoredExam>> {
  return listPage<StoredExam, C, F>(db, examGroupList, examSource, scope, question, now);
}

export function listCandidates(
  db: Db,
  scope: Scope,
  examId: number,
  question: Question,
  now: Date,
): Promise<Page<CandidateRow>> {
  return listPage<CandidateRow, keyof typeof candidateList.columns, keyof typeof candidateList.filters>(
    db,
    candidateList,
    candidateSource(examId),
    scope,
    question,
    now,
  );
}

/** `hold`: nobody else changes it meanwhile. */
export async function findExam(
  db: Db,
  scope: Scope,
  id: number,
  today: string,
  hold = false,
): Promise<StoredExam | undefined> {
  if (hold) await sql`select from exam_group where id = ${id} for update`.execute(db);
  const { rows } = await sql<StoredExam>`
    select ${examFields(today)} from ${examTables}
     where ${all([sql`e.id = ${id}`, ...examsWithin(scope)])}`.execute(db);
  return rows[0];
}

/** `id` came from a scope. */
export async function schoolOfExam(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ schoolId: number }>`select school_id from exam_group where id = ${id}`.execute(
    db,
  );
  return rows[0]?.schoolId ?? 0;
}

/** An exam of the school by its whole name. `code`: its hand-over code, or true for those who need none. */
export async function findToTakeOver(
  db: Db,
  scope: Scope,
  name: string,
  code: string | true | undefined,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from exam_group
     where lower(name) = lower(${name}) and school_id = ${schoolOf(scope) ?? null}
       and ${code === true ? sql`true` : sql`handover_code = ${code ?? null}`}`.execute(db);
  return rows[0]?.id;
}

export async function handOverCodeOf(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select handover_code as code from exam_group where id = ${id}`.execute(db);
  return rows[0]?.code ?? null;
}

/** Days for which the former teacher sees the notice of a take-over. */
const TOLD_DAYS = 14;

export async function takenFrom(
  db: Db,
  scope: Scope,
  now: Date,
): Promise<{ description: string; examDate: string; teacher: ExamGroupRow['teacher']; at: Date }[]> {
  const { rows } = await sql<{
    description: string;
    examDate: string;
    teacher: ExamGroupRow['teacher'];
    at: Date;
  }>`
    select e.description, e.exam_on as "examDate", e.taken_at as at,
           case when t.id is not null and not t.shielded then jsonb_build_object('userName', t.user_name,
             'displayName', trim(t.first_name || ' ' || t.last_name)) end as teacher
      from exam_group e left join users t on t.id = e.teacher_id
     where e.taken_from = ${scope.userId} and e.teacher_id is distinct from ${scope.userId}
       and e.school_id = ${schoolOf(scope) ?? null}
       and e.taken_at > ${now}::timestamptz - make_interval(days => ${TOLD_DAYS})
     order by e.taken_at desc`.execute(db);
  return rows;
}

type Facts = Pick<ExamGroupDetail, 'passwords' | 'signedIn' | 'locks'>;

export async function factsOf(db: Db, id: number, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select count(*) filter (where c.password_cipher is not null)::int as passwords,
           count(i.candidate_id)::int as "signedIn",
           (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'description', l.description,
                     'from', l.active_from, 'until', l.ends_at) order by l.active_from), '[]')
              from internet_lock_target t join internet_lock l on l.id = t.lock_id
             where t.exam_group_id = ${id} and l.ends_at > ${now}) as locks
      from exam_candidate c left join exam_sign_in i on i.candidate_id = c.id
     where c.exam_group_id = ${id}`.execute(db);
  return rows[0] ?? { passwords: 0, signedIn: 0, locks: [] };
}

export interface Written {
  description: string;
  examDate: string;
  /** Null: stays who it is, also when it is nobody of the school any more. */
  teacherId: number | null;
  commonPathWin: string | null;
  homePathWin: string | null;
  commonPathMac: string | null;
  homePathMac: string | null;
}

interface Author {
  by: string;
  now: Date;
}

/** The name is the school's abbreviation and a running number, so that it can be read over a shoulder and typed. */
export async function insertExam(
  db: Db,
  schoolId: number,
  exam: Written,
  { by, now }: Author,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into exam_group (school_id, name, description, exam_on, teacher_id, common_path_win, home_path_win,
      common_path_mac, home_path_mac, created_by, created_at)
    select s.id, s.abbreviation || ' eksamen ' || nextval(pg_get_serial_sequence('exam_group', 'id')),
           ${exam.description}, ${exam.examDate}::date, ${exam.teacherId}::bigint, ${exam.commonPathWin},
           ${exam.homePathWin}, ${exam.commonPathMac}, ${exam.homePathMac}, ${by}, ${now}
      from school s where s.id = ${schoolId}
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function updateExam(db: Db, id: number, exam: Written): Promise<void> {
  await sql`
    update exam_group set description = ${exam.description}, exam_on = ${exam.examDate}::date,
      teacher_id = coalesce(${exam.teacherId}::bigint, teacher_id), common_path_win = ${exam.commonPathWin}, home_path_win = ${exam.homePathWin},
      common_path_mac = ${exam.commonPathMac}, home_path_mac = ${exam.homePathMac}, version = version + 1
     where id = ${id}`.execute(db);
}

/** The rest is made in the background (`making.ts`). Whoever is added while others are made comes as they do. */
export async function wantCandidates(
  db: Db,
  id: number,
  { count, late }: { count: number; late: boolean },
): Promise<void> {
  await sql`update exam_group set candidates_wanted = ${count},
      candidates_late = case when candidates_wanted is null then ${late} else candidates_late end
     where id = ${id}`.execute(db);
}

/** Notifies the former teacher and replaces the hand-over code, so the old code no longer works. */
const replaced = (now: Date): Sql => sql`
  taken_from = teacher_id, taken_at = ${now}, handover_code = substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)`;

export async function setTeacher(db: Db, id: number, teacherId: number, now: Date): Promise<void> {
  await sql`
    update exam_group set ${replaced(now)}, teacher_id = ${teacherId}, version = version + 1
     where id = ${id} and teacher_id is distinct from ${teacherId}`.execute(db);
}

/** Candidates who are still to be made are made no more: their passwords would come after those that are gone. */
export async function endExam(db: Db, id: number, now: Date): Promise<void> {
  await sql`update exam_group set ended_at = ${now}, candidates_wanted = null, candidates_late = false, version = version + 1
    where id = ${id}`.execute(db);
  await sql`update exam_candidate set password_cipher = null
    where exam_group_id = ${id} and password_cipher is not null`.execute(db);
}

/** True when no lock in force is on it. */
export async function deleteExam(db: Db, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from exam_group e where e.id = ${id} and not exists (
      select from internet_lock_target t join internet_lock l on l.id = t.lock_id
       where t.exam_group_id = e.id and l.active_from <= ${now} and l.ends_at > ${now})`.execute(db);
  return numAffectedRows === 1n;
}

export async function findTeacher(db: Db, schoolId: number, userName: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join school_user s on s.user_id = u.id and s.school_id = ${schoolId}
     where lower(u.user_name) = lower(${userName}) and s.role = 'employee' and not s.blocked`.execute(db);
  return rows[0]?.id;
}
