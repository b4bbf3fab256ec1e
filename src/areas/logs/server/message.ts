/** What an operation says of itself, as far as the reader may know: the counts of an undoing count rows. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { UNDONE } from '#server/journal/undo/undo.ts';
import type { Sql } from '#server/list/source.ts';

/**
 * Code and parameters of the message of an operation `o`. An undoing keeps its counts twice: of what its asker saw, and of
 * `open` rows, which are without shielded people. The first are for those who see shielded people, the second for others
 * at the place it was done; at other schools it only says that it was done.
 */
export function messageSeen(scope: Scope): { code: Sql; params: Sql } {
  const isUndone = sql`o.message_code = ${UNDONE}`;
  const isHere =
    scope.kind === 'owner'
      ? sql`true`
      : 'schoolId' in scope
        ? sql`o.school_id = ${scope.schoolId}`
        : sql`false`;
  const mayCount = scope.shielded ? isHere : sql`(${isHere} and o.message_params ? 'open')`;
  const counts = scope.shielded
    ? sql`o.message_params - 'open'`
    : sql`(o.message_params - 'open') || (o.message_params -> 'open')`;
  return {
    code: sql`case when ${isUndone} and not coalesce(${mayCount}, false) then ${`${UNDONE}-elsewhere`} else o.message_code end`,
    params: sql`case when not ${isUndone} then o.message_params
      when coalesce(${mayCount}, false) then ${counts}
      else jsonb_build_object('of', o.message_params -> 'of') end`,
  };
}
