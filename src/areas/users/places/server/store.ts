/** All SQL about ending places. */
import { sql } from 'kysely';

import { rememberLastDay } from '#areas/users/server/service.ts';
import type { Db } from '#server/db.ts';

export interface Place {
  endedOn: string | null;
  endedByOwner: boolean;
}

interface At {
  userId: number;
  schoolId: number;
}

export async function findPlace(db: Db, userId: number, schoolId: number): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select ended_on::text, ended_by_owner from school_user where user_id = ${userId} and school_id = ${schoolId}`.execute(
    db,
  );
  return rows[0];
}

/**
 * A place the portal gave goes, unless it is the primary one; one of a source stays until that takes it away, blocked. With
 * the last ordinary place the account ends, on the same day.
 */
export async function endPlace(
  tx: Db,
  { userId, schoolId, day, byOwner }: At & { day: string; byOwner: boolean },
): Promise<void> {
  await sql`
    delete from membership m using groups g
     where m.user_id = ${userId} and g.id = m.group_id and g.school_id = ${schoolId} and m.source = 'manual'`.execute(
    tx,
  );
  await sql`
    delete from school_user
     where user_id = ${userId} and school_id = ${schoolId} and source = 'manual' and not is_primary`.execute(
    tx,
  );
  await sql`
    update school_user set blocked = true, ended_on = ${day}::date, ended_by_owner = ${byOwner}
     where user_id = ${userId} and school_id = ${schoolId}`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    update users u set expires_on = ${day}::date, expires_by_owner = ${byOwner}, version = u.version + 1
     where u.id = ${userId} and (u.expires_on is null or u.expires_on > ${day}::date)
       and not exists (select from school_user o where o.user_id = u.id and o.ended_on is null
                                                   and o.source <> 'temporary-access')`.execute(tx);
  if (numAffectedRows > 0n) await rememberLastDay(tx, userId, day);
}

/** The account is open again where it ended with this place. A block that lasts goes on. */
export async function resumePlace(tx: Db, { userId, schoolId }: At): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update users u set expires_on = null, expires_by_owner = false, version = u.version + 1
      from school_user p
     where u.id = ${userId} and p.user_id = u.id and p.school_id = ${schoolId} and u.expires_on = p.ended_on`.execute(
    tx,
  );
  if (numAffectedRows > 0n) await rememberLastDay(tx, userId, null);
  await sql`
    update school_user p
       set ended_on = null, ended_by_owner = false,
           blocked = exists (select from access_entry e
                              where e.kind = 'block' and e.status = 'active' and e.effect = 'place'
                                and e.user_id = p.user_id and e.school_id = p.school_id)
     where p.user_id = ${userId} and p.school_id = ${schoolId}`.execute(tx);
}

export async function lastDayOf(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select expires_on::text as day from users where id = ${userId}`.execute(db);
  return rows[0]?.day ?? null;
}
