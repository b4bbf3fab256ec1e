/** Refusals and failures as problem+json (RFC 9457). The server sends a code; the browser has the words. */
import type { FastifyReply, FastifyRequest } from 'fastify';

import { type ErrorCode, errors, Refusal } from '#kernel/errors.ts';
import { whyOf } from '#kernel/why.ts';
import { isDatabaseLost, isGivenUp } from '#server/db.ts';
import { log } from '#server/log.ts';

/** Seconds a caller is asked to wait while the database is away; a failover takes 2 to 15 s. */
const RETRY_AFTER_S = 2;

/** Refusals of Fastify and its plugins (body too large, wrong media type, limiter) by their status. */
const ofStatus: Partial<Record<number, ErrorCode>> = {
  400: 'request.malformed',
  // The static files refuse addresses that could lead out of their folder.
  403: 'request.not-found',
  404: 'request.not-found',
  413: 'request.too-large',
  // A segment of the address that is longer than any name.
  414: 'request.not-found',
  415: 'request.malformed',
  429: 'request.too-many',
};

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseLost(error)) {
    log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'The database does not answer',
    );
    return new Refusal('server.database-lost');
  }
  if (isGivenUp(error)) {
    log.warn({ route: request.routeOptions.url }, 'A statement took too long and was given up');
    return new Refusal('server.too-slow');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const known = ofStatus[status];
  if (known) return new Refusal(known);

  log.error({ error, route: request.routeOptions.url }, 'A request failed');
  return new Refusal('server.failed');
}

export async function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { code, details } = toRefusal(error, request);
  const { status } = errors[code];
  const why = details.why ?? whyOf(code);
  if (status === 503) reply.header('retry-after', String(RETRY_AFTER_S));
  await reply
    .status(status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send({
      type: `urn:problem:${code}`,
      status,
      code,
      params: details.params ?? {},
      fields: details.fields ?? [],
      ...(why && { why }),
      traceId: request.id,
    });
}
