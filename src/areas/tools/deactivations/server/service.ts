/** Deactivations follow the portal's clock (specification §4): accounts are closed and opened when their day comes. */
import { sql } from 'kysely';

import { isAdmin } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';
import type { Sql } from '#server/list/source.ts';
import { registeredAs, registeredByOwner, stillMay } from '#server/session/still-may.ts';

/** Looks whether anything is due and does it, in an operation of the portal's own. */
export async function followDeactivations(db: Db, now: Date): Promise<{ changed: number }> {
  const day = osloDay(now);
  const { rows } = await sql`select from deactivation d where ${isDue(day)} limit 1`.execute(db);
  if (rows.length === 0) return { changed: 0 };
  const wish = { event: 'deactivation.followed', route: 'deactivations', now };
  return inOperation(db, wish, (tx) => carryOutDeactivations(tx, { now, day }));
}

const isDue = (day: string) => sql`
  ((d.status = 'planned' and d.start_on <= ${day}::date) or (d.status = 'active' and d.end_on <= ${day}::date))`;

/**
 * The same inside an operation that is open already: what was registered for today is not left waiting. `only`: the
 * periods it registered; whatever else is due is nothing that whoever registered these did.
 */
export async function carryOutDeactivations(
  tx: Db,
  { now, day, only }: { now: Date; day: string; only?: readonly number[] },
): Promise<{ changed: number }> {
  const failed = await sql`
    update deactivation d
       set status = 'failed', ended_at = ${now},
           failure = case when ${stillMay('d', 'users.deactivate', day)} then 'account-protected' else 'registrar' end
     where d.status = 'planned' and d.start_on <= ${day}::date and d.end_on > ${day}::date
       and (not ${stillMay('d', 'users.deactivate', day)} or ${isProtected(day)})
       ${only ? sql`and d.id = any(${[...only]})` : sql``}`.execute(tx);
  const { rows } = await sql<{ userId: number }>`
    update deactivation d
       set status = case when d.end_on <= ${day}::date then 'ended' else 'active' end,
           ended_at = case when d.end_on <= ${day}::date then ${now}::timestamptz end
     where ${isDue(day)} ${only ? sql`and d.id = any(${[...only]})` : sql``}
    returning d.user_id as "userId"`.execute(tx);
  const touched = [...new Set(rows.map(({ userId }) => userId))];
  // Of several periods one that goes on keeps the account closed.
  await sql`
    update users u set deactivated = not u.deactivated, version = u.version + 1
     where u.id = any(${touched}) and u.deactivated is distinct from exists (
       select from deactivation d where d.user_id = u.id and d.status = 'active')`.execute(tx);
  return { changed: rows.length + Number(failed.numAffectedRows ?? 0n) };
}

/** Who became an administrator, or got a place at another school, since it was registered. */
const isProtected = (day: string): Sql => sql`(
  (${isAdmin(sql`d.user_id`, day)} and not ${registeredAs('d', ['superadmin'])} and d.registered_in is not null)
  or (not ${registeredByOwner('d')} and exists (
    select from journal.operation o join school_user op on op.user_id = d.user_id
       and op.school_id <> o.school_id and op.source <> 'temporary-access'
     where o.id = d.registered_in)))`;
