/** Signing in with a single-use code (auth_type C): the federation's last leg, and codes handed over by the operator. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';

import { findAccountById, noteSignIn } from './account.ts';
import { type Cause, record } from './events.ts';
import { lives } from './lives.ts';
import { firstSchool } from './schools.ts';
import { digest, randomSecret, sameBytes } from './secrets.ts';
import type { SignIn } from './sign-in.ts';
import type { AuthLevel } from './store.ts';
import { type Issued, openSession } from './tokens.ts';

interface NewCode {
  userId: number;
  authLevel: Exclude<AuthLevel, 'password' | 'password-mfa'>;
  /** Value of the cookie of the only browser that may use it; undefined = whoever holds the code. */
  browser: string | undefined;
  federationHint: string | undefined;
  now: Date;
}

/** Answers the code; only its digest is kept. */
export async function issueCode(
  db: Db,
  { userId, authLevel, browser, federationHint, now }: NewCode,
): Promise<string> {
  const code = randomSecret();
  const life = browser === undefined ? lives.operatorCodeMs : lives.federationCodeMs;
  await sql`
    insert into sign_in_code (hash, user_id, auth_level, browser_hash, federation_hint, expires_at)
    values (${digest(code)}, ${userId}, ${authLevel}, ${browser === undefined ? null : digest(browser)},
            ${federationHint ?? null}, ${new Date(now.getTime() + life)})`.execute(db);
  return code;
}

interface Code {
  userId: number;
  authLevel: AuthLevel;
  browserHash: Buffer | null;
  federationHint: string | null;
}

/** One statement, so that of two who send the same code at once only one gets in. */
async function useCode(db: Db, code: string, now: Date): Promise<Code | undefined> {
  const { rows } = await sql<Code>`
    update sign_in_code set used_at = ${now}
     where hash = ${digest(code)} and used_at is null and expires_at > ${now}
    returning user_id, auth_level, browser_hash, federation_hint`.execute(db);
  return rows[0];
}

/** The cookie that ties a federation code to the browser that asked for it: a code put into a link is worth nothing. */
export const codeCookieName = ({ jar }: SignIn): string => jar.named('code');

/** Refuses with `sign-in.code-invalid`, whatever is wrong with the code. */
export async function signInByCode(
  signIn: SignIn,
  code: string,
  request: FastifyRequest,
  cause: Cause,
): Promise<Issued> {
  const { db } = signIn;
  const found = await useCode(db, code, signIn.time.now());
  const account = found && (await findAccountById(db, found.userId, cause.now));
  const browser = request.cookies[codeCookieName(signIn)];
  const isItsBrowser =
    !found?.browserHash || (browser !== undefined && sameBytes(digest(browser), found.browserHash));
  if (!found || !account?.isOpen || !isItsBrowser) {
    const who = account && { id: account.userId, name: account.userName };
    await record(db, 'sign-in.refused', who, cause, async () => {});
    return refuse('sign-in.code-invalid');
  }

  const { userId, userName } = account;
  const schoolId = await firstSchool(db, userId, cause.now);
  const key = await signIn.keys.current();
  return record(
    db,
    'sign-in.completed',
    { id: userId, name: userName },
    cause,
    async (tx) => {
      await noteSignIn(tx, userId, cause.now);
      const { authLevel, federationHint } = found;
      const newcomer = { userId, userName, authLevel, schoolId, federationHint: federationHint ?? undefined };
      const { answer, cookies } = await openSession({ signIn, key }, tx, newcomer, request);
      return { answer, cookies: [...cookies, signIn.jar.write(codeCookieName(signIn), '', { maxAgeS: 0 })] };
    },
    schoolId,
  );
}
