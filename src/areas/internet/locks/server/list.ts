/** The SQL of the list of locks. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { type Asked, between, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { lockList } from '../contract.ts';
import { groupsOver, isOwnLock, locksWithin } from './reach.ts';

export type C = keyof typeof lockList.columns;
export type F = keyof typeof lockList.filters;

/** The same as `stateAt` of the kernel, for the database to filter and order by. */
export const statusSql = (now: Date): Sql => sql`
  case when l.ends_at <= ${now} then 'finished' when l.active_from > ${now} then 'planned' else 'active' end`;

/** What a lock is laid on, as `targets.groups` and `targets.names`. */
const targets = sql`
  left join lateral (
    select jsonb_agg(jsonb_build_object('name', coalesce(g.name, e.name), 'displayName',
             coalesce(g.display_name, e.description), 'kind', case when e.id is null then 'group' else 'exam' end)
             order by g.name_sort, e.name) as groups,
           jsonb_agg(coalesce(g.name, e.name) order by g.name_sort, e.name) as names
      from internet_lock_target t
      left join groups g on g.id = t.group_id
      left join exam_group e on e.id = t.exam_group_id
     where t.lock_id = l.id) targets on true
  left join users teacher on teacher.id = l.teacher_id`;

export const lockTables = sql`internet_lock l ${targets}`;

const searched = sql`lower(l.description || ' ' || l.created_by || ' ' || coalesce((
  select string_agg(coalesce(g.display_name, e.description), ' ') from internet_lock_target t
    left join groups g on g.id = t.group_id left join exam_group e on e.id = t.exam_group_id
   where t.lock_id = l.id), ''))`;

function narrowed({ query: { userId, from, to }, today }: Asked<F>): Sql[] {
  const conditions: Sql[] = [];
  if (typeof userId === 'number') {
    conditions.push(sql`exists (
      select from internet_lock_target t join ${groupsOver(userId, today)} o on o.id = t.group_id
       where t.lock_id = l.id)`);
  }
  if (from !== undefined) conditions.push(sql`l.ends_at > ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`l.active_from < ${to}::timestamptz`);
  return conditions;
}

export const lockSource: ListSource<C, F> = {
  from: () => sql`internet_lock l`,
  key: () => sql`l.id`,
  within: (asked) => [...locksWithin(asked.scope, asked.today), ...narrowed(asked)],
  filters: {
    status: (states, { now }) => sql`(${statusSql(now)}) = any(${states})`,
    groupName: (name) => sql`exists (
      select from internet_lock_target t left join groups g on g.id = t.group_id
        left join exam_group e on e.id = t.exam_group_id
       where t.lock_id = l.id and lower(coalesce(g.name, e.name)) = lower(${name}))`,
    teacher: (name) => sql`exists (
      select from users u where u.id = l.teacher_id and lower(u.user_name) = lower(${name}))`,
    days: (range) => between(sql`l.active_from`, String(range)),
    exam: (flag) => sql`l.exam = ${flag}`,
  },
  search: (words) => contains(searched, words),
  order: {
    description: () => [sql`l.description collate norwegian`],
    start: () => [sql`l.active_from`],
    end: () => [sql`l.ends_at`],
    status: ({ now }) => [sql`array_position(array['active', 'planned', 'finished'], ${statusSql(now)})`],
    createdBy: () => [sql`l.created_by collate norwegian`],
    immediate: () => [sql`l.immediate`],
    ownDomainCount: () => [sql`cardinality(l.own_domains)`],
    packageCount: () => [packageCount],
    examResources: () => [sql`l.exam_resources`],
    chat: () => [sql`array_position(array['none', 'restricted', 'blocked'], l.chat)`],
  },
  full: ['start', 'end'],
  tie: () => sql`l.id`,
  details: () => sql`join internet_lock l on l.id = page.key ${targets}`,
  select: ({ scope, now, today }) => lockFields({ scope, now, today }),
};

const packageCount = sql`(select count(*)::int from internet_lock_package k where k.lock_id = l.id)`;

export interface Reading {
  scope: Scope;
  now: Date;
  today: string;
}

export const lockFields = ({ scope, now, today }: Reading): Sql => sql`
  l.id, l.description, coalesce(targets.names, '[]') as "groupNames", coalesce(targets.groups, '[]') as groups,
  l.starts_at as start, l.active_from as "activeFrom", l.ends_at as "end", l.immediate, ${statusSql(now)} as status,
  l.exam, l.exam_resources as "examResources", l.chat, l.created_by as "createdBy", l.created_at as created,
  l.ended_by as "endedBy",
  case when teacher.id is not null then jsonb_build_object('userName', teacher.user_name,
    'displayName', trim(teacher.first_name || ' ' || teacher.last_name)) end as teacher,
  cardinality(l.own_domains) as "ownDomainCount", ${packageCount} as "packageCount", l.version,
  ${isOwnLock(scope, today)} as own`;
