/** Signing in, being refused, ending: each is an operation of the journal, so that the log shows it. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';

export type SignInEvent =
  | 'sign-in.completed'
  | 'sign-in.refused'
  | 'sign-in.locked'
  | 'sign-in.code-issued'
  | 'sign-in.password-set'
  | 'sign-in.recovered'
  | 'session.signed-out'
  | 'session.ended'
  | 'session.reuse-detected'
  | 'session.school-switched'
  | 'federation.linked';

/** What an operation wants to know about the request. */
export interface Cause {
  route: string;
  correlationId: string;
  ip: string;
  /** By the portal's clock. */
  now: Date;
}

interface Who {
  id: number;
  name: string;
}

/** `who`: undefined when no account of ours was meant; what was typed is not kept, it may be a password. */
export async function record<T>(
  db: Db,
  event: SignInEvent,
  who: Who | undefined,
  cause: Cause,
  work: (tx: Db) => Promise<T>,
  schoolId?: number,
): Promise<T> {
  const { route, correlationId, ip, now } = cause;
  return inOperation(db, { event, route, actor: who, schoolId, correlationId, ip, now }, (tx) => work(tx));
}

/** The same for something that happened without a change of its own, inside a transaction under way. */
export async function note(
  tx: Db,
  event: SignInEvent,
  who: Who,
  cause: Cause,
  schoolId?: number,
): Promise<void> {
  await sql`
    select journal.begin(event => ${event}, route => ${cause.route}, started_at => ${cause.now}, actor_id => ${who.id},
      actor_name => ${who.name}, school_id => ${schoolId ?? null}, correlation_id => ${cause.correlationId},
      ip => ${cause.ip})`.execute(tx);
}
