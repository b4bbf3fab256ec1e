/**
 * How often one caller may use an endpoint, counted before the body is read. Counted per session the portal has
 * recognised, otherwise per address: a made-up token must not be a way around the count.
 *
 * A whole school often shares one address, so at the token call a session that renews and a browser that an account has
 * signed in with before are counted by themselves: a flood from that address leaves both alone. So does a browser that has
 * just opened the sign-in page, within what its address may (`session/newcomer.ts`). What is left for the address is
 * generous, and the account's own throttle does the work (`server/session`).
 */
import type { FastifyRequest } from 'fastify';

import type { RateClass } from '#kernel/contract.ts';
import type { Actor } from '#kernel/scope.ts';
import { knownDeviceOf } from '#server/session/device.ts';
import { readBearer } from '#server/session/identify.ts';
import type { Newcomers } from '#server/session/newcomer.ts';
import type { SignIn } from '#server/session/sign-in.ts';

type Identify = (request: FastifyRequest) => Promise<Actor | undefined>;

interface Rate {
  max: number | ((request: FastifyRequest, key: string) => number);
  /** Milliseconds. */
  timeWindow: number;
  groupId: string;
}

const MINUTE = 60_000;
const byAddress = (request: FastifyRequest) => `address:${request.ip}`;
/** A browser's tabs renew once in a quarter of an hour, and people switch school now and then. */
const OF_ONE_BROWSER = 60;
/** Somebody who looks for the right password, and signs in at last. */
const OF_ONE_NEWCOMER = 10;
const SIGN_IN = 300;

const mostSignIns: Readonly<Record<string, number>> = { address: SIGN_IN, newcomer: OF_ONE_NEWCOMER };

export const rates: Record<RateClass, Rate> = {
  normal: { max: 1_200, timeWindow: MINUTE, groupId: 'normal' },
  search: { max: 600, timeWindow: MINUTE, groupId: 'search' },
  export: { max: 30, timeWindow: MINUTE, groupId: 'export' },
  'sign-in': {
    max: (_request, key) => mostSignIns[key.split(':')[0] ?? ''] ?? OF_ONE_BROWSER,
    timeWindow: MINUTE,
    groupId: 'sign-in',
  },
};

/** Whom a call for tokens is counted for: its session, else its browser, else its address. */
export const signInKey =
  (signIn: SignIn, newcomers: Newcomers) =>
  async (request: FastifyRequest): Promise<string> => {
    const session = await readBearer(signIn, request);
    if (session) return `session:${session.sessionId}`;
    const device = knownDeviceOf(signIn, request);
    if (device !== undefined) return `device:${device}`;
    const newcomer = newcomers.take(request);
    return newcomer === undefined ? byAddress(request) : `newcomer:${newcomer}`;
  };

export const callerKey =
  (identify: Identify) =>
  async (request: FastifyRequest): Promise<string> => {
    if (request.headers.authorization === undefined) return byAddress(request);
    const actor = await identify(request);
    return actor ? `session:${actor.sessionId}` : byAddress(request);
  };
