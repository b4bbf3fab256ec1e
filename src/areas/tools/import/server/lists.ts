/** The SQL of the import's three lists. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/permissions.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { importProblemList, importRunList } from '../contract.ts';

/** The school a scope is bound to; undefined = the whole owner, also while it stands at a school. */
export const schoolSeen = (scope: Scope): number | undefined =>
  // A scope without any school sees none.
  scope.kind === 'owner' ? undefined : (schoolOf(scope) ?? -1);

const anyOf = (column: Sql, values: unknown): Sql => sql`${column} = any(${values})`;

/** Persons of one outcome: of the whole run, or of the scope's school. */
function people(scope: Scope, outcome: Sql): Sql {
  const school = schoolSeen(scope);
  return school === undefined
    ? sql`coalesce((r.counts -> 'person' ->> ${outcome})::integer, 0)`
    : sql`(select count(*)::integer from import_plan p
            where p.run_id = r.id and p.subject = 'person' and p.outcome = ${outcome} and p.school_id = ${school})`;
}

const problems = (scope: Scope, severity: Sql, total: Sql): Sql => {
  const school = schoolSeen(scope);
  return school === undefined
    ? total
    : sql`(select count(*)::integer from import_problem p
            where p.run_id = r.id and p.severity = ${severity} and ${aboutSchool(school)})`;
};

/** The record belongs to somebody or something of the school. */
const aboutSchool = (school: number): Sql => sql`(
  exists (select from user_source k join school_user su on su.user_id = k.user_id
           where k.source = p.source and k.source_id = p.source_id and su.school_id = ${school})
  or exists (select from group_source k join groups g on g.id = k.group_id
              where k.source = p.source and k.source_id = p.source_id and g.school_id = ${school}))`;

export function countsAt(scope: Scope): Sql {
  const school = schoolSeen(scope);
  return school === undefined
    ? sql`r.counts`
    : sql`(select coalesce(jsonb_object_agg(subject, outcomes), '{}')
             from (select subject, jsonb_object_agg(outcome, rows) as outcomes
                     from (select subject, outcome, count(*) as rows from import_plan
                            where run_id = r.id and school_id = ${school} group by 1, 2) c group by subject) s)`;
}

export const runFields = (scope: Scope): Sql => sql`
  r.id, r.feed, r.file_name as "fileName", r.started_via as "startedVia", r.dry_run as "dryRun", r.status,
  r.started_by as "startedBy", r.started_at as started, r.finished_at as finished, r.duration_ms as "durationMs",
  r.people, ${people(scope, sql`'new'`)} as created,
  ${people(scope, sql`'changed'`)} + ${people(scope, sql`'renamed'`)} + ${people(scope, sql`'returned'`)} as changed,
  ${people(scope, sql`'left'`)} as "left", ${people(scope, sql`'held'`)} as held,
  ${problems(scope, sql`'rejected'`, sql`r.rejected`)} as rejected,
  ${problems(scope, sql`'flagged'`, sql`r.flagged`)} as flagged`;

function between(column: Sql, range: string): Sql {
  const [from, to] = range.split('..');
  const conditions: Sql[] = [];
  if (from) conditions.push(sql`${column} >= (${from}::date)::timestamp at time zone 'Europe/Oslo'`);
  if (to) conditions.push(sql`${column} < (${to}::date + 1)::timestamp at time zone 'Europe/Oslo'`);
  return all(conditions);
}

type RunColumn = keyof typeof importRunList.columns;
type RunFilter = keyof typeof importRunList.filters;
type AskedRuns = Asked<RunFilter>;

export const runSource: ListSource<RunColumn, RunFilter> = {
  from: () => sql`import_run r`,
  key: () => sql`r.id`,
  within: () => [sql`true`],
  filters: {
    status: (statuses) => anyOf(sql`r.status`, statuses),
    startedVia: (ways) => anyOf(sql`r.started_via`, ways),
    dryRun: (flag) => sql`r.dry_run = ${flag}`,
    started: (days) => between(sql`r.started_at`, String(days)),
  },
  search: (words) =>
    contains(sql`lower(r.file_name || ' ' || coalesce(r.feed, '') || ' ' || r.started_by)`, words),
  order: {
    started: () => [sql`r.started_at`],
    status: () => [sql`r.status`],
    feed: () => [sql`r.feed`],
    fileName: () => [sql`r.file_name`],
    people: () => [sql`r.people`],
    created: ({ scope }: AskedRuns) => [people(scope, sql`'new'`)],
    changed: ({ scope }: AskedRuns) => [
      sql`${people(scope, sql`'changed'`)} + ${people(scope, sql`'renamed'`)} + ${people(scope, sql`'returned'`)}`,
    ],
    left: ({ scope }: AskedRuns) => [people(scope, sql`'left'`)],
    held: ({ scope }: AskedRuns) => [people(scope, sql`'held'`)],
    rejected: ({ scope }: AskedRuns) => [problems(scope, sql`'rejected'`, sql`r.rejected`)],
    flagged: ({ scope }: AskedRuns) => [problems(scope, sql`'flagged'`, sql`r.flagged`)],
    durationMs: () => [sql`r.duration_ms`],
    dryRun: () => [sql`r.dry_run`],
    startedVia: () => [sql`r.started_via`],
    startedBy: () => [sql`r.started_by`],
    finished: () => [sql`r.finished_at`],
  },
  tie: () => sql`r.id`,
  details: () => sql`join import_run r on r.id = page.key`,
  select: ({ scope }) => runFields(scope),
};

type ProblemColumn = keyof typeof importProblemList.columns;
type ProblemFilter = keyof typeof importProblemList.filters;

export const problemSource = (runId: number): ListSource<ProblemColumn, ProblemFilter> => ({
  from: () => sql`import_problem p`,
  key: () => sql`p.number`,
  within: ({ scope }) => {
    const school = schoolSeen(scope);
    return [sql`p.run_id = ${runId}`, ...(school === undefined ? [] : [aboutSchool(school)])];
  },
  filters: {
    severity: (severity) => sql`p.severity = ${severity}`,
    code: (codes) => anyOf(sql`p.code`, codes),
  },
  search: (words) => contains(sql`lower(coalesce(p.source_id, '') || ' ' || p.found)`, words),
  order: {
    lineNumber: () => [sql`p.line`],
    severity: () => [sql`p.severity`],
    code: () => [sql`p.code`],
    sourceId: () => [sql`p.source_id`],
    found: () => [sql`p.found`],
  },
  tie: () => sql`p.number`,
  details: () => sql`join import_problem p on p.run_id = ${runId} and p.number = page.key`,
  select: () => sql`p.number, p.severity, p.code, p.line as "lineNumber", p.source_id as "sourceId", p.found`,
});
