/**
 * Groups whose time is over (specification §7 "Groups"): what was made in the portal and has expired is archived,
 * unless it is protected; what was deleted is gone for good once it can no longer be restored. The source's own
 * groups come and go with the import.
 */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';

const route = 'groups.clean';

export async function cleanGroups(db: Db, now: Date): Promise<{ expired: number; removed: number }> {
  const today = osloDay(now);
  const expired = sql`source = 'manual' and archived_at is null and not delete_prevention
    and expires_on < ${today}::date`;
  const over = sql`delete_on <= ${today}::date`;
  return {
    expired: await change(db, expired, () =>
      inOperation(db, { event: 'group.expired', route, now }, async (tx) => {
        const done =
          await sql`update groups set archived_at = ${now}, version = version + 1 where ${expired}`.execute(
            tx,
          );
        return Number(done.numAffectedRows ?? 0n);
      }),
    ),
    removed: await change(db, over, () =>
      inOperation(db, { event: 'group.removed', route, now }, async (tx) => {
        const done = await sql`delete from groups where ${over}`.execute(tx);
        return Number(done.numAffectedRows ?? 0n);
      }),
    ),
  };
}

/** A night without anything to do leaves nothing in the journal. */
async function change(db: Db, where: ReturnType<typeof sql>, act: () => Promise<number>): Promise<number> {
  const { rows } = await sql`select from groups where ${where} limit 1`.execute(db);
  return rows.length === 0 ? 0 : act();
}
