/**
 * All SQL about runs. At a school one sees that runs happened and what they did to the school's own people and
 * groups; what concerns others is the owner's.
 */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { ExportRow } from '#server/export/cells.ts';
import { listPage } from '#server/list/page.ts';
import { listRows, type Whole } from '#server/list/rows.ts';
import { contains, type Question, type Sql } from '#server/list/source.ts';

import {
  heldNamed,
  type ImportPlanRow,
  importPlanList,
  type ImportProblemRow,
  importProblemList,
  type ImportRun,
  type ImportRunRow,
  importRunList,
  type ImportSliceRow,
  importSliceList,
} from '../contract.ts';
import { countsAt, ofWholeFile, problemSource, runFields, runSource, schoolSeen } from './lists.ts';
import { planSource, sliceFrom, sliceSource } from './plan-lists.ts';

export const listRuns = (db: Db, scope: Scope, query: Question, now: Date): Promise<Page<ImportRunRow>> =>
  listPage(db, importRunList, runSource, scope, query, now);

/** The runs of every system are seen at every school, so are their names. */
export async function feedsLike(db: Db, _scope: Scope, search: string): Promise<string[]> {
  const { rows } = await sql<{ feed: string }>`
    select feed from import_run where feed is not null and ${search.trim() ? contains(sql`lower(feed)`, search) : sql`true`}
     group by feed order by feed collate norwegian limit 100`.execute(db);
  return rows.map(({ feed }) => feed);
}

export const listProblems = (
  db: Db,
  scope: Scope,
  runId: number,
  query: Question,
  now: Date,
): Promise<Page<ImportProblemRow>> =>
  listPage(db, importProblemList, problemSource(runId), scope, query, now);

export const streamProblems = (
  db: Db,
  scope: Scope,
  runId: number,
  query: Whole,
  now: Date,
  only?: readonly string[],
): Promise<AsyncIterable<ExportRow[]>> =>
  listRows(db, importProblemList, problemSource(runId), scope, query, now, {
    column: sql`p.number::text`,
    keys: only,
  });

export const listPlan = (
  db: Db,
  scope: Scope,
  runId: number,
  query: Question,
  now: Date,
): Promise<Page<ImportPlanRow>> => listPage(db, importPlanList, planSource(runId), scope, query, now);

export const listSlices = (
  db: Db,
  scope: Scope,
  runId: number,
  query: Question,
  now: Date,
): Promise<Page<ImportSliceRow>> => listPage(db, importSliceList, sliceSource(runId), scope, query, now);

/** Why nothing came of a run, with the place and what was found there for those who are told of the whole file. */
const failureSeen = (scope: Scope): Sql => sql`coalesce(${ofWholeFile(scope, sql`r.failure`)},
  case when r.failure is not null
       then '{"code": "import.not-yours", "line": 0, "column": 0, "found": ""}'::jsonb end)`;

export async function findRun(db: Db, scope: Scope, id: number): Promise<ImportRun | undefined> {
  const school = schoolSeen(scope);
  const held = sql`jsonb_array_elements(r.held) with ordinality h (slice, place)
    where ${school === undefined ? sql`true` : sql`(h.slice ->> 'schoolId')::integer = ${school}`}`;
  const { rows } = await sql<ImportRun>`
    select ${runFields(scope)}, r.phase, r.bytes_read as "bytesRead", r.bytes_total as "bytesTotal",
           ${ofWholeFile(scope, sql`r.groups`)} as groups, ${ofWholeFile(scope, sql`r.memberships`)} as memberships,
           r.extracted_at as "extractedAt",
           ${countsAt(scope)} as counts,
           (select coalesce(jsonb_agg(f.slice order by f.place), '[]')
              from (select * from ${held} order by h.place limit ${heldNamed}) f) as "heldSchools",
           (select count(*)::integer from ${held}) as "heldCount",
           (select coalesce(sum((h.slice ->> 'leaving')::integer), 0)::integer from ${held}
               and h.slice ->> 'kind' = 'left') as "heldLeavers",
           (select count(distinct l.hold)::integer from ${sliceFrom(id)} and v.state = 'held'
               and ${school === undefined ? sql`true` : sql`l.school_id = ${school}`}) as undecided,
           r.as_of::text as "asOf", r.report is not null as "hasReport",
           ${failureSeen(scope)} as failure, r.operation_id as "operationId"
      from import_run r where r.id = ${id}`.execute(db);
  return rows[0];
}
