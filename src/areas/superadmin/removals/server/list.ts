/** Mail and files of deleted accounts: `account_removal`, which deleting an account writes. */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { between, contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';

import { removalList, type RemovalRow } from '../contract.ts';

type Column = keyof typeof removalList.columns;
type Filter = keyof typeof removalList.filters;

const state = sql`case when r.executed_at is null then 'waiting' else 'done' end`;

const within = (scope: Scope): Sql => {
  if (scope.kind !== 'owner') return sql`false`;
  const school = schoolOf(scope);
  return school === undefined ? sql`true` : sql`r.school_id = ${school}`;
};

const source: ListSource<Column, Filter> = {
  from: () => sql`account_removal r left join school s on s.id = r.school_id`,
  key: () => sql`r.id`,
  within: ({ scope }) => [within(scope)],
  filters: {
    state: (wanted) => sql`${state} = ${wanted}`,
    deleted: (days) => between(sql`r.removed_at`, String(days)),
  },
  search: (words) => contains(sql`lower(concat_ws(' ', r.user_name, r.email, s.name))`, words),
  order: {
    userName: () => [sql`r.user_name`],
    email: () => [sql`r.email`],
    school: () => [sql`s.name_sort`],
    deleted: () => [sql`r.removed_at`],
    state: () => [state],
    done: () => [sql`r.executed_at`],
  },
  full: ['userName', 'deleted', 'state'],
  tie: () => sql`r.id`,
  details: () => sql`join account_removal r on r.id = page.key left join school s on s.id = r.school_id`,
  select: () => sql`
    r.id, r.user_name as "userName", r.email, s.name as school, r.removed_at as deleted, ${state} as state,
    r.executed_at as done`,
};

export const listRemovals = (db: Db, scope: Scope, query: Question, now: Date): Promise<Page<RemovalRow>> =>
  listPage(db, removalList, source, scope, query, now);
