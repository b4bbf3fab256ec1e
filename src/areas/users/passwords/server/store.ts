/** All SQL about passwords that are set: for portal accounts here, for the others on their way to the directory. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { portalAccounts, setPasswordHash } from '#server/session/account.ts';
import { hashPassword } from '#server/session/password.ts';
import { endSessionsOf } from '#server/session/store.ts';
import { forgetFailures } from '#server/session/throttle.ts';
import type { Vault } from '#server/vault.ts';

interface PasswordSaving {
  tx: Db;
  vault: Vault;
  now: Date;
}

interface SavingOptions {
  mustChange: boolean;
  /** The session that goes on; all others of these users end (ASVS 5.0 §7.4.3). */
  keep?: string | undefined;
}

/**
 * A person has one password: a portal account signs in with it here, and the directory is to learn it unless the account
 * is in no school. A new password unlocks the account (specification §4).
 */
export async function savePasswords(
  { tx, vault, now }: PasswordSaving,
  passwords: readonly { userId: number; password: string }[],
  { mustChange, keep }: SavingOptions,
): Promise<void> {
  const ids = passwords.map(({ userId }) => userId);
  const accounts = new Map((await portalAccounts(tx, ids)).map((account) => [account.userId, account]));
  for (const { userId, password } of passwords) {
    if (!accounts.has(userId)) continue;
    await setPasswordHash(tx, userId, await hashPassword(password), now, mustChange);
  }
  const forDirectory = passwords.filter(({ userId }) => accounts.get(userId)?.isOnlyHere !== true);
  await sql`
    insert into account_password (user_id, cipher, must_change, set_at)
    select given.id, given.cipher, ${mustChange}, ${now}
      from unnest(${forDirectory.map(({ userId }) => userId)}::bigint[],
                  ${forDirectory.map(({ password }) => vault.encrypt(password))}::bytea[]) as given (id, cipher)
    on conflict (user_id) do update
      set cipher = excluded.cipher, must_change = excluded.must_change, set_at = excluded.set_at, taken_at = null`.execute(
    tx,
  );
  await unlock(tx, ids, now, mustChange);
  // Real time: the demo's clock may stand elsewhere, and the lives of sessions do not follow it.
  await endSessionsOf(tx, ids, { reason: 'password-changed', now: new Date(), keep });
}

/** Lifts the portal's own locks, and the directory's even where the portal knows of none. */
export const unlockUser = (tx: Db, userId: number, now: Date): Promise<void> => unlock(tx, [userId], now);

async function unlock(tx: Db, userIds: readonly number[], now: Date, mustChange?: boolean): Promise<void> {
  const { rows } = await sql<{ userName: string }>`
    update users set locked_until = null, sign_in_locked_until = null, unlocked_at = ${now},
                     must_change_password = coalesce(${mustChange ?? null}::boolean, must_change_password),
                     version = version + 1
     where id = any (${[...userIds]}::bigint[])
    returning user_name`.execute(tx);
  await forgetFailures(
    tx,
    rows.map(({ userName }) => userName),
  );
}
