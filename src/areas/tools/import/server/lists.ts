/** The SQL of the import's three lists. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { importProblemList, importRunList } from '../contract.ts';

/** The school a scope is bound to; undefined = the whole owner, also while it stands at a school. */
export const schoolSeen = (scope: Scope): number | undefined =>
  // A scope without any school sees none.
  scope.kind === 'owner' ? undefined : (schoolOf(scope) ?? -1);

const anyOf = (column: Sql, values: unknown): Sql => sql`${column} = any(${values})`;

/** The rows of a count (`c`) that the reader may know of. */
const rowsCounted = (scope: Scope): Sql => (scope.shielded ? sql`c.rows` : sql`c.rows - c.shielded`);

/** Rows of one subject and outcome: of the whole run, or of the scope's school. */
function counted(scope: Scope, total: Sql, subject: string, outcome: string): Sql {
  const school = schoolSeen(scope);
  return school === undefined
    ? total
    : sql`coalesce((select ${rowsCounted(scope)} from import_count c
            where c.run_id = r.id and c.school_id = ${school} and c.subject = ${subject} and c.outcome = ${outcome}), 0)`;
}

const people = (scope: Scope, outcome: string): Sql =>
  counted(scope, sql`coalesce((r.counts -> 'person' ->> ${outcome})::integer, 0)`, 'person', outcome);

const changedPeople = (scope: Scope): Sql =>
  sql`${people(scope, 'changed')} + ${people(scope, 'renamed')} + ${people(scope, 'returned')}`;

export const rejected = (scope: Scope): Sql => counted(scope, sql`r.rejected`, 'problem', 'rejected');
const flagged = (scope: Scope): Sql => counted(scope, sql`r.flagged`, 'problem', 'flagged');

export function countsAt(scope: Scope): Sql {
  const school = schoolSeen(scope);
  return school === undefined
    ? sql`r.counts`
    : sql`(select coalesce(jsonb_object_agg(subject, outcomes), '{}')
             from (select subject, jsonb_object_agg(outcome, ${rowsCounted(scope)}) as outcomes from import_count c
                    where run_id = r.id and school_id = ${school} and subject <> 'problem'
                      and ${rowsCounted(scope)} > 0 group by subject) s)`;
}

/** The school whose data source a run (`r`) was of: told to the whole owner, and to the school itself. */
const schoolOfRun = (scope: Scope, field: Sql): Sql => {
  const school = schoolSeen(scope);
  return sql`(select ${field} from data_source d join school s on s.id = d.school_id
               where d.id = r.data_source_id and ${school === undefined ? sql`true` : sql`s.id = ${school}`})`;
};

/** What is in the whole file is told to the whole owner, and to a school whose own source it came from. */
export function ofWholeFile(scope: Scope, field: Sql): Sql {
  const school = schoolSeen(scope);
  if (school === undefined) return field;
  return sql`case when exists (select from data_source d where d.id = r.data_source_id and d.school_id = ${school})
                  then ${field} end`;
}

/** What was undone of the run (`r`) and not redone since. */
const undone = sql`(
  select case when bool_or(not coalesce(u.message_params ? 'partOf', false)) then 'whole' when count(*) > 0 then 'partly' end
    from journal.operation u
   where u.undo_of = r.operation_id and u.status = 'completed'
     and coalesce((u.message_params ->> 'reversed')::integer, 0) + coalesce((u.message_params ->> 'partly')::integer, 0) > 0
     and not exists (select from journal.operation v where v.undo_of = u.id and v.status = 'completed'))`;

export const runFields = (scope: Scope): Sql => sql`
  r.id, r.feed, ${schoolOfRun(
    scope,
    sql`jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation)`,
  )} as school, r.file_name as "fileName", r.started_via as "startedVia", r.dry_run as "dryRun", r.status,
  ${undone} as undone, r.started_by as "startedBy", r.started_at as started, r.finished_at as finished, r.duration_ms as "durationMs",
  ${ofWholeFile(scope, sql`r.people`)} as people, ${people(scope, 'new')} as created, ${changedPeople(scope)} as changed,
  ${people(scope, 'left')} as "left", ${people(scope, 'held')} as held,
  ${rejected(scope)} as rejected, ${flagged(scope)} as flagged`;

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
    feed: (feeds) => anyOf(sql`r.feed`, feeds),
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
    school: ({ scope }: AskedRuns) => [schoolOfRun(scope, sql`s.name_sort`)],
    fileName: () => [sql`r.file_name`],
    people: ({ scope }: AskedRuns) => [ofWholeFile(scope, sql`r.people`)],
    created: ({ scope }: AskedRuns) => [people(scope, 'new')],
    changed: ({ scope }: AskedRuns) => [changedPeople(scope)],
    left: ({ scope }: AskedRuns) => [people(scope, 'left')],
    held: ({ scope }: AskedRuns) => [people(scope, 'held')],
    rejected: ({ scope }: AskedRuns) => [rejected(scope)],
    flagged: ({ scope }: AskedRuns) => [flagged(scope)],
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

/** What was found in the record of a person whose address is protected may be that very address. */
const aboutNobodyShielded = sql`not exists (
  select from users u join user_source k on k.user_id = u.id
   where u.shielded and k.source = p.source and k.source_id = p.source_id)`;

export const problemSource = (runId: number): ListSource<ProblemColumn, ProblemFilter> => ({
  from: () => sql`import_problem p`,
  key: () => sql`p.number`,
  within: ({ scope }) => {
    const school = schoolSeen(scope);
    return [
      sql`p.run_id = ${runId}`,
      ...(school === undefined ? [] : [sql`p.school_ids @> array[${school}]::integer[]`]),
      ...(scope.shielded ? [] : [aboutNobodyShielded]),
    ];
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
