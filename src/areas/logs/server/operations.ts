/** The log of long operations: what runs, how far it is, and how it went. */
import { sql } from 'kysely';

import { limits } from '#kernel/limits.ts';
import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import { between, type ListSource, type Sql } from '#server/list/source.ts';
import { ownOperations } from '#server/operations/own.ts';

import type { operationList } from '../contract.ts';
import { messageSeen } from './message.ts';

type C = keyof typeof operationList.columns;
type F = keyof typeof operationList.filters;

/** The operations of the school, and those the reader started; to whoever has own groups there, the latter alone. */
export function longOperationsSeen(scope: Scope, today: string): Sql[] {
  if (scope.kind === 'self' || scope.kind === 'nobody') return [sql`false`];
  const own = ownOperations(scope, sql`o`, today);
  if (scope.kind === 'own-groups') return [own];
  const school = schoolOf(scope);
  return school === undefined ? [] : [sql`(o.school_id = ${school} or ${own})`];
}

const hidden = (outcomes: Sql): Sql =>
  sql`(select count(*)::integer from bulk_row h where h.operation_id = o.id and h.shielded and ${outcomes})`;

/**
 * The rows of an act on many (`o`) without people whom the reader may not know of: their number would tell of them. Other
 * operations count in percent, or nobody.
 */
export function rowCounts(scope: Scope): Record<'total' | 'done' | 'failed', Sql> {
  const without = (count: Sql, outcomes: Sql) =>
    scope.shielded ? count : sql`(${count} - ${hidden(outcomes)})`;
  return {
    total: without(sql`o.total`, sql`true`),
    done: without(sql`o.done`, sql`h.outcome in ('done', 'refused')`),
    failed: without(sql`o.failed`, sql`h.outcome = 'refused'`),
  };
}

export const selectOperation = (scope: Scope): Sql => {
  const { total, done, failed } = rowCounts(scope);
  const message = messageSeen(scope);
  return sql`
    o.id, o.started_at as time, o.finished_at as finished, o.event, o.status, ${total} as total, ${done} as done,
    ${failed} as failed,
    o.actor_name as "startedBy", ${message.code} as "messageCode", ${message.params} as "messageParams",
    case when p.id is not null then
      jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as school`;
};

/** `startedBy`: the ids of whom the question names (`findActor`). */
export const operationSource = (startedBy: readonly number[]): ListSource<C, F> => ({
  from: () => sql`journal.operation o`,
  key: () => sql`o.id`,
  within: ({ scope, today }) => [sql`o.owner_node is not null`, ...longOperationsSeen(scope, today)],
  filters: {
    status: (statuses) => sql`o.status = any(${statuses})`,
    event: (events) => sql`o.event = any(${events})`,
    startedBy: () => sql`o.actor_id = any(${[...startedBy]})`,
    at: (days) => between(sql`o.started_at`, String(days)),
  },
  order: {
    time: () => [sql`o.started_at`],
    event: () => [sql`o.event`],
    status: () => [sql`o.status`],
    done: ({ scope }) => [rowCounts(scope).done],
    startedBy: () => [sql`o.actor_name`],
    finished: () => [sql`o.finished_at`],
    total: ({ scope }) => [rowCounts(scope).total],
    failed: ({ scope }) => [rowCounts(scope).failed],
    school: () => [sql`(select p.name_sort from school p where p.id = o.school_id)`],
  },
  full: ['time'],
  tie: () => sql`o.id`,
  details: () => sql`join journal.operation o on o.id = page.key left join school p on p.id = o.school_id`,
  select: ({ scope }) => selectOperation(scope),
  cap: () => limits.cappedCount,
});
