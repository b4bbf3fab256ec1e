/** The SQL of the two lists: one table, one kind each. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import { type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { temporaryAccessList } from '../contract.ts';
import { type AccessKind, warningDays } from '../rules.ts';
import { warningSql } from './warning.ts';

export type C = keyof typeof temporaryAccessList.columns;
export type F = keyof typeof temporaryAccessList.filters;

/** The same as `statusOn` of the rules, for the database to filter and order by. */
export const statusSql = (today: string): Sql => sql`
  case when e.status = 'planned' and e.start_on <= ${today}::date + 1 then 'waitingImport'
       when e.status = 'active' and (e.ends_next or e.end_on <= ${today}::date) then 'ending'
       else e.status end`;

/** The entries of the school somebody stands at, or of all schools; shielded people only for those who see them. */
export function entriesWithin(scope: Scope): Sql[] {
  const shielded = scope.shielded ? [] : [sql`not u.shielded`];
  const school = schoolOf(scope);
  if (school !== undefined && scope.kind !== 'own-groups') return [sql`e.school_id = ${school}`, ...shielded];
  return scope.kind === 'owner' ? shielded : [sql`false`];
}

const anyOf = (column: Sql, values: unknown): Sql => sql`${column} = any(${values})`;

function narrowed({ query, today }: Asked<F>): Sql[] {
  const { userName, school, expiresWithinDays } = query;
  const conditions: Sql[] = [];
  if (userName !== undefined) conditions.push(sql`lower(u.user_name) = lower(${userName})`);
  if (school !== undefined) conditions.push(sql`s.code = ${school}`);
  if (expiresWithinDays !== undefined) {
    conditions.push(sql`e.status in ('planned', 'active')
      and e.end_on between ${today}::date and ${today}::date + ${expiresWithinDays}::int`);
  }
  return conditions;
}

const from = sql`access_entry e join users u on u.id = e.user_id join school s on s.id = e.school_id`;

export const accessSource = (kind: AccessKind): ListSource<C, F> => ({
  from: () => from,
  key: () => sql`e.id`,
  within: (asked) => [sql`e.kind = ${kind}`, ...entriesWithin(asked.scope), ...narrowed(asked)],
  filters: {
    status: (statuses, { today }) => anyOf(sql`(${statusSql(today)})`, statuses),
    role: (roles) => anyOf(sql`e.role`, roles),
    warning: (wanted, { today }) => sql`(${warningSql(kind, { days: warningDays, today })}) = any(${wanted})`,
    endsBefore: (day) => sql`e.end_on < ${day}::date`,
    registeredBy: (words) => contains(sql`lower(e.registered_by)`, String(words)),
  },
  search: (words) => contains(sql`u.search_text || ' ' || lower(coalesce(e.comment, ''))`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    userName: () => [sql`lower(u.user_name)`],
    role: () => [sql`e.role`],
    start: () => [sql`e.start_on`],
    end: () => [sql`e.end_on`],
    status: ({ today }) => [
      sql`array_position(array['waitingImport', 'active', 'ending', 'planned', 'failed', 'ended'], ${statusSql(today)})`,
    ],
    comment: () => [sql`e.comment collate norwegian`],
    school: () => [sql`s.name_sort`],
    iktCanModify: () => [sql`e.ict_can_modify`],
    renewDate: () => [sql`e.renew_on`],
    addedDate: () => [sql`e.added_at`],
    registeredBy: () => [sql`e.registered_by collate norwegian`],
  },
  tie: () => sql`e.id`,
  details: () => sql`
    join access_entry e on e.id = page.key
    join users u on u.id = e.user_id
    join school s on s.id = e.school_id`,
  select: ({ today }) => entryFields(today),
});

export const entryFields = (today: string): Sql => sql`
  e.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
  jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) as school,
  e.role, e.start_on as start, e.end_on as "end", e.comment, e.ict_can_modify as "iktCanModify",
  e.renew_on as "renewDate", e.added_at as "addedDate", e.registered_by as "registeredBy",
  ${statusSql(today)} as status, e.immediate, e.failure as message, u.shielded, e.version`;

export const entryTables = from;
