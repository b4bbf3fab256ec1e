/** The SQL of a run's plan and of its slices. */
import { sql } from 'kysely';

import { all, type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import { sliceStates, type importPlanList, type importSliceList } from '../contract.ts';
import { schoolSeen } from './lists.ts';

const anyOf = (column: Sql, values: unknown): Sql => sql`${column} = any(${values})`;

type PlanColumn = keyof typeof importPlanList.columns;
type PlanFilter = keyof typeof importPlanList.filters;

/** Whom most readers must not find: people whose address is protected, and what is different about them. */
const unshielded = ({ scope }: Asked<PlanFilter>): Sql =>
  scope.shielded ? sql`true` : sql`not exists (select from users u where u.id = p.user_id and u.shielded)`;

/** In the order the contract names them in. */
const rankOf = (order: readonly string[], column: Sql): Sql =>
  sql`array_position(${[...order]}::text[], ${column})`;

/** A new school is in the plan before it is among the schools. */
const schoolName = sql`coalesce(s.name, (select k.name from import_plan k where k.run_id = p.run_id
  and k.subject = 'school' and k.school_id = p.school_id limit 1))`;

export const planSource = (runId: number): ListSource<PlanColumn, PlanFilter> => ({
  from: () => sql`import_plan p left join school s on s.id = p.school_id`,
  key: () => sql`p.number`,
  within: (asked) => {
    const school = schoolSeen(asked.scope);
    return [
      sql`p.run_id = ${runId}`,
      unshielded(asked),
      ...(school === undefined ? [] : [sql`p.school_id = ${school}`]),
    ];
  },
  filters: {
    subject: (subjects) => anyOf(sql`p.subject`, subjects),
    outcome: (outcomes) => anyOf(sql`p.outcome`, outcomes),
    school: (codes) => anyOf(sql`s.code`, codes),
    className: (name) => contains(sql`lower(coalesce(p.class_name, ''))`, String(name)),
    changed: (fields) => sql`p.changes ?| ${fields}::text[]`,
  },
  search: (words) => contains(sql`lower(p.name || ' ' || p.key || ' ' || coalesce(p.class_name, ''))`, words),
  order: {
    // Numbered by subject, outcome and name when it was made.
    subject: () => [sql`p.number`],
    outcome: () => [sql`p.outcome`],
    name: () => [sql`p.name collate norwegian`],
    key: () => [sql`p.key`],
    school: () => [sql`s.name_sort`],
    className: () => [sql`p.class_name collate norwegian`],
  },
  tie: () => sql`p.number`,
  details: () =>
    sql`join import_plan p on p.run_id = ${runId} and p.number = page.key left join school s on s.id = p.school_id`,
  select: () => sql`
    p.number, p.subject, p.outcome, p.key, p.name, p.reason, ${schoolName} as school, p.held_as as "heldAs",
    p.class_name as "className",
    (select coalesce(jsonb_agg(jsonb_build_object('field', c.key, 'before', c.value -> 0, 'after', c.value -> 1)
              order by c.key), '[]')
       from jsonb_each(coalesce(p.changes, '{}')) c) as changes`,
});

type SliceColumn = keyof typeof importSliceList.columns;
type SliceFilter = keyof typeof importSliceList.filters;

/**
 * What is decided counts for the latest plan of a source: there the decision's own word stands. In older runs it is the
 * verdict of that night.
 */
export const sliceFrom = (runId: number): Sql => sql`
  import_slice l
  join import_run r on r.id = l.run_id
  left join import_decision d on d.feed = r.feed and d.kind = l.kind and d.school_id is not distinct from l.school_id
  left join school s on s.id = l.school_id
  cross join lateral (
    select not exists (select from import_run o where o.feed = r.feed and o.id > r.id and o.status = 'completed'
                                                  and not o.dry_run) as is_open) w
  cross join lateral (
    select case when l.verdict = 'within' then l.verdict
                when d.run_id = l.run_id then d.decision
                when l.verdict in ('rejected', 'postponed') and d.id is null and w.is_open then 'held'
                else l.verdict end as state) v
  where l.run_id = ${runId}`;

/** The other slices of the hold, as far as the reader may see them. */
const together = (runId: number, school: number | undefined): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('school', n.name, 'schoolCode', n.code, 'kind', o.kind)
            order by n.name_sort, o.kind), '[]')
     from import_slice o left join school n on n.id = o.school_id
    where o.run_id = ${runId} and o.hold = l.hold and o.number <> l.number
      and ${school === undefined ? sql`true` : sql`o.school_id = ${school}`})`;

const share = sql`case when l.people > 0 then round(100.0 * l.rows / l.people) end`;

export const sliceSource = (runId: number): ListSource<SliceColumn, SliceFilter> => {
  const joined = sql`(select l.*, s.name as school_name, s.code as school_code, v.state, w.is_open, d.decided_by, d.decided_at, d.until, d.reason
                        from ${sliceFrom(runId)}) l`;
  return {
    from: () => joined,
    key: () => sql`l.number`,
    within: ({ scope }) => {
      const school = schoolSeen(scope);
      return [school === undefined ? all([]) : sql`l.school_id = ${school}`];
    },
    filters: {
      state: (states) => anyOf(sql`l.state`, states),
      kind: (kinds) => anyOf(sql`l.kind`, kinds),
    },
    search: (words) => contains(sql`lower(coalesce(l.school_name, ''))`, words),
    order: {
      school: () => [sql`l.school_name collate norwegian`],
      kind: () => [sql`l.kind`],
      state: () => [rankOf(sliceStates, sql`l.state`), sql`l.school_name collate norwegian`],
      rows: () => [sql`l.rows`],
      people: () => [sql`l.people`],
      percent: () => [share],
      decidedBy: () => [sql`l.decided_by`],
      decided: () => [sql`l.decided_at`],
      until: () => [sql`l.until`],
      reason: () => [sql`l.reason`],
    },
    tie: () => sql`l.number`,
    details: () => sql`join ${joined} on l.number = page.key`,
    select: ({ scope }) => sql`
      l.number, l.kind, ${together(runId, schoolSeen(scope))} as together, l.state, l.is_open as "isOpen", l.rows, l.people, ${share} as percent, l.school_name as school,
      l.school_code as "schoolCode", l.decided_by as "decidedBy", l.decided_at as decided, l.until, l.reason`,
  };
};
