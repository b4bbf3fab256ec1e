/**
 * A browser that no account has signed in with yet, as itself when calls for tokens are counted (`http/rate.ts`). It is known
 * by a cookie that comes with the sign-in page, so a flood from the address of its school does not shut it out. An address
 * gets few of them a minute, each opens few calls, and all of an address together open no more than the address itself:
 * whoever collects them gains twice what one address may, and leaves the others as they were without.
 */
import { randomUUID } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { knownDeviceOf } from './device.ts';
import type { SignIn } from './sign-in.ts';

const COOKIE = 'newcomer';
const MINUTE = 60_000;
/** How long somebody may look for a password, in seconds. */
const LIFE_S = 60 * 60;
/** Those who open the page for the first time at the start of a lesson. */
const GIVEN_A_MINUTE = 60;
/** As many as the address has by itself. */
const CALLS_A_MINUTE = 300;
/** More addresses than this in one minute are not counted one by one, and get nothing. */
const MOST_ADDRESSES = 10_000;

export interface Newcomers {
  /** Gives a browser the cookie with its first question to the API, before anybody has signed in. */
  greet: (app: FastifyInstance) => void;
  /** The newcomer's id, as long as its address has calls left this minute. */
  take: (request: FastifyRequest) => string | undefined;
}

export function openNewcomers(signIn: SignIn): Newcomers {
  const given = countByMinute(GIVEN_A_MINUTE);
  const called = countByMinute(CALLS_A_MINUTE);

  function idOf(request: FastifyRequest): string | undefined {
    const sealed = request.cookies[signIn.jar.named(COOKIE)];
    const text = sealed === undefined ? undefined : signIn.attempts.open(sealed);
    const [kind, address, until, id] = text?.split('|') ?? [];
    const isOurs = kind === COOKIE && address === request.ip;
    return isOurs && Number(until) > signIn.time.now().getTime() ? id : undefined;
  }

  return {
    greet(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (request.method !== 'GET' || request.headers.authorization !== undefined) return;
        if (idOf(request) !== undefined || knownDeviceOf(signIn, request) !== undefined) return;
        if (!given(request.ip)) return;
        const until = signIn.time.now().getTime() + LIFE_S * 1_000;
        const sealed = signIn.attempts.seal([COOKIE, request.ip, until, randomUUID()].join('|'));
        reply.header('set-cookie', signIn.jar.write(signIn.jar.named(COOKIE), sealed, { maxAgeS: LIFE_S }));
      });
    },
    take(request) {
      const id = idOf(request);
      return id !== undefined && called(request.ip) ? id : undefined;
    },
  };
}

/** True as long as a key has not been counted `most` times within the minute. Real time, as all rates. */
function countByMinute(most: number): (key: string) => boolean {
  let began = 0;
  let counts = new Map<string, number>();
  return (key) => {
    const now = Date.now();
    if (now - began >= MINUTE) {
      began = now;
      counts = new Map();
    }
    const count = counts.get(key) ?? 0;
    if (count >= most || (count === 0 && counts.size >= MOST_ADDRESSES)) return false;
    counts.set(key, count + 1);
    return true;
  };
}
