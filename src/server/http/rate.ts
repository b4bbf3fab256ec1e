/**
 * How often one caller may use an endpoint. Counted per session the portal has recognised, otherwise per address: a
 * made-up token must not be a way around the count. A whole school often shares one address, so the sign-in figure is
 * generous and the account's own throttle does the work (`server/session`).
 */
import type { FastifyRequest } from 'fastify';

import type { RateClass } from '#kernel/contract.ts';
import type { Actor } from '#kernel/scope.ts';

type Identify = (request: FastifyRequest) => Promise<Actor | undefined>;

interface Rate {
  max: number;
  /** Milliseconds. */
  timeWindow: number;
  groupId: string;
  keyGenerator?: (request: FastifyRequest) => string;
}

const MINUTE = 60_000;
const byAddress = (request: FastifyRequest) => `address:${request.ip}`;

export const rates: Record<RateClass, Rate> = {
  normal: { max: 1_200, timeWindow: MINUTE, groupId: 'normal' },
  search: { max: 600, timeWindow: MINUTE, groupId: 'search' },
  export: { max: 30, timeWindow: MINUTE, groupId: 'export' },
  'sign-in': { max: 300, timeWindow: MINUTE, groupId: 'sign-in', keyGenerator: byAddress },
};

export const callerKey =
  (identify: Identify) =>
  async (request: FastifyRequest): Promise<string> => {
    if (request.headers.authorization === undefined) return byAddress(request);
    const actor = await identify(request);
    return actor ? `session:${actor.sessionId}` : byAddress(request);
  };
