/** The account somebody signs in to. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import { ownerRoles } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

import { forgetFailures } from './throttle.ts';

export interface Account {
  userId: number;
  userName: string;
  displayName: string;
  passwordHash: string | undefined;
  lockedUntil: Date | null;
  /** Somebody else set the password: its owner chooses a new one before a session is opened. */
  mustChange: boolean;
  /** Neither deactivated nor past its last day. */
  isOpen: boolean;
}

const columns = (now: Date) => sql`
  u.id as user_id, u.user_name, trim(u.first_name || ' ' || u.last_name) as display_name, u.locked_until, c.password_hash,
  coalesce(c.must_change or u.must_change_password, false) as must_change,
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

/** Shows on the account's card and in lists that sign-in is locked for a source (`throttle.ts`). Inside an operation. */
export async function showLock(tx: Db, userId: number, until: Date): Promise<void> {
  await sql`
    update users set sign_in_locked_until = greatest(sign_in_locked_until, ${until}) where id = ${userId}`.execute(
    tx,
  );
}

/** Lifts the lock of a portal account, for every source. Inside an operation. */
export async function unlockPortalAccount(
  tx: Db,
  { id, userName }: { id: number; userName: string },
  now: Date,
): Promise<void> {
  await sql`
    update users set locked_until = null, sign_in_locked_until = null, unlocked_at = ${now}, version = version + 1
     where id = ${id}`.execute(tx);
  await forgetFailures(tx, [userName]);
}

/** Inside an operation; the hash comes from `hashPassword`. */
export async function setPasswordHash(
  tx: Db,
  userId: number,
  passwordHash: string,
  now: Date,
  mustChange = false,
): Promise<void> {
  await sql`
    insert into user_credential (user_id, password_hash, changed_at, must_change)
    values (${userId}, ${passwordHash}, ${now}, ${mustChange})
    on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at,
                                        must_change = excluded.must_change`.execute(tx);
}

/**
 * The portal accounts among the users: those that have a portal password, and those that can have no other because they
 * hold a role of the whole owner and belong to no school. `isOnlyHere`: no school, so no other system keeps a password
 * of theirs.
 */
export async function portalAccounts(
  db: Db,
  userIds: readonly number[],
): Promise<{ userId: number; isOnlyHere: boolean }[]> {
  const { rows } = await sql<{ userId: number; isOnlyHere: boolean }>`
    select u.id as user_id, not exists (select from school_user s where s.user_id = u.id) as is_only_here
      from users u
     where u.id = any (${[...userIds]}::bigint[])
       and (exists (select from user_credential c where c.user_id = u.id)
            or (u.source = 'manual' and not exists (select from school_user s where s.user_id = u.id)
                and exists (select from role_grant g where g.user_id = u.id and g.role = any (${[...ownerRoles]}))))`.execute(
    db,
  );
  return rows;
}
