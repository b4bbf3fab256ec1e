/** Opening the internet for somebody in spite of a lock that is in force (specification §7 "openuserlocks"). */
import { sql } from 'kysely';

import type { BulkResult } from '#kernel/bulk.ts';
import { osloDay } from '#kernel/dates.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import type { Db } from '#server/db.ts';

import type { Asking } from './act.ts';
import { inForceOver } from './explain.ts';
import { findLock, type StoredLock } from './store.ts';
import { findSubject, type Subject } from './subject.ts';

interface Wish {
  userNames: readonly string[];
  until?: string | null | undefined;
  comment?: string | null | undefined;
  lockIds?: readonly number[] | undefined;
}

export async function openUsers(asking: Asking, wish: Wish): Promise<BulkResult & { lockIds: number[] }> {
  const { db, scope, now } = asking;
  const until = wish.until ? new Date(wish.until) : null;
  if (until !== null && until <= now) {
    throw new Refusal('request.invalid', { fields: [{ path: 'until', key: 'future', params: {} }] });
  }
  const opened = new Set<number>();
  const result = await onEach(db, wish.userNames, async (userName) => {
    const subject = (await findSubject(db, scope, userName, now)) ?? refuse('user.not-found');
    const inForce = await inForceOver(db, subject, asking);
    const meant = inForce.filter(
      (lock) => !lock.opened && (wish.lockIds === undefined || wish.lockIds.includes(lock.id)),
    );
    if (meant.length === 0) refuse('internet-lock.not-under');
    const reading = { scope, now, today: osloDay(now) };
    for (const { id } of meant) mayOpen(asking, await findLock(db, reading, id));
    for (const { id } of meant) {
      await insertOpening(db, id, subject, {
        until,
        comment: wish.comment ?? null,
        by: asking.actor?.displayName ?? '',
        now,
      });
      opened.add(id);
    }
  });
  return { ...result, lockIds: [...opened] };
}

/** Whoever is opened in an exam is so by those who administer it, not by one's own teacher. */
function mayOpen({ scope }: Asking, lock: StoredLock | undefined): void {
  const grantedBy = ['schoolIct', 'schoolAdministrator'];
  if (lock?.exam === true && scope.kind === 'own-groups') {
    refuse('internet-lock.exam', { why: { rule: 'internet-lock.exam', grantedBy } });
  }
  if (lock?.own !== true) {
    refuse('internet-lock.not-yours', { why: { rule: 'internet-lock.own', grantedBy } });
  }
}

interface Opening {
  until: Date | null;
  comment: string | null;
  by: string;
  now: Date;
}

async function insertOpening(
  db: Db,
  lockId: number,
  { kind, id }: Subject,
  { until, comment, by, now }: Opening,
): Promise<void> {
  const [user, candidate] = kind === 'user' ? [id, null] : [null, id];
  await sql`
    insert into internet_lock_opening (lock_id, user_id, candidate_id, until_at, comment, opened_by, opened_at)
    values (${lockId}, ${user}, ${candidate}, ${until}, ${comment}, ${by}, ${now})
    on conflict (lock_id, user_id, candidate_id) do update
      set until_at = excluded.until_at, comment = excluded.comment, opened_by = excluded.opened_by,
          opened_at = excluded.opened_at`.execute(db);
}
