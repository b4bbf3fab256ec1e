/** The log's side of undoing: who may, and the plan as people read it. */
import { sql } from 'kysely';

import type { Actor, Scope } from '#kernel/scope.ts';
import type { Why } from '#kernel/why.ts';
import type { Db } from '#server/db.ts';
import { routeOf } from '#server/http/known-routes.ts';
import { countPlan, type Outcome, type Reason } from '#server/journal/undo/undo.ts';
import { all } from '#server/list/source.ts';

import type { UndoCounts, UndoRow, UndoSummary } from '../contract.ts';
import { type Done, whyNotUndo } from '../rules.ts';
import { camelCase, namesFor, type RawChange, readable } from './changes.ts';
import { groupOf, joinPerson } from './person.ts';
import { operationsSeen } from './seen.ts';

interface RawDone {
  status: string;
  schoolId: number | null;
  actorId: number | null;
  route: string;
  changes: number;
  undoOf: number | null;
  undoneBy: number | null;
}

export interface Undoable {
  /** A request began the operation; false = a job of the portal. */
  isRequest: boolean;
  undoOf: number | null;
  undoneBy: number | null;
  why: Why | undefined;
}

/** An operation the scope sees, and why the actor may not undo it, if they may not. */
export async function findUndoable(
  db: Db,
  scope: Scope,
  id: number,
  { actor, undoScope }: { actor: Actor; undoScope: Scope | undefined },
): Promise<Undoable | undefined> {
  // An undoing is undone by whoever may undo what it undid: the first of the chain says through which route.
  const { rows } = await sql<RawDone>`
    select o.status, o.school_id as "schoolId", o.actor_id as "actorId", o.undo_of as "undoOf",
           (select count(*)::int from (select 1 from journal.every_change c where c.operation_id = o.id limit 1) c) as changes,
           (select max(u.id) from journal.operation u where u.undo_of = o.id and u.status = 'completed') as "undoneBy",
           (with recursive chain as (
              select o.id, o.undo_of, o.route, 1 as step
              union all
              select p.id, p.undo_of, p.route, chain.step + 1 from chain join journal.operation p on p.id = chain.undo_of
            ) select route from chain order by step desc limit 1) as route
      from journal.operation o where o.id = ${id} and ${all(operationsSeen(scope))}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const done: Done = { ...row, requirement: routeOf(row.route)?.permission };
  return {
    isRequest: done.requirement !== undefined,
    undoOf: row.undoOf,
    undoneBy: row.undoneBy,
    why: whyNotUndo(done, actor, undoScope),
  };
}

interface RawRow extends RawChange {
  outcome: Outcome;
  reason: Reason | null;
  code: string | null;
  kept: string[];
}

interface Asked {
  outcome?: Outcome | undefined;
  page: number;
  pageSize: number;
}

/** Of a row that turns back, the columns that do; of the rest, those that were asked about. */
const parts = (side: 'before' | 'after') => sql`
  case when p.act <> 'U' then p.${sql.raw(side)}
       else (select coalesce(jsonb_object_agg(k, p.${sql.raw(side)} -> k), '{}')
               from unnest(case when p.cols = '{}' then p.kept || p.lost else p.cols end) k) end`;

/** A page of `undo_plan`, in the words of the log. What this reader may not see is counted and not shown. */
export async function readPlan(
  tx: Db,
  { outcome, page, pageSize }: Asked,
): Promise<{ counts: UndoCounts; summary: UndoSummary; Items: UndoRow[]; TotalItems: number }> {
  const shown = sql`p.seen ${outcome === undefined ? sql`` : sql`and p.outcome = ${outcome}`}`;
  const { rows } = await sql<RawRow>`
    select c.*, cu.user_name as "userName", cu.first_name || ' ' || cu.last_name as "personName",
           cg.name as "groupName", cg.display_name as "groupTitle"
      from (select p.n as id, p.act::text as kind, p.table_name as "table", p.table_name, p.row_key as "rowKey", p.row_key,
                   case when p.act <> 'I' then ${parts('after')} end as before,
                   case when p.act <> 'D' then ${parts('before')} end as after,
                   p.outcome, p.reason, p.code, p.kept
              from undo_plan p where ${shown} order by p.n limit ${pageSize} offset ${(page - 1) * pageSize}) c
      ${joinPerson}
      left join groups cg on cg.id = ${groupOf}
     order by c.id`.execute(tx);
  const total = await sql<{ total: number }>`
    select count(*)::int as total from undo_plan p where ${shown}`.execute(tx);
  const names = await namesFor(tx, rows);
  const summary = await sql<UndoSummary[number]>`
    select p.table_name as "table", case p.act when 'I' then 'added' when 'D' then 'removed' else 'changed' end as kind,
           count(*)::int as rows
      from undo_plan p where p.seen and p.outcome in ('reversed', 'partly')
     group by 1, 2 order by 3 desc, 1, 2`.execute(tx);
  return {
    counts: await countPlan(tx),
    summary: summary.rows,
    Items: rows.map((row) => ({
      id: row.id,
      outcome: row.outcome,
      reason: row.reason,
      code: row.code,
      kept: row.kept.map(camelCase),
      change: readable(row, names),
    })),
    TotalItems: total.rows[0]?.total ?? 0,
  };
}
