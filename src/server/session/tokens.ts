/** What the token call answers with, and the two halves it is made of: a new session, or the next pair of an old one. */
import { randomUUID } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import type { Db } from '#server/db.ts';

import { signAccessToken } from './access-token.ts';
import { bindingOf } from './cookies.ts';
import type { SigningKey } from './keys.ts';
import { lives } from './lives.ts';
import { digest, randomSecret } from './secrets.ts';
import type { SignIn } from './sign-in.ts';
import {
  type AuthLevel,
  insertRefreshToken,
  insertSession,
  liveSessions,
  type NewRefreshToken,
} from './store.ts';

/** The fields the browser reads (specification §7). */
export interface TokenAnswer {
  userName: string;
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  '.expires': Date;
  '.issued': Date;
}

export interface Issued {
  answer: TokenAnswer;
  /** Set-Cookie headers. */
  cookies: string[];
}

interface Holder {
  sessionId: string;
  userName: string;
  schoolId: number | undefined;
  binding: string;
  sessionExpiresAt: Date;
}

/**
 * The next pair of tokens of a session, and how its renewal token is to be kept; that is good until the session has been
 * idle too long. `key`: read before the transaction, which has no other way to the database than its own.
 */
export async function makePair(
  key: SigningKey,
  holder: Holder,
  now: Date,
): Promise<{ answer: TokenAnswer; kept: NewRefreshToken }> {
  const refreshToken = randomSecret();
  const idleEnd = new Date(now.getTime() + lives.idleMs);
  const expiresAt = idleEnd < holder.sessionExpiresAt ? idleEnd : holder.sessionExpiresAt;
  const answer = {
    userName: holder.userName,
    access_token: await signAccessToken(key, holder, now),
    refresh_token: refreshToken,
    expires_in: lives.accessTokenS,
    '.expires': new Date(now.getTime() + lives.accessTokenS * 1000),
    '.issued': now,
  };
  return { answer, kept: { hash: digest(refreshToken), sessionId: holder.sessionId, expiresAt } };
}

interface Newcomer {
  userId: number;
  userName: string;
  authLevel: AuthLevel;
  schoolId: number | undefined;
  federationHint: string | undefined;
}

export async function openSession(
  { signIn, key }: { signIn: SignIn; key: SigningKey },
  tx: Db,
  newcomer: Newcomer,
  request: FastifyRequest,
): Promise<Issued> {
  const now = signIn.time.now();
  const companion = randomSecret();
  const sessionId = randomUUID();
  const expiresAt = new Date(now.getTime() + lives.sessionMs);
  await insertSession(tx, {
    ...newcomer,
    id: sessionId,
    companionHash: digest(companion),
    now,
    expiresAt,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  });
  const holder = { ...newcomer, sessionId, binding: bindingOf(companion), sessionExpiresAt: expiresAt };
  const maxAgeS = lives.sessionMs / 1000;
  const { answer, kept } = await makePair(key, holder, now);
  await insertRefreshToken(tx, kept);
  return {
    answer,
    cookies: [
      signIn.jar.write(signIn.jar.companionName(sessionId), companion, { maxAgeS }),
      ...(await staleCompanions(signIn, tx, request, now)),
    ],
  };
}

/** Takes away companions of sessions that are over, so that they do not pile up in the browser. */
async function staleCompanions(
  { jar }: SignIn,
  db: Db,
  request: FastifyRequest,
  now: Date,
): Promise<string[]> {
  const held = jar.sessions(request).slice(0, 20);
  const alive = await liveSessions(db, held, now);
  return held
    .filter((id) => !alive.has(id))
    .map((id) => jar.write(jar.companionName(id), '', { maxAgeS: 0 }));
}
