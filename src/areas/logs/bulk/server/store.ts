/** All SQL about the rows of acts on many. */
import { sql } from 'kysely';
import { z } from 'zod';

import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { listRows, type Whole } from '#server/list/rows.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';
import { ownOperations } from '#server/operations/own.ts';

import { type BulkRow, bulkRowList } from '../contract.ts';

type C = keyof typeof bulkRowList.columns;
type F = keyof typeof bulkRowList.filters;

/** The acts (`a`) of the reader's school, and the reader's own. */
function actsSeen(scope: Scope, today: string): Sql {
  if (scope.kind === 'self' || scope.kind === 'nobody') return sql`false`;
  const own = ownOperations(scope, sql`a`, today);
  if (scope.kind === 'own-groups') return own;
  const school = schoolOf(scope);
  return school === undefined ? sql`true` : sql`(a.school_id = ${school} or ${own})`;
}

/** How many rows of an act can be tried once more; undefined when there is no such act for this reader. */
export async function countRefused(
  db: Db,
  scope: Scope,
  operationId: number,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ refused: number }>`
    select (select count(*)::int from bulk_row r
             where r.operation_id = a.operation_id and r.outcome = 'refused' and ${rowsSeen(scope)}) as refused
      from bulk_act a where a.operation_id = ${operationId} and ${actsSeen(scope, osloDay(now))}`.execute(db);
  return rows[0]?.refused;
}

/** The rows (`r`) of people with protected identity are there only for those who may see them. */
const rowsSeen = (scope: Scope): Sql => (scope.shielded ? sql`true` : sql`not r.shielded`);

const sourceOf = (operationId: number): ListSource<C, F> => ({
  from: () => sql`bulk_row r join bulk_act a on a.operation_id = r.operation_id`,
  key: () => sql`r.place`,
  within: ({ scope, today }) => [
    sql`r.operation_id = ${operationId}`,
    actsSeen(scope, today),
    rowsSeen(scope),
  ],
  filters: { outcome: (outcomes) => sql`r.outcome = any(${outcomes})` },
  search: (words) => contains(sql`lower(coalesce(r.name, '') || ' ' || r.key)`, words),
  order: {
    place: () => [sql`r.place`],
    name: () => [sql`r.name collate norwegian`],
    key: () => [sql`lower(r.key)`],
    outcome: () => [sql`r.outcome`],
  },
  full: ['place', 'key'],
  tie: () => sql`r.place`,
  details: () => sql`join bulk_row r on r.operation_id = ${operationId} and r.place = page.key`,
  select: () => sql`r.place, r.key, r.name, r.outcome, r.code, r.params`,
});

export const listOutcomes = (
  db: Db,
  scope: Scope,
  operationId: number,
  question: Question,
  now: Date,
): Promise<Page<BulkRow>> => listPage(db, bulkRowList, sourceOf(operationId), scope, question, now);

export const streamOutcomes = (
  db: Db,
  scope: Scope,
  operationId: number,
  question: Whole,
  now: Date,
  only: readonly string[] | undefined,
): Promise<AsyncIterable<BulkRow[]>> =>
  listRows(db, bulkRowList, sourceOf(operationId), scope, question, now, {
    column: sql`r.place::text`,
    keys: only,
  });

/** Those that were refused and that the caller sees, as `bulk.start` takes them. */
export const refusedRows = (scope: Scope, operationId: number): Sql => sql`(
  select r.place, r.key, r.name, r.shielded from bulk_row r
   where ${all([sql`r.operation_id = ${operationId}`, sql`r.outcome = 'refused'`, rowsSeen(scope)])})`;

interface Act {
  act: string;
  input: object;
}

/** Each act reads its own anew. */
const Input = z.looseObject({});

export async function findAct(
  db: Db,
  scope: Scope,
  operationId: number,
  now: Date,
): Promise<Act | undefined> {
  const { rows } = await sql<{ act: string; input: string }>`
    select a.act, a.input::text as input from bulk_act a
     where a.operation_id = ${operationId} and ${actsSeen(scope, osloDay(now))}`.execute(db);
  const [found] = rows;
  // As text: the query builder would rename the keys inside the value.
  return found && { act: found.act, input: Input.parse(JSON.parse(found.input)) };
}
