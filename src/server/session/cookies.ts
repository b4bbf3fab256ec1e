/**
 * Cookies of signing in. The companion: one HttpOnly cookie per session, named after it, so that two tabs signed in
 * separately (session storage is per tab, specification §4) do not put each other out.
 */
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

import { digest } from './secrets.ts';

export interface CookieJar {
  companionName: (sessionId: string) => string;
  /** The companion's value as the request carries it. */
  companion: (request: FastifyRequest, sessionId: string) => string | undefined;
  /** The sessions whose companions the browser holds. */
  sessions: (request: FastifyRequest) => string[];
  /** The Set-Cookie header of an HttpOnly cookie. `maxAgeS` 0 takes it away. */
  write: (name: string, value: string, options: { maxAgeS: number; sameSite?: 'strict' | 'lax' }) => string;
  /** Full name of one of our cookies. */
  named: (name: string) => string;
}

const HEX_ID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** `__Host-`: only we, over https and for the whole site, can have set it. Plain http (a machine's own demo) lacks it. */
export function cookieJar({ secure }: { secure: boolean }): CookieJar {
  const prefix = secure ? '__Host-vaktmester-' : 'vaktmester-';
  const companionPrefix = `${prefix}session-`;
  const companionName = (sessionId: string) => `${companionPrefix}${sessionId.replaceAll('-', '')}`;
  return {
    companionName,
    companion: (request, sessionId) => request.cookies[companionName(sessionId)],
    sessions: (request) =>
      Object.keys(request.cookies).flatMap((name) => {
        const id = name.startsWith(companionPrefix) ? name.slice(companionPrefix.length) : '';
        return HEX_ID.test(id) ? [id.replace(HEX_ID, '$1-$2-$3-$4-$5')] : [];
      }),
    write: (name, value, { maxAgeS, sameSite = 'strict' }) =>
      fastifyCookie.serialize(name, value, { path: '/', httpOnly: true, secure, sameSite, maxAge: maxAgeS }),
    named: (name) => `${prefix}${name}`,
  };
}

/** What a token carries of its companion. */
export const bindingOf = (companion: string): string => digest(companion).toString('base64url');
