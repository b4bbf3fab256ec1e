/** A command runs in one transaction with its operation; a repeat of it gets the answer the first one got. */
import { sql } from 'kysely';

import type { Route } from '#kernel/contract.ts';
import { refuse } from '#kernel/errors.ts';
import type { Actor, Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { keepAnswer, readAnswer } from '#server/journal/answer.ts';
import { inOperation, RepeatedOperation, type Wish } from '#server/journal/operation.ts';

import type { RequestInfo, Subject } from './endpoint.ts';

export interface Caller {
  actor: Actor | undefined;
  scope: Scope;
  now: Date;
  request: RequestInfo;
  /** Of a command that does one of two things, which it is (`eventWith`). */
  event?: string | undefined;
}

function wishOf({ actor, scope, now, request }: Caller, event: string): Wish {
  return {
    event,
    route: request.signature,
    actor: actor && { id: actor.userId, name: actor.userName, role: scope.role ?? null },
    schoolId: actor?.schoolId,
    correlationId: request.correlationId,
    ip: request.ip,
    reason: request.reason,
    now,
  };
}

export async function runCommand(
  db: Db,
  route: Route,
  caller: Caller,
  work: (tx: Db, operationId: number) => Promise<unknown>,
): Promise<unknown> {
  const { actor, now, request } = caller;
  const wish = { ...wishOf(caller, caller.event ?? route.event ?? route.signature), key: request.key };
  try {
    return await inOperation(db, wish, async (tx, operationId) => {
      const answer = await work(tx, operationId);
      await noteSubject(tx, operationId, request.subject);
      if (!route.secret) await keepAnswer(tx, operationId, answer, now);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof RepeatedOperation)) throw error;
    // A key opens only the answer to the caller's own same wish.
    const { id, actorId, route: before } = error.earlier;
    if (actorId !== (actor?.userId ?? null) || before !== route.signature) return refuse('request.repeated');
    return (await readAnswer(db, id)) ?? refuse('request.repeated');
  }
}

/** Logs that something was read: an operation without changes, which says about whom or what it was. */
export async function logReading(
  db: Db,
  caller: Caller,
  event: string,
  subject: Subject | undefined = caller.request.subject,
): Promise<void> {
  await inOperation(db, wishOf(caller, event), (tx, operationId) => noteSubject(tx, operationId, subject));
}

/** What an operation was about, where no change of a row says so: `{ table: 'users', key: '12' }`. */
async function noteSubject(tx: Db, operationId: number, subject: Subject | undefined): Promise<void> {
  if (!subject) return;
  const params = JSON.stringify({ table: subject.table, key: String(subject.id) });
  await sql`update journal.operation set message_params = ${params}::jsonb where id = ${operationId}`.execute(
    tx,
  );
}
