/**
 * Anti-forgery (specification §7): a cookie the browser's script can read and must send back as a header on every
 * call that is not GET or HEAD. A foreign page can make the browser send the cookie, but cannot read it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { Refusal } from '#kernel/errors.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Hooks the check onto every `/api` route of the application; `@fastify/cookie` must be registered before. */
export function guardAgainstForgery(app: FastifyInstance, options: { secure: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    const cookie = request.cookies[COOKIE];
    if (cookie === undefined) {
      reply.setCookie(COOKIE, randomBytes(18).toString('base64url'), {
        path: '/',
        sameSite: 'strict',
        secure: options.secure,
      });
    }
    if (request.method === 'GET' || request.method === 'HEAD') return;

    const header = request.headers[HEADER];
    if (cookie === undefined || typeof header !== 'string' || !same(cookie, header)) {
      throw new Refusal('request.forged');
    }
  });
}
