/** Whose people a scope reaches. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

import { inOwnGroups } from './list.ts';

/** Whose card the scope may open; ANDed with the name. */
export function reachable(scope: Scope, today: string): Sql {
  const shielded = scope.shielded ? sql`true` : sql`not u.shielded`;
  switch (scope.kind) {
    case 'owner':
      return shielded;
    case 'school':
      return sql`${shielded} and exists (
        select 1 from school_user s where s.user_id = u.id and s.school_id = ${scope.schoolId})`;
    case 'own-groups':
      return sql`${shielded} and ${inOwnGroups(scope, today, sql`u.id`)}`;
    case 'self':
    case 'nobody':
      break;
  }
  return sql`false`;
}

/** Like `reachable`, but someone with an owner role who stands at a school counts that school only. */
export function atScope(scope: Scope, today: string): Sql {
  const school = schoolOf(scope);
  if (scope.kind !== 'owner' || school === undefined) return reachable(scope, today);
  return sql`exists (select 1 from school_user s where s.user_id = u.id and s.school_id = ${school})
    and ${scope.shielded ? sql`true` : sql`not u.shielded`}`;
}
