/** The log of long operations: what runs, how far it is, and how it went. */
import { sql } from 'kysely';

import { limits } from '#kernel/limits.ts';
import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import { between, type ListSource, type Sql } from '#server/list/source.ts';

import type { operationList } from '../contract.ts';

type C = keyof typeof operationList.columns;
type F = keyof typeof operationList.filters;

/** The operations of the school, and those the reader started; to whoever has own groups there, the latter alone. */
export function longOperationsSeen(scope: Scope): Sql[] {
  if (scope.kind === 'self' || scope.kind === 'nobody') return [sql`false`];
  if (scope.kind === 'own-groups') return [sql`o.actor_id = ${scope.userId}`];
  const school = schoolOf(scope);
  return school === undefined ? [] : [sql`(o.school_id = ${school} or o.actor_id = ${scope.userId})`];
}

export const selectOperation = sql`
    o.id, o.started_at as time, o.finished_at as finished, o.event, o.status, o.total, o.done, o.failed,
    o.actor_name as "startedBy", o.message_code as "messageCode", o.message_params as "messageParams",
    case when p.id is not null then
      jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as school`;

export const operationSource: ListSource<C, F> = {
  from: () => sql`journal.operation o`,
  key: () => sql`o.id`,
  within: ({ scope }) => [sql`o.owner_node is not null`, ...longOperationsSeen(scope)],
  filters: {
    status: (statuses) => sql`o.status = any(${statuses})`,
    event: (events) => sql`o.event = any(${events})`,
    startedBy: (name) => sql`lower(o.actor_name) = lower(${name})`,
    at: (days) => between(sql`o.started_at`, String(days)),
  },
  order: {
    time: () => [sql`o.started_at`],
    event: () => [sql`o.event`],
    status: () => [sql`o.status`],
    done: () => [sql`o.done`],
    startedBy: () => [sql`o.actor_name`],
    finished: () => [sql`o.finished_at`],
    total: () => [sql`o.total`],
    failed: () => [sql`o.failed`],
    school: () => [sql`(select p.name_sort from school p where p.id = o.school_id)`],
  },
  full: ['time'],
  tie: () => sql`o.id`,
  details: () => sql`join journal.operation o on o.id = page.key left join school p on p.id = o.school_id`,
  select: () => selectOperation,
  cap: () => limits.cappedCount,
};
