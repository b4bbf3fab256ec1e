/**
 * Who stands behind a session just now: the account, whether it is open, and its roles at the school of the token.
 * Remembered between calls, so that identifying a caller costs no database round trip; the database tells every node
 * at once when something changed (`session` notices, db/migrations/0003-sign-in.sql), and what is remembered is read
 * anew after a while in any case.
 */
import { sql } from 'kysely';

import type { Role } from '#kernel/permissions.ts';
import type { Actor } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Listener } from '#server/postgres/listener.ts';

import { notBlocked } from './schools.ts';

interface Grant {
  role: Role;
  /** When the role ends, by the portal's clock; null = it does not. ISO 8601. */
  endsAt: string | null;
}

interface Standing {
  userId: number;
  userName: string;
  displayName: string;
  /** When the account closes by the portal's clock, null = it does not; the past = it is closed. */
  closesAt: Date | null;
  deactivated: boolean;
  /** Real time. */
  sessionEndsAt: Date;
  grants: Grant[];
}

interface Remembered extends Standing {
  readAt: number;
  actor: Actor | undefined;
  /** The actor holds for moments of the portal's clock from `from` up to `until`. */
  from: number;
  until: number;
}

interface Where {
  sessionId: string;
  schoolId: number | undefined;
}

/** The portal's time, and real time. */
interface Moments {
  now: Date;
  realNow: Date;
}

export interface Standings {
  actor: (session: Where, at: Moments) => Promise<Actor | undefined>;
  /** The same straight from the database, by a transaction that is under way; nothing of it is remembered. */
  read: (tx: Db, session: Where, at: Moments) => Promise<Actor | undefined>;
  /** Forgets what is remembered about one user, or about all. */
  forget: (userId: number | 'all') => void;
  /** Follows the database's notices; until it is called every call asks the database. */
  follow: (listener: Listener) => Promise<void>;
}

/** What nobody could tell us (the line to the database was down, the database was restored) is seen after this. */
const MAXIMUM_AGE_MS = 10_000;
const CHANNEL = 'session';
const MOST_REMEMBERED = 50_000;

export function openStandings(db: Db): Standings {
  const remembered = new Map<string, Remembered>();
  let follows = false;
  /** Goes up with every notice: a reading that was under way when one came is used once and not kept. */
  let generation = 0;

  async function find(sessionId: string, schoolId: number | undefined): Promise<Remembered | undefined> {
    const key = `${sessionId}/${schoolId ?? ''}`;
    const known = remembered.get(key);
    if (known && follows && performance.now() - known.readAt < MAXIMUM_AGE_MS) return known;

    const before = generation;
    const standing = await readStanding(db, sessionId, schoolId);
    remembered.delete(key);
    if (!standing) return undefined;
    const fresh = { ...standing, readAt: performance.now(), actor: undefined, from: 0, until: 0 };
    if (before === generation && follows) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(key, fresh);
    }
    return fresh;
  }

  function forget(userId: number | 'all'): void {
    generation += 1;
    if (userId === 'all') remembered.clear();
    for (const [key, standing] of remembered) if (standing.userId === userId) remembered.delete(key);
  }

  return {
    actor: async ({ sessionId, schoolId }, { now, realNow }) => {
      const standing = await find(sessionId, schoolId);
      if (!standing || isOver(standing, { now, realNow })) return undefined;

      const moment = now.getTime();
      if (!standing.actor || moment < standing.from || moment >= standing.until) {
        Object.assign(standing, actorAt(standing, sessionId, schoolId, moment));
      }
      return standing.actor;
    },
    read: async (tx, { sessionId, schoolId }, at) => {
      const standing = await readStanding(tx, sessionId, schoolId);
      if (!standing || isOver(standing, at)) return undefined;
      return actorAt(standing, sessionId, schoolId, at.now.getTime()).actor;
    },
    forget,
    follow: async (listener) => {
      await listener.on(CHANNEL, (payload = '*') => {
        if (payload === '*') return forget('all');
        for (const id of payload.split(',')) forget(Number(id));
      });
      follows = true;
    },
  };
}

function isOver({ deactivated, sessionEndsAt, closesAt }: Standing, { now, realNow }: Moments): boolean {
  return deactivated || sessionEndsAt <= realNow || (closesAt !== null && closesAt <= now);
}

const ends = ({ endsAt }: Grant) => (endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt));

function actorAt(
  { userId, userName, displayName, grants }: Standing,
  sessionId: string,
  schoolId: number | undefined,
  moment: number,
): { actor: Actor; from: number; until: number } {
  const inForce = grants.filter((grant) => ends(grant) > moment);
  const roles = inForce.map(({ role }) => role);
  return {
    actor: { userId, userName, displayName, schoolId, roles, sessionId },
    from: moment,
    until: Math.min(...inForce.map(ends)),
  };
}

async function readStanding(
  db: Db,
  sessionId: string,
  schoolId: number | undefined,
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select u.id as user_id, u.user_name, u.deactivated, s.expires_at as session_ends_at,
           trim(u.first_name || ' ' || u.last_name) as display_name,
           (u.expires_on + 1)::timestamp at time zone 'Europe/Oslo' as closes_at,
           coalesce((select json_agg(json_build_object('role', g.role,
                              'endsAt', (g.valid_to + 1)::timestamp at time zone 'Europe/Oslo') order by g.id)
                       from role_grant g
                      where g.user_id = u.id and (g.school_id is null or g.school_id = ${schoolId ?? null})
                        and ${notBlocked}), '[]') as grants
      from session s
      join users u on u.id = s.user_id
     where s.id = ${sessionId} and s.ended_at is null`.execute(db);
  return rows[0];
}
