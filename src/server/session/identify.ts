/** Who is calling: the bearer token, its companion cookie, and the session's standing just now. */
import type { FastifyRequest } from 'fastify';

import type { Actor } from '#kernel/scope.ts';

import type { TokenClaims } from './access-token.ts';
import { bindingOf } from './cookies.ts';
import { sameBytes } from './secrets.ts';
import type { SignIn } from './sign-in.ts';

export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** The request's access token, expired or not, when its companion cookie came with it. */
export async function readBearer(
  { tokens, jar }: Pick<SignIn, 'tokens' | 'jar'>,
  request: FastifyRequest,
): Promise<TokenClaims | undefined> {
  const token = bearerOf(request);
  const claims = token === undefined ? undefined : await tokens.read(token);
  if (!claims) return undefined;
  const companion = jar.companion(request, claims.sessionId);
  if (companion === undefined) return undefined;
  return sameBytes(Buffer.from(bindingOf(companion)), Buffer.from(claims.binding)) ? claims : undefined;
}

/** For `server/http`: undefined = signed out. */
export async function identify(signIn: SignIn, request: FastifyRequest): Promise<Actor | undefined> {
  const claims = await readBearer(signIn, request);
  const realNow = signIn.time.now();
  if (!claims || claims.expiresAt <= realNow.getTime()) return undefined;
  return signIn.standings.actor(claims, { now: signIn.clock.now(), realNow });
}
