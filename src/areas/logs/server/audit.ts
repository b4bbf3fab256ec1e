/** The change log's SQL: a row per operation, with the first of its changes beside it. */
import { sql } from 'kysely';

import { limits } from '#kernel/limits.ts';
import { type Chosen, eachChange } from '#server/journal/bundled.ts';
import { type Asked, all, between, type ListSource, type Sql } from '#server/list/source.ts';

import type { auditList } from '../contract.ts';
import { selectChanges } from './changes.ts';
import { messageSeen } from './message.ts';
import { rowCounts } from './operations.ts';
import { changesSeen, choiceOf, operationsSeen } from './seen.ts';
import { choiceAbout, choiceOfType, type FoundTarget, operationOnTarget, tablesOfType } from './target.ts';

type C = keyof typeof auditList.columns;
type F = keyof typeof auditList.filters;

/** Changes shown on the row itself, and how far the rest are counted. */
const SHOWN = 5;
export const COUNTED = 1_000;

/** What the question names, found before it is asked (`findTarget`, `findActor`). */
export interface Found {
  target?: FoundTarget | undefined;
  actor?: readonly number[] | undefined;
}

export const operationFilters = (found: Found) => ({
  at: (days: unknown) => between(sql`o.started_at`, String(days)),
  actor: () => sql`o.actor_id = any(${[...(found.actor ?? [])]})`,
  event: (events: unknown) => sql`o.event = any(${events})`,
});

/** What every list of operations shares. */
export const operationRows = {
  from: () => sql`journal.operation o`,
  key: () => sql`o.id`,
  order: {
    time: () => [sql`o.started_at`],
    actor: () => [sql`o.actor_name`],
    event: () => [sql`o.event`],
    result: () => [sql`o.status`],
    school: () => [sql`(select p.name_sort from school p where p.id = o.school_id)`],
    actorRole: () => [sql`o.actor_role`],
  },
  full: ['time', 'event'] as const,
  tie: () => sql`o.id`,
  details: () => sql`join journal.operation o on o.id = page.key left join school p on p.id = o.school_id`,
  cap: () => limits.cappedCount,
};

export const auditSource = (found: Found): ListSource<C, F> => ({
  ...operationRows,
  within: ({ scope }) => operationsSeen(scope),
  filters: {
    ...operationFilters(found),
    targetType: (type, { scope }) => sql`(
      o.message_params ->> 'table' = any(${tablesOfType(String(type))})
      or exists (${eachChange(choiceOf(scope, choiceOfType(String(type))))}))`,
    target: (_, { scope }) =>
      found.target ? operationOnTarget(found.target, all(changesSeen(scope))) : sql`false`,
    school: (code) => sql`o.school_id = (select id from school where code = ${code})`,
    result: (results) => sql`o.status = any(${results})`,
  },
  // Of the changes of a row those the reader sees, and of them only the target's when one was asked for.
  select: ({ scope }) => selectEntry(scope, choiceOf(scope, found.target && choiceAbout(found.target))),
});

/** The person or group an operation says it was about. */
const subjectOf = sql`case
  when o.message_params ->> 'table' = 'users' then (
    select jsonb_build_object('type', 'user', 'key', su.user_name, 'name', su.first_name || ' ' || su.last_name)
      from (select u.user_name, u.first_name, u.last_name from users u
             where u.id = (o.message_params ->> 'key')::bigint
            union all
            select g.user_name, g.first_name, g.last_name from journal.gone_person g
             where g.key = o.message_params ->> 'key' limit 1) su)
  when o.message_params ->> 'table' = 'groups' then (
    select jsonb_build_object('type', 'group', 'key', sg.name, 'name', sg.display_name)
      from groups sg where sg.id = (o.message_params ->> 'key')::bigint) end`;

export function selectEntry(scope: Asked['scope'], chosen: Chosen): Sql {
  const { total, done, failed } = rowCounts(scope);
  const message = messageSeen(scope);
  // Where a foreign school's people were when they changed a row of ours is their own matter.
  const own = scope.kind === 'school' ? sql`o.school_id = ${scope.schoolId}` : sql`true`;
  return sql`
    o.id, o.started_at as time, o.actor_name as actor,
    (select trim(a.first_name || ' ' || a.last_name) from users a where a.id = o.actor_id) as "actorName",
    o.actor_role as "actorRole", o.event, o.status as result,
    case when p.id is not null then
      jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as school,
    ${message.code} as "messageCode", ${message.params} as "messageParams", o.reason,
    case when ${own} then host(o.ip) end as ip, o.correlation_id as "traceId",
    o.finished_at as finished, ${total} as total, ${done} as done, ${failed} as failed,
    (select count(*)::int from (${eachChange(chosen)} limit ${COUNTED}) counted) as "changeCount",
    (select coalesce(jsonb_agg(to_jsonb(shown) order by shown.first_id, shown.id), '[]')
       from (${selectChanges(chosen, SHOWN)}) shown) as "rawChanges",
    ${subjectOf} as subject`;
}
