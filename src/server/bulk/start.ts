import { refuse } from '#kernel/errors.ts';
/** An act on many rows, begun by a request. */
import type { Actor, Scope } from '#kernel/scope.ts';
import type { RequestInfo } from '#server/http/endpoint.ts';
import type { Sql } from '#server/list/source.ts';
import type { Services } from '#server/services.ts';

interface Caller {
  actor: Actor | undefined;
  scope: Scope;
  request: RequestInfo;
  services: Pick<Services, 'bulk'>;
}

interface More {
  /** What the act needs to know besides whom it is for. */
  input?: object;
  /** The operation whose refused rows are tried once more. */
  retryOf?: number;
}

/** `rows`: a subselect `(place, key, name, shielded)`, whom it is for. Answers the operation that goes on. */
export async function startAct(
  { actor, scope, request, services }: Caller,
  act: string,
  rows: Sql,
  { input = {}, retryOf }: More = {},
): Promise<{ operationId: number }> {
  if (!actor) return refuse('access.signed-out');
  const { userId, userName, schoolId } = actor;
  const operationId = await services.bulk.start({
    act,
    input,
    actor,
    rows,
    ...(retryOf !== undefined && { retryOf }),
    wish: {
      route: request.signature,
      actor: { id: userId, name: userName, role: scope.role },
      schoolId,
      correlationId: request.correlationId,
      key: request.key,
      ip: request.ip,
    },
  });
  return { operationId };
}
