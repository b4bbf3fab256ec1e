/** What was decided about people during the day and is carried out at the evening's user import (specification §4). */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { stillMay } from '#server/session/still-may.ts';

interface Night {
  now: Date;
  day: string;
}

interface Done {
  changed: number;
}

/**
 * Registered changes of primary school. The person is at the new school from now on; the old place stays until the
 * source takes it away; a place that was only for a time is so no more. Done twice, the second time changes nothing.
 */
export async function executeSchoolChanges(tx: Db, { now, day }: Night): Promise<Done> {
  const refused = await sql`
    update school_change c set failure = 'registrar', executed_at = ${now}
     where c.executed_at is null and not ${stillMay('c', 'users.move', day)}`.execute(tx);
  await sql`
    insert into school_user (school_id, user_id, role, is_primary, added_at)
    select c.to_school_id, c.user_id, u.role, false, ${now}
      from school_change c join users u on u.id = c.user_id
     where c.executed_at is null
    on conflict (school_id, user_id) do update
      set source = case when school_user.ended_on is null then excluded.source else school_user.source end,
          role = excluded.role, start_on = null, end_on = null, ended_on = null, ended_by_owner = false,
          blocked = school_user.blocked and school_user.ended_on is null
      where school_user.source = 'temporary-access' or school_user.ended_on is not null`.execute(tx);
  await sql`
    update school_user su set is_primary = su.school_id = c.to_school_id
      from school_change c
     where c.user_id = su.user_id and c.executed_at is null
       and su.is_primary <> (su.school_id = c.to_school_id)`.execute(tx);
  await sql`
    update users u set primary_school_id = c.to_school_id, version = u.version + 1
      from school_change c
     where c.user_id = u.id and c.executed_at is null
       and u.primary_school_id is distinct from c.to_school_id`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    update school_change set executed_at = ${now} where executed_at is null`.execute(tx);
  return { changed: Number(numAffectedRows) + Number(refused.numAffectedRows ?? 0n) };
}
