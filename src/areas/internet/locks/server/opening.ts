/** Opening the internet for somebody in spite of a lock that is in force (specification §7 "openuserlocks"). */
import { sql } from 'kysely';

import type { BulkResult } from '#kernel/bulk.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import { prove } from '#kernel/scope.ts';
import { lacking, type Why } from '#kernel/why.ts';
import { onEach } from '#server/bulk/each.ts';
import type { Db } from '#server/db.ts';

import { againstOpening } from '../rules.ts';
import { type Asking, readingOf } from './act.ts';
import { inForceOver } from './explain.ts';
import { findLock } from './store.ts';
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
    for (const { id } of meant) {
      const lock = (await findLock(db, readingOf(asking), id)) ?? nobodys;
      const refused = againstOpening(lock, { ownGroupsOnly: scope.kind === 'own-groups' });
      if (refused) refuse(refused.code, { why: refused.why });
    }
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

const nobodys = { exam: false, own: false };

/** For each lock in force, what keeps the reader from opening the internet in spite of it; null where nothing does. */
export async function againstOpeningEach(
  { db, actor, now }: Omit<Asking, 'scope'>,
  lockIds: readonly number[],
): Promise<Map<number, Why | null>> {
  const scope = actor && prove(actor, 'locks.manage');
  const against = new Map<number, Why | null>();
  for (const id of lockIds) {
    against.set(id, lacking(actor, 'locks.manage') ?? null);
    if (!scope) continue;
    const lock = (await findLock(db, readingOf({ db, actor, scope, now }), id)) ?? nobodys;
    against.set(id, againstOpening(lock, { ownGroupsOnly: scope.kind === 'own-groups' })?.why ?? null);
  }
  return against;
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
