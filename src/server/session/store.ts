/** Sessions and their renewal tokens in the database. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export type AuthLevel = 'password' | 'password-mfa' | 'code' | 'feide' | 'feide-mfa';
export type EndReason =
  | 'signed-out'
  | 'ended-by-user'
  | 'ended-by-keeper'
  | 'reuse'
  | 'account-closed'
  | 'expired'
  | 'password-changed'
  | 'factor-changed';

export interface NewSession {
  id: string;
  userId: number;
  authLevel: AuthLevel;
  schoolId: number | undefined;
  companionHash: Buffer;
  now: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string | undefined;
  federationHint: string | undefined;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await sql`
    insert into session (id, user_id, auth_level, school_id, companion_hash, created_at, last_used_at, expires_at, ip,
                         user_agent, federation_hint)
    values (${session.id}, ${session.userId}, ${session.authLevel}, ${session.schoolId ?? null},
            ${session.companionHash}, ${session.now}, ${session.now}, ${session.expiresAt}, ${session.ip}::inet,
            ${session.userAgent?.slice(0, 300) ?? null}, ${session.federationHint ?? null})`.execute(db);
}

/** A renewal token as it is kept: never itself. */
export interface NewRefreshToken {
  hash: Buffer;
  sessionId: string;
  expiresAt: Date;
}

export async function insertRefreshToken(db: Db, token: NewRefreshToken): Promise<void> {
  await sql`
    insert into refresh_token (hash, session_id, expires_at)
    values (${token.hash}, ${token.sessionId}, ${token.expiresAt})`.execute(db);
}

export interface Renewal {
  sessionId: string;
  userId: number;
  userName: string;
  schoolId: number | null;
  companionHash: Buffer;
  sessionExpiresAt: Date;
  endedAt: Date | null;
  tokenExpiresAt: Date;
  usedAt: Date | null;
  usedKey: string | null;
  /** The token that this one was exchanged for has itself been used. */
  successorUsed: boolean | null;
  successor: Buffer | null;
}

/** The session of a renewal token, locked: two renewals of one session come one after the other. */
export async function lockForRenewal(db: Db, hash: Buffer): Promise<Renewal | undefined> {
  // Locked first and read afterwards, so that what is read is what the one before us left.
  await sql`
    select from session s where s.id = (select t.session_id from refresh_token t where t.hash = ${hash})
       for update`.execute(db);
  const { rows } = await sql<Renewal>`
    select s.id as session_id, s.user_id, u.user_name, s.school_id, s.companion_hash,
           s.expires_at as session_expires_at, s.ended_at, t.expires_at as token_expires_at, t.used_at, t.used_key,
           t.successor, n.used_at is not null as successor_used
      from refresh_token t
      join session s on s.id = t.session_id
      join users u on u.id = s.user_id
      left join refresh_token n on n.hash = t.successor
     where t.hash = ${hash}`.execute(db);
  return rows[0];
}

/**
 * Exchanges a token for its successor and notes when the session was last used and where it stands, in one statement: each
 * one more is a way to the database and back, and everybody's switch of school waits for them.
 */
export async function markRenewed(
  db: Db,
  token: { hash: Buffer; successor: NewRefreshToken; replaces: Buffer | undefined; key: string; now: Date },
  schoolId: number | undefined,
): Promise<void> {
  const { hash, successor, replaces, key, now } = token;
  await sql`
    with added as (
      insert into refresh_token (hash, session_id, expires_at)
      values (${successor.hash}, ${successor.sessionId}, ${successor.expiresAt})
    ), replaced as (
      delete from refresh_token where hash = ${replaces ?? null}
    ), used as (
      update refresh_token set used_at = coalesce(used_at, ${now}), used_key = ${key}::uuid, successor = ${successor.hash}
       where hash = ${hash}
    )
    update session set last_used_at = ${now}, school_id = ${schoolId ?? null} where id = ${successor.sessionId}`.execute(
    db,
  );
}

/** Answers who was signed in with it; undefined when it was over already. */
export async function endSession(
  db: Db,
  { sessionId, userId, reason, now }: { sessionId: string; userId: number; reason: EndReason; now: Date },
): Promise<{ federationHint: string | null } | undefined> {
  const { rows } = await sql<{ federationHint: string | null }>`
    update session set ended_at = ${now}, end_reason = ${reason}
     where id = ${sessionId} and user_id = ${userId} and ended_at is null
    returning federation_hint`.execute(db);
  return rows[0];
}

/** Ends all sessions of the users but `keep`; answers how many. */
export async function endSessionsOf(
  db: Db,
  userIds: readonly number[],
  { reason, now, keep }: { reason: EndReason; now: Date; keep?: string | undefined },
): Promise<number> {
  const { rows } = await sql`
    update session set ended_at = ${now}, end_reason = ${reason}
     where user_id = any (${[...userIds]}::bigint[]) and id is distinct from ${keep ?? null}::uuid and ended_at is null
    returning id`.execute(db);
  return rows.length;
}

export interface OwnSession {
  id: string;
  authLevel: AuthLevel;
  createdAt: Date;
  lastUsedAt: Date;
  ip: string | null;
  userAgent: string | null;
}

export async function listSessions(db: Db, userId: number, now: Date, idleMs: number): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select id, auth_level, created_at, last_used_at, host(ip) as ip, user_agent
      from session
     where user_id = ${userId} and ended_at is null and expires_at > ${now}
       and last_used_at > ${new Date(now.getTime() - idleMs)}
     order by last_used_at desc, id`.execute(db);
  return rows;
}

/** Which of the sessions are still alive. */
export async function liveSessions(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from session
     where id = any (${[...ids]}::uuid[]) and ended_at is null and expires_at > ${now}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Sessions and codes nobody can use any more, a month after (the journal keeps what happened). For a nightly job. */
export async function removeOldSessions(db: Db, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 60 * 60_000);
  await sql`delete from session where expires_at < ${monthAgo} or ended_at < ${monthAgo}`.execute(db);
  await sql`delete from refresh_token where expires_at < ${monthAgo}`.execute(db);
  await sql`delete from sign_in_code where expires_at < ${monthAgo}`.execute(db);
}
