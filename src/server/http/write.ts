/** A command runs in one transaction with its operation; a repeat of it gets the answer the first one got. */
import { sql } from 'kysely';

import type { Route } from '#kernel/contract.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import type { Actor, Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { keepAnswer, readAnswer } from '#server/journal/answer.ts';
import { inOperation, RepeatedOperation, type Wish } from '#server/journal/operation.ts';
import { countingTaken } from '#server/probing.ts';

import type { RequestInfo, Subject } from './endpoint.ts';

export interface Caller {
  actor: Actor | undefined;
  scope: Scope;
  now: Date;
  request: RequestInfo;
  /** Of a command that does one of two things, which it is (`eventWith`). */
  event?: string | undefined;
  /** Whether the input has a field whose value nobody else may have (`unique` of the contract). */
  hasUnique?: boolean | undefined;
}

export function wishOf({ actor, scope, now, request }: Caller, event: string): Wish {
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

/**
 * A thrown `Refusal` leaves nothing behind. A returned one keeps what the transaction wrote, and the operation as a failed
 * one: for attempts that must be counted and logged, before anything of the domain was changed.
 */
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
      const run = () => work(tx, operationId);
      const answer = caller.hasUnique ? await countingTaken({ db: tx, actor, now }, run) : await run();
      await noteSubject(tx, operationId, request.subject);
      if (answer instanceof Refusal) {
        await noteRefusal(tx, operationId, answer);
        return answer;
      }
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

/** A refusal that is kept: the attempt stands in the log as an operation that failed. */
async function noteRefusal(tx: Db, operationId: number, { code, details }: Refusal): Promise<void> {
  const params = JSON.stringify(details.params ?? {});
  await sql`
    update journal.operation set status = 'failed', message_code = ${code},
           message_params = coalesce(message_params, '{}') || ${params}::jsonb
     where id = ${operationId}`.execute(tx);
}

/** What an operation was about, where no change of a row says so: `{ table: 'users', key: '12' }`. */
export async function noteSubject(tx: Db, operationId: number, subject: Subject | undefined): Promise<void> {
  if (!subject) return;
  const params = JSON.stringify({ table: subject.table, key: String(subject.id) });
  await sql`update journal.operation set message_params = ${params}::jsonb where id = ${operationId}`.execute(
    tx,
  );
}
