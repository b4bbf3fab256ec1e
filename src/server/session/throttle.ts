/**
 * Guessing passwords is stopped without letting anybody lock somebody else out (ASVS 5.0 §6.1.1, specification §9).
 *
 * - Failures are counted per account AND source. Ten in a row lock that account for that source for 30 minutes; the
 *   owner of the account, coming from elsewhere, notices nothing.
 * - A whole school shares one address, so a browser that once signed in to the account counts as a source of its
 *   own (its known-device cookie): a pupil guessing at the teacher's name locks the pupils' machines, not the teacher.
 * - Only failures count. Attempts of one source at one account take turns (`attemptKey`), so that many at once cannot
 *   slip past the count; each node of the portal adds one attempt at most.
 * - Many sources guessing at one account together are slowed: past a ceiling, unknown sources may try once every few
 *   seconds between them. That never locks, and known devices are not slowed.
 *
 * Accounts that do not exist are counted in the same way, so a lock does not tell which names are taken.
 */
import { isIPv6 } from 'node:net';

import { sql } from 'kysely';

import { refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import type { Db } from '#server/db.ts';

import { lives } from './lives.ts';
import { digest } from './secrets.ts';

/** Failures from everywhere within the lock's length before unknown sources are slowed. */
const CEILING = 50;
const SLOWED_MS = 5_000;
const EVERYWHERE = '*';

export interface Attempt {
  account: Buffer;
  source: string;
  isKnownDevice: boolean;
}

const accountKey = (userName: string): Buffer => digest(userName.trim().toLowerCase());

export function attemptOf(userName: string, ip: string, deviceId: string | undefined): Attempt {
  return {
    account: accountKey(userName),
    source: deviceId === undefined ? `address:${network(ip)}` : `device:${deviceId}`,
    isKnownDevice: deviceId !== undefined,
  };
}

/** Attempts with the same key come one after the other. */
export const attemptKey = ({ account, source }: Attempt): string => `${account.toString('base64')} ${source}`;

/** One household or machine has a whole /64 of IPv6, and could otherwise be a new source for each guess. */
function network(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return groups.slice(0, 4).join(':');
}

interface Count {
  source: string;
  failures: number;
  lastAt: Date;
  lockedUntil: Date | null;
}

/** Refuses an attempt that may not be made now, whatever its password. */
export async function admit(db: Db, attempt: Attempt, now: Date): Promise<void> {
  const { rows } = await sql<Count>`
    select source, failures, last_at, locked_until from sign_in_failure
     where account = ${attempt.account} and source in (${attempt.source}, ${EVERYWHERE})`.execute(db);

  const lockedUntil = rows.find(({ source }) => source === attempt.source)?.lockedUntil;
  if (lockedUntil && lockedUntil > now) refuseLocked(lockedUntil, now);

  const everywhere = rows.find(({ source }) => source === EVERYWHERE);
  if (attempt.isKnownDevice || !everywhere || everywhere.failures < CEILING) return;
  const wait = everywhere.lastAt.getTime() + SLOWED_MS - now.getTime();
  if (wait > 0 && wait <= SLOWED_MS)
    refuse('request.too-many', { params: { seconds: Math.ceil(wait / 1000) } });
}

export function refuseLocked(until: Date, now: Date): never {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
  return refuse('sign-in.locked', { params: { minutes } });
}

/** Counts a wrong password. Answers until when the account is locked for this source, if this one locked it. */
export async function countFailure(
  db: Db,
  { account, source }: Attempt,
  now: Date,
): Promise<Date | undefined> {
  const windowStart = new Date(now.getTime() - lives.lockMs);
  const lockedUntil = new Date(now.getTime() + lives.lockMs);
  const { rows } = await sql<Count>`
    insert into sign_in_failure as f (account, source, failures, first_at, last_at)
    values (${account}, ${source}, 1, ${now}, ${now}), (${account}, ${EVERYWHERE}, 1, ${now}, ${now})
    on conflict (account, source) do update set
      (failures, first_at, last_at, locked_until) = (
        select n.failures, case when n.failures = 1 then excluded.first_at else f.first_at end, excluded.last_at,
               case when f.locked_until > ${now} then f.locked_until
                    when f.source <> ${EVERYWHERE} and n.failures >= ${limits.failuresBeforeLock}::int
                    then ${lockedUntil}::timestamptz end
          from (select case when f.last_at <= ${windowStart} or f.locked_until <= ${now}
                            then 1 else f.failures + 1 end as failures) n)
    returning source, failures, last_at, locked_until`.execute(db);
  return rows.find((row) => row.source === source)?.lockedUntil ?? undefined;
}

/** The password was right: the source starts afresh. */
export async function forgive(db: Db, { account, source }: Attempt): Promise<void> {
  await sql`delete from sign_in_failure where account = ${account} and source = ${source}`.execute(db);
}

/** The accounts start afresh for every source: unlocked by somebody, or with a new password. */
export async function forgetFailures(db: Db, userNames: readonly string[]): Promise<void> {
  const accounts = userNames.map(accountKey);
  await sql`delete from sign_in_failure where account = any (${accounts}::bytea[])`.execute(db);
}

/** Counts that no longer matter; for a nightly job. */
export async function removeOldFailures(db: Db, now: Date): Promise<void> {
  await sql`delete from sign_in_failure where last_at < ${new Date(now.getTime() - 2 * lives.lockMs)}`.execute(
    db,
  );
}
