/** What other areas may ask of superadmins. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

/** Superadmins that somebody else added since a day: whoever shares the role is told (specification §7 "Superadmin"). */
export async function countNewSuperadmins(db: Db, scope: Scope, since: string): Promise<number> {
  if (scope.kind !== 'owner') return 0;
  const { rows } = await sql<{ added: number }>`
    select count(*)::int as added from role_grant g
     where g.role = 'superadmin' and g.school_id is null and g.user_id <> ${scope.userId}
       and g.added_at >= ${since}::date::timestamp at time zone 'Europe/Oslo'
       and lower(g.ordered_by) <> (select lower(u.user_name) from users u where u.id = ${scope.userId})`.execute(
    db,
  );
  return rows[0]?.added ?? 0;
}
