/** The account somebody signs in to. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';

export interface Account {
  userId: number;
  userName: string;
  passwordHash: string | undefined;
  lockedUntil: Date | null;
  /** Neither deactivated nor past its last day. */
  isOpen: boolean;
}

const columns = (now: Date) => sql`
  u.id as user_id, u.user_name, u.locked_until, c.password_hash,
  not u.deactivated and (u.expires_on is null or u.expires_on >= ${osloDay(now)}::date) as is_open`;

export async function findAccount(db: Db, userName: string, now: Date): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select ${columns(now)} from users u left join user_credential c on c.user_id = u.id
     where lower(u.user_name) = lower(${userName})`.execute(db);
  return rows[0];
}

export async function findAccountById(db: Db, userId: number, now: Date): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select ${columns(now)} from users u left join user_credential c on c.user_id = u.id
     where u.id = ${userId}`.execute(db);
  return rows[0];
}

/** `now`: by the portal's clock. Inside an operation. */
export async function noteSignIn(tx: Db, userId: number, now: Date): Promise<void> {
  await sql`update users set last_login_at = ${now} where id = ${userId}`.execute(tx);
}

/** Inside an operation; the hash comes from `hashPassword`. */
export async function setPasswordHash(
  tx: Db,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into user_credential (user_id, password_hash, changed_at) values (${userId}, ${passwordHash}, ${now})
    on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`.execute(
    tx,
  );
}
