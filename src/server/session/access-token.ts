/** Access tokens: short-lived signed statements "this session, standing at this school, with this companion cookie". */
import { compactVerify, CompactSign, type CompactJWSHeaderParameters, errors } from 'jose';
import { z } from 'zod';

import type { SigningKey, SigningKeys } from './keys.ts';
import { lives } from './lives.ts';

const Claims = z.object({
  /** The session. */
  sid: z.uuid(),
  /** The school's id; absent = the whole owner. */
  sch: z.number().int().optional(),
  /** Digest of the companion cookie, base64url. */
  bnd: z.string(),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
});

export interface TokenClaims {
  sessionId: string;
  schoolId: number | undefined;
  binding: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const TYPE = 'at+jwt';

export async function signAccessToken(
  { id, key }: SigningKey,
  { sessionId, schoolId, binding }: Omit<TokenClaims, 'expiresAt'>,
  now: Date,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { sid: sessionId, sch: schoolId, bnd: binding, iat, exp: iat + lives.accessTokenS };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: id })
    .sign(key);
}

export interface AccessTokens {
  /** What the token says, whether expired or not; undefined when we did not make it. */
  read: (token: string) => Promise<TokenClaims | undefined>;
}

/** A page of the portal makes many calls with one token: its signature is checked once. */
const REMEMBERED = 20_000;

export function accessTokenReader(keys: SigningKeys): AccessTokens {
  const known = new Map<string, TokenClaims>();

  async function verify(token: string): Promise<TokenClaims | undefined> {
    try {
      const { payload } = await compactVerify(token, keyOf(keys), { algorithms: ['HS256'] });
      const claims = Claims.parse(JSON.parse(new TextDecoder().decode(payload)));
      return {
        sessionId: claims.sid,
        schoolId: claims.sch,
        binding: claims.bnd,
        expiresAt: claims.exp * 1000,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof SyntaxError) {
        return undefined;
      }
      throw error;
    }
  }

  return {
    read: async (token) => {
      const remembered = known.get(token);
      if (remembered) return remembered;
      const claims = await verify(token);
      if (claims) {
        if (known.size >= REMEMBERED) known.clear();
        known.set(token, claims);
      }
      return claims;
    },
  };
}

const keyOf = (keys: SigningKeys) => async (header: CompactJWSHeaderParameters) => {
  const found = header.typ === TYPE && header.kid !== undefined ? await keys.named(header.kid) : undefined;
  if (!found) throw new errors.JWSInvalid('The token names no key of ours');
  return found.key;
};
