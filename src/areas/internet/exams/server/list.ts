/** The SQL of exam groups and their candidates, as lists. */
import { sql } from 'kysely';

import { examsWithin } from '#areas/internet/locks/server/service.ts';
import { type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { candidateList, examGroupList } from '../contract.ts';

export type C = keyof typeof examGroupList.columns;
export type F = keyof typeof examGroupList.filters;

/** The same as `statusOn` of the rules, for the database to filter and order by. */
const statusSql = (today: string): Sql => sql`
  case when e.ended_at is not null or e.exam_on < ${today}::date then 'used'
       when e.candidates_wanted is not null and not e.candidates_late then 'creating'
       when e.exam_on = ${today}::date then 'today' else 'ready' end`;

const made = sql`(select count(*)::int from exam_candidate c where c.exam_group_id = e.id)`;
const candidates = sql`coalesce(e.candidates_wanted, ${made})`;
const joins = sql`left join users teacher on teacher.id = e.teacher_id`;

function narrowed({ query: { from, to } }: Asked<F>): Sql[] {
  const conditions: Sql[] = [];
  if (from !== undefined) conditions.push(sql`e.exam_on >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`e.exam_on <= ${to}::date`);
  return conditions;
}

function onDays(range: string): Sql {
  const [from = '', to = ''] = range.split('..');
  return sql`(${from} = '' or e.exam_on >= nullif(${from}, '')::date)
    and (${to} = '' or e.exam_on <= nullif(${to}, '')::date)`;
}

export const examSource: ListSource<C, F> = {
  from: () => sql`exam_group e ${joins}`,
  key: () => sql`e.id`,
  within: (asked) => [...examsWithin(asked.scope), ...narrowed(asked)],
  filters: {
    status: (statuses, { today }) => sql`(${statusSql(today)}) = any(${statuses})`,
    days: (range) => onDays(String(range)),
    teacher: (words) => contains(sql`teacher.search_text`, String(words)),
  },
  search: (words) => contains(sql`lower(e.description || ' ' || e.name)`, words),
  order: {
    description: () => [sql`e.description collate norwegian`],
    examDate: () => [sql`e.exam_on`],
    teacher: () => [sql`teacher.sort_name`],
    candidates: () => [candidates],
    status: ({ today }) => [
      sql`array_position(array['creating', 'today', 'ready', 'used'], ${statusSql(today)})`,
    ],
    name: () => [sql`e.name collate norwegian`],
    commonPathWin: () => [sql`e.common_path_win`],
    homePathWin: () => [sql`e.home_path_win`],
  },
  full: ['examDate'],
  tie: () => sql`e.id`,
  details: () => sql`join exam_group e on e.id = page.key ${joins}`,
  select: ({ today }) => examFields(today),
};

export const examTables = sql`exam_group e ${joins}`;

export const examFields = (today: string): Sql => sql`
  e.id, e.name, e.description, e.exam_on as "examDate", ${candidates} as candidates, ${statusSql(today)} as status,
  case when e.candidates_wanted is not null then ${made} end as made,
  case when teacher.id is not null then jsonb_build_object('userName', teacher.user_name,
    'displayName', trim(teacher.first_name || ' ' || teacher.last_name)) end as teacher,
  e.common_path_win as "commonPathWin", e.home_path_win as "homePathWin", e.common_path_mac as "commonPathMac",
  e.home_path_mac as "homePathMac", e.created_by as "createdBy", e.created_at as created, e.version,
  e.ended_at as ended`;

type CC = keyof typeof candidateList.columns;
type CF = keyof typeof candidateList.filters;

/** Under a lock that is in force and was not opened for the candidate. */
const locked = (now: Date): Sql => sql`exists (
  select from internet_lock_target t join internet_lock l on l.id = t.lock_id
   where t.exam_group_id = c.exam_group_id and l.active_from <= ${now} and l.ends_at > ${now}
     and not exists (select from internet_lock_opening o
       where o.lock_id = l.id and o.candidate_id = c.id and (o.until_at is null or o.until_at > ${now})))`;

const used = sql`left join exam_sign_in i on i.candidate_id = c.id`;

export const candidateSource = (examId: number): ListSource<CC, CF> => ({
  from: () => sql`exam_candidate c ${used}`,
  key: () => sql`c.id`,
  // Whose exam it is was asked before: `examId` came from a scope.
  within: () => [sql`c.exam_group_id = ${examId}`],
  filters: { signedIn: (flag) => sql`(i.candidate_id is not null) = ${flag}` },
  search: (words) => contains(sql`c.number::text || ' ' || c.user_name`, words),
  order: {
    candidateNo: () => [sql`c.number`],
    userName: () => [sql`c.user_name`],
    lastLogin: () => [sql`i.last_login_at`],
    machine: () => [sql`i.machine`],
    locked: ({ now }) => [locked(now)],
    late: () => [sql`c.late`],
  },
  tie: () => sql`c.id`,
  details: () => sql`join exam_candidate c on c.id = page.key ${used}`,
  select: ({ now }) => sql`
    c.user_name as "userName", c.number as "candidateNo", i.last_login_at as "lastLogin", i.machine,
    ${locked(now)} as locked, c.late`,
});
