/**
 * The log of personal numbers: changes that were made, from the database's own log, those that wait or failed, and who
 * was looked up by number.
 */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { between, contains, type ListSource, type Question } from '#server/list/source.ts';

import { type NumberLogEntry, numberLogList } from '../log.ts';
import { atSchool, displayName, ofUser, peopleWithin, schoolJson } from './reach.ts';

type C = keyof typeof numberLogList.columns;
type F = keyof typeof numberLogList.filters;

/** A change somebody registered was made by the night's operation; it is told under the name of whoever registered it. */
const entries = sql`(
  select 'l' || l.id as id, l.user_id, l.school_id, o.started_at as at, l.old_masked, l.new_masked,
         case l.kind when 'found' then 'found' else 'done' end as status,
         coalesce(c.registered_by, o.actor_name) as actor, r.id as run
    from number_log l
    join journal.operation o on o.id = l.operation_id
    left join number_change c on c.operation_id = l.operation_id and c.user_id = l.user_id and c.status = 'done' and l.kind = 'changed'
    left join import_run r on r.operation_id = l.operation_id
  union all
  select 'c' || c.id, c.user_id, c.school_id, coalesce(c.executed_at, c.added_at), c.old_masked, c.new_masked, c.status,
         c.registered_by, null
    from number_change c where c.status <> 'done')`;

const people = sql`join users u on u.id = e.user_id left join school s on s.id = e.school_id`;

const source: ListSource<C, F> = {
  from: () => sql`${entries} e ${people}`,
  key: () => sql`e.id`,
  within: ({ scope, query }) => [...peopleWithin(scope), ...ofUser(query['userName'])],
  filters: {
    at: (days) => between(sql`e.at`, String(days)),
    school: (code, { scope }) => atSchool(scope, code),
    status: (statuses) => sql`e.status = any(${statuses})`,
  },
  search: (words) => contains(sql`u.search_text || ' ' || lower(coalesce(e.actor, ''))`, words),
  order: {
    time: () => [sql`e.at`],
    actor: () => [sql`e.actor collate norwegian`],
    displayName: () => [sql`u.sort_name`],
    userName: () => [sql`lower(u.user_name)`],
    school: () => [sql`s.name_sort`],
    status: () => [sql`array_position(array['registered', 'failed', 'done', 'found'], e.status)`],
    importRun: () => [sql`e.run`],
  },
  tie: () => sql`e.id`,
  details: () => sql`join ${entries} e on e.id = page.key ${people}`,
  select: () => sql`
    e.id, e.at as time, e.actor, u.user_name as "userName", ${displayName} as "displayName",
    e.old_masked as "oldMasked", e.new_masked as "newMasked", ${schoolJson} as school, e.status, e.run as "importRun",
    u.shielded`,
};

/** Writes down whom the operation found by number, each with the number's mask. */
export async function logFoundByNumber(
  tx: Db,
  operationId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    insert into number_log (user_id, operation_id, school_id, new_masked, kind)
    select id, ${operationId}, primary_school_id, national_number_masked, 'found'
      from users where id = any(${[...new Set(userIds)]}::bigint[]) order by user_name`.execute(tx);
}

export const listNumberLog = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<NumberLogEntry>> =>
  listPage<NumberLogEntry, C, F>(db, numberLogList, source, scope, question, now);
