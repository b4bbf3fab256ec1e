/** All SQL about passwords on their way to the directory. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export interface Encrypted {
  userId: number;
  cipher: Buffer;
}

/** A new password unlocks the account (specification §4), and the directory is to learn of both. */
export async function savePasswords(
  tx: Db,
  passwords: readonly Encrypted[],
  mustChange: boolean,
  now: Date,
): Promise<void> {
  const ids = passwords.map(({ userId }) => userId);
  await sql`
    insert into account_password (user_id, cipher, must_change, set_at)
    select given.id, given.cipher, ${mustChange}, ${now}
      from unnest(${ids}::bigint[], ${passwords.map(({ cipher }) => cipher)}::bytea[]) as given (id, cipher)
    on conflict (user_id) do update
      set cipher = excluded.cipher, must_change = excluded.must_change, set_at = excluded.set_at, taken_at = null`.execute(
    tx,
  );
  await sql`
    update users set locked_until = null, unlocked_at = ${now}, must_change_password = ${mustChange},
                     version = version + 1
     where id = any(${ids}::bigint[])`.execute(tx);
}

/** Also where the portal knows of no lock: the directory may have one of its own. */
export async function unlockUser(tx: Db, userId: number, now: Date): Promise<void> {
  await sql`
    update users set locked_until = null, unlocked_at = ${now}, version = version + 1 where id = ${userId}`.execute(
    tx,
  );
}
