/** People whose personal number deviates. Everything is told from the mask, the kind and the marks of the import. */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { contains, type ListSource, type Question } from '#server/list/source.ts';

import { deviationList, type SsnDeviation } from '../contract.ts';
import { atSchool, displayName, ofUser, peopleWithin, schoolJson } from './reach.ts';

type C = keyof typeof deviationList.columns;
type F = keyof typeof deviationList.filters;

/** The last number a person registered and the import took, where the account has another now. */
const overwritten = sql`(
  select distinct on (c.user_id) c.user_id, c.new_hash, c.new_masked, c.executed_at
    from number_change c where c.status = 'done' order by c.user_id, c.executed_at desc)`;

/** The same condition as the index `users_number_doubt` has. */
const doubtful = sql`(national_number_hash is null or national_number_kind = 'provisional'
  or 'nationalNumber' = any(invalid_columns))`;

/** An account typed in by hand that belongs to no school needs no number, nor does one that several people share. */
const from = sql`(
    select id from users where ${doubtful}
    union
    select w.user_id from ${overwritten} w join users x on x.id = w.user_id
     where x.national_number_hash is distinct from w.new_hash) d
  join users u on u.id = d.id
  left join school s on s.id = u.primary_school_id
  left join ${overwritten} o on o.user_id = u.id and u.national_number_hash is distinct from o.new_hash`;

/** Day and month with the marks of D-numbers and of the test register taken off, and a day that month can have. */
const isDate = sql`(
  u.national_number_masked ~ '^\\d{6}'
  and substr(u.national_number_masked, 3, 2)::int % 40 between 1 and 12
  and substr(u.national_number_masked, 1, 2)::int % 40 between 1 and
      (array[31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[substr(u.national_number_masked, 3, 2)::int % 40])`;

const reason = sql`case
  when o.user_id is not null then 'differsFromSource'
  when u.national_number_hash is null then 'missing'
  when u.national_number_kind = 'provisional' then 'provisional'
  when ${isDate} then 'invalidChecksum'
  else 'invalidDate' end`;

const source: ListSource<C, F> = {
  from: () => from,
  key: () => sql`u.id`,
  within: ({ scope, today, query }) => [
    sql`(u.expires_on is null or u.expires_on >= ${today}::date)`,
    sql`(u.source <> 'manual' or u.primary_school_id is not null)`,
    sql`not exists (select from common_user k where k.user_id = u.id)`,
    ...peopleWithin(scope),
    ...ofUser(query['userName']),
  ],
  filters: {
    reason: (reasons) => sql`(${reason}) = any(${reasons})`,
    school: (code, { scope }) => atSchool(scope, code),
    source: (name) => sql`lower(u.source) = lower(${name})`,
  },
  search: (words) => contains(sql`u.search_text`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    userName: () => [sql`lower(u.user_name)`],
    school: () => [sql`s.name_sort`],
    reason: () => [reason],
    source: () => [sql`u.source`],
    found: () => [sql`coalesce(o.executed_at, u.created_at)`],
  },
  tie: () => sql`u.id`,
  details: () => sql`
    join users u on u.id = page.key
    left join school s on s.id = u.primary_school_id
    left join ${overwritten} o on o.user_id = u.id and u.national_number_hash is distinct from o.new_hash`,
  select: () => sql`
    u.id, u.user_name as "userName", ${displayName} as "displayName", ${schoolJson} as school,
    u.national_number_masked as "ssnMasked", o.new_masked as "otherMasked", ${reason} as reason, u.source,
    coalesce(o.executed_at, u.created_at) as found, u.shielded`,
};

export const listDeviations = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<SsnDeviation>> =>
  listPage<SsnDeviation, C, F>(db, deviationList, source, scope, question, now);
