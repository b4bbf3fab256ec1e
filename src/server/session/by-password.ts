import type { FastifyRequest } from 'fastify';

/** Signing in with user name and password (auth_type F): central admin and break-glass accounts. */
import { refuse } from '#kernel/errors.ts';

import { type Account, findAccount, noteSignIn } from './account.ts';
import { deviceCookie, deviceOf } from './device.ts';
import { type Cause, record } from './events.ts';
import { passwordIs } from './password.ts';
import { firstSchool } from './schools.ts';
import type { SignIn } from './sign-in.ts';
import { admit, attemptOf, countAttempt, forgive, refuseLocked } from './throttle.ts';
import { type Issued, openSession } from './tokens.ts';

interface Form {
  username: string;
  password: string;
}

/** Refuses with `sign-in.refused` (also for names nobody has), `sign-in.locked`, `request.too-many`. */
export async function signInByPassword(
  signIn: SignIn,
  { username, password }: Form,
  request: FastifyRequest,
  cause: Cause,
): Promise<Issued> {
  const { db } = signIn;
  const { now } = cause;
  const attempt = attemptOf(username, request.ip, deviceOf(signIn, request, username));
  await admit(db, attempt, now);
  const lockedUntil = await countAttempt(db, attempt, now);

  const account = await findAccount(db, username.trim(), now);
  const isRight = await passwordIs(password, account?.passwordHash ?? undefined);
  if (!account || !isRight || !account.isOpen) {
    await noteFailure(signIn, account, lockedUntil, cause);
    return lockedUntil ? refuseLocked(lockedUntil, now) : refuse('sign-in.refused');
  }
  // Only whoever knows the password learns that the account itself is locked.
  if (account.lockedUntil && account.lockedUntil > now) return refuseLocked(account.lockedUntil, now);

  const { userId, userName } = account;
  const schoolId = await firstSchool(db, userId, now);
  return record(
    db,
    'sign-in.completed',
    { id: userId, name: userName },
    cause,
    async (tx) => {
      await forgive(tx, attempt);
      await noteSignIn(tx, userId, now);
      const newcomer = {
        userId,
        userName,
        authLevel: 'password',
        schoolId,
        federationHint: undefined,
      } as const;
      const { answer, cookies } = await openSession(signIn, tx, newcomer, request);
      return { answer, cookies: [...cookies, deviceCookie(signIn, request, username)] };
    },
    schoolId,
  );
}

async function noteFailure(
  { db }: SignIn,
  account: Account | undefined,
  lockedUntil: Date | undefined,
  cause: Cause,
): Promise<void> {
  const who = account && { id: account.userId, name: account.userName };
  await record(db, lockedUntil ? 'sign-in.locked' : 'sign-in.refused', who, cause, async () => {});
}
