/**
 * Undoing asks the rules of the direct act. Each area says for its tables which right a change of a row takes and what
 * refuses it; `server/undo-rules.ts` gathers them. A table without a rule is not undone.
 */
import { sql } from 'kysely';

import type { ErrorCode } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { type Actor, prove, type Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Sql } from '#server/list/source.ts';

export interface UndoAsker {
  actor: Actor;
  /** The scope of `operations.undo`: the actor's school, or the whole owner. */
  scope: Scope;
  /** Holds the role that is above the rules for administrators' accounts. */
  isSuperadmin: boolean;
  /** A request began the operation; false = the import or another job of the portal, whose rows no form changes. */
  isRequest: boolean;
  now: Date;
  today: string;
}

/**
 * A refusal of the direct act, for the planned rows `p` it holds for. `p.act` is what the undoing does: U sets the columns
 * `p.cols` back to `p.before`, D deletes the row, I inserts `p.before` again. `p.row_key` is the row's key.
 */
export interface UndoRefusal {
  code: ErrorCode;
  when: Sql;
}

export interface UndoRule {
  /** As the journal writes it. */
  tables: readonly string[];
  /** One of these rights is needed to change such a row directly. */
  permissions: readonly Permission[];
  refusals?: (asker: UndoAsker, tx: Db) => readonly UndoRefusal[] | Promise<readonly UndoRefusal[]>;
}

/** Marks the rows of the plan that a direct act would refuse, with its code. */
export async function refuseByRules(tx: Db, rules: readonly UndoRule[], asker: UndoAsker): Promise<void> {
  const ruled: string[] = [];
  for (const rule of rules) {
    ruled.push(...rule.tables);
    const isPlanned = await sql`
      select from undo_plan where table_name = any (${[...rule.tables]}) and ${open} limit 1`.execute(tx);
    if (isPlanned.rows.length === 0) continue;
    const mayWrite = rule.permissions.some((permission) => prove(asker.actor, permission) !== undefined);
    const refusals: readonly UndoRefusal[] = mayWrite
      ? ((await rule.refusals?.(asker, tx)) ?? [])
      : [{ code: 'access.denied', when: sql`true` }];
    for (const { code, when } of refusals) await refuseRows(tx, rule.tables, code, when);
  }
  await sql`
    update undo_plan p set outcome = 'cannot', reason = 'refused', code = 'access.denied'
     where ${open} and table_name <> all (${ruled})`.execute(tx);
}

const open = sql`outcome in ('reversed', 'partly')`;

/** Within `case`, so that PostgreSQL does not read the key of another table's row as this table's. */
async function refuseRows(tx: Db, tables: readonly string[], code: ErrorCode, when: Sql): Promise<void> {
  await sql`
    update undo_plan p set outcome = 'cannot', reason = 'refused', code = ${code}
     where case when p.table_name = any (${[...tables]}) and ${open} then (${when}) else false end`.execute(
    tx,
  );
}

/** The columns an undoing sets. */
export const sets = (...columns: string[]): Sql => sql`(p.act = 'U' and p.cols && ${columns}::text[])`;
/** Part `n`, from 1, of a key of several columns. */
export const keyPart = (n: number): Sql => sql`split_part(p.row_key, '/', ${n}::int)`;
/** A column as it becomes again. */
export const becomes = (column: string): Sql => sql`(p.before ->> ${column})`;
/** A column as the operation left it, or as it becomes: of a row that is deleted or comes back, whichever there is. */
export const either = (column: string): Sql => sql`coalesce(p.before ->> ${column}, p.after ->> ${column})`;
