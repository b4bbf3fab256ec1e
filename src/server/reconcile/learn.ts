/**
 * What the portal learns from the directory, which keeps the passwords and locks: that a password has arrived, that its
 * owner has chosen another, that somebody was locked out. Changes of the portal's own rows, so in an operation.
 */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';

export interface Learnt {
  /** The user. */
  key: number;
  /** When the password that the directory has now was set in the portal. */
  passwordSetAt?: Date | undefined;
  /** The user was to choose a password, and has. */
  hasChosen?: boolean;
  /** The lock as it is now, and as it was when it was told last; left out where it is the same. */
  lock?: { until: Date | null; told: Date | null } | undefined;
}

/** Does `work` in one transaction with what was learnt. */
export async function learning<T>(
  db: Db,
  learnt: readonly Learnt[],
  now: Date,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const news = learnt.filter(({ passwordSetAt, hasChosen, lock }) => passwordSetAt || hasChosen || lock);
  if (news.length === 0) return db.transaction().execute(work);
  const wish = { event: 'directory.read-back', route: 'directory', now } as const;
  return inOperation(db, wish, async (tx) => {
    await takePasswords(tx, news, now);
    await sql`
      update users set must_change_password = false
       where must_change_password and id = any (${news.filter(({ hasChosen }) => hasChosen).map(({ key }) => key)})`.execute(
      tx,
    );
    await tellLocks(tx, news);
    return work(tx);
  });
}

/** A password set anew while this one was on its way stays. */
async function takePasswords(tx: Db, news: readonly Learnt[], now: Date): Promise<void> {
  const taken = news.filter(({ passwordSetAt }) => passwordSetAt !== undefined);
  if (taken.length === 0) return;
  await sql`
    with taken as (
      update account_password p set cipher = null, taken_at = ${now}
        from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) r (key bigint, "passwordSetAt" timestamptz)
       where p.user_id = r.key and p.cipher is not null
         and date_trunc('milliseconds', p.set_at) = r."passwordSetAt"
      returning p.user_id, p.must_change
    )
    update users u set must_change_password = taken.must_change from taken
     where u.id = taken.user_id and u.must_change_password is distinct from taken.must_change`.execute(tx);
}

/** A lock that the portal set itself, or that a person has lifted since, is left alone. */
async function tellLocks(tx: Db, news: readonly Learnt[]): Promise<void> {
  const locks = news.flatMap(({ key, lock }) => (lock ? [{ key, ...lock }] : []));
  if (locks.length === 0) return;
  await sql`
    update users u set locked_until = r.until
      from jsonb_to_recordset(${JSON.stringify(locks)}::jsonb) r (key bigint, until timestamptz, told timestamptz)
     where u.id = r.key and u.locked_until is distinct from r.until
       and (r.until is not null or date_trunc('milliseconds', u.locked_until) = r.told)`.execute(tx);
}
