import type { FastifyRequest } from 'fastify';

/** Signing in with user name and password (auth_type F): central admin and break-glass accounts. */
import { refuse } from '#kernel/errors.ts';

import { type Account, findAccount, noteSignIn, showLock } from './account.ts';
import { deviceCookie, deviceOf } from './device.ts';
import { type Cause, record } from './events.ts';
import { passwordIs } from './password.ts';
import { firstSchool } from './schools.ts';
import { checkSecondFactor, type FactorAnswer } from './second-factor.ts';
import type { SignIn } from './sign-in.ts';
import {
  admit,
  type Attempt,
  attemptKey,
  attemptOf,
  countFailure,
  forgive,
  refuseLocked,
} from './throttle.ts';
import { type Issued, openSession } from './tokens.ts';

interface Form {
  username: string;
  password: string;
  /** Of the second factor, where the account has one; undefined = not asked for yet. */
  otp?: string | undefined;
}

/**
 * Refuses with `sign-in.refused` (also for names nobody has), `sign-in.locked`, `request.too-many`; a right password also
 * with `sign-in.must-change`, `sign-in.otp-needed` and `sign-in.otp-wrong`.
 */
export async function signInByPassword(
  signIn: SignIn,
  { username, password, otp }: Form,
  request: FastifyRequest,
  cause: Cause,
): Promise<Issued> {
  const isPassword: Proof = (found) => passwordIs(password, found?.passwordHash ?? undefined);
  let hasFactor = false;
  const account = await proveAccount(signIn, username, request, cause, isPassword, async (found) => {
    // Before the code is used up: it is needed for the change.
    if (found.mustChange) return refuse('sign-in.must-change');
    const answer = await askSecondFactor(signIn, found, otp);
    hasFactor = answer === 'right';
    return answer;
  });

  const { userId, userName } = account;
  const schoolId = await firstSchool(signIn.db, userId, cause.now);
  const key = await signIn.keys.current();
  return record(
    signIn.db,
    'sign-in.completed',
    { id: userId, name: userName },
    cause,
    async (tx) => {
      await noteSignIn(tx, userId, cause.now);
      const newcomer = {
        userId,
        userName,
        authLevel: hasFactor ? ('password-mfa' as const) : ('password' as const),
        schoolId,
        federationHint: undefined,
      };
      const { answer, cookies } = await openSession({ signIn, key }, tx, newcomer, request);
      return { answer, cookies: [...cookies, deviceCookie(signIn, request, username)] };
    },
    schoolId,
  );
}

/**
 * The account the password opens. Failures are counted, recorded and refused as `signInByPassword` says; a right
 * password lifts what was counted for this source.
 */
export const provePassword = (
  signIn: SignIn,
  { username, password, otp }: Form,
  request: FastifyRequest,
  cause: Cause,
  { withFactor }: { withFactor: boolean } = { withFactor: true },
): Promise<Account> =>
  proveAccount(
    signIn,
    username,
    request,
    cause,
    (account) => passwordIs(password, account?.passwordHash ?? undefined),
    withFactor ? (account) => askSecondFactor(signIn, account, otp) : undefined,
  );

type Proof = (account: Account | undefined) => Promise<boolean>;
/** What comes after the first proof; a wrong one counts as a wrong password. */
type SecondProof = (account: Account) => Promise<FactorAnswer>;

const askSecondFactor = (
  { db, factors: vault, time }: SignIn,
  { userId }: Account,
  otp: string | undefined,
): Promise<FactorAnswer> => checkSecondFactor({ db, vault, at: time.now() }, userId, otp);

/** The account that the proof opens; `isProved` takes as long for an account that is not there. Refuses as above. */
export async function proveAccount(
  signIn: SignIn,
  username: string,
  request: FastifyRequest,
  cause: Cause,
  isProved: Proof,
  second?: SecondProof,
): Promise<Account> {
  const attempt = attemptOf(username, request.ip, deviceOf(signIn, request, username));
  // In turns from the look at the count to the failure counted; what a right password opens need not wait for others.
  return signIn.attemptTurns.run(attemptKey(attempt), () =>
    checkAttempt(signIn, attempt, username, cause, isProved, second),
  );
}

async function checkAttempt(
  signIn: SignIn,
  attempt: Attempt,
  username: string,
  cause: Cause,
  isProved: Proof,
  second: SecondProof | undefined,
): Promise<Account> {
  const { db } = signIn;
  const { now } = cause;
  await admit(db, attempt, now);
  const account = await findAccount(db, username.trim(), now);
  // Browsers the account knows do not stand in line behind a flood of others.
  const isRight = await signIn.hashTurns.run(attempt.isKnownDevice ? 'known' : 'unknown', () =>
    isProved(account),
  );
  const failed = async (code: 'sign-in.refused' | 'sign-in.otp-wrong') => {
    const lockedUntil = await countFailure(db, attempt, now);
    await noteFailure(signIn, account, lockedUntil, cause);
    return lockedUntil ? refuseLocked(lockedUntil, now) : refuse(code);
  };
  if (!account || !isRight || !account.isOpen) return failed('sign-in.refused');
  // Only whoever knows the password learns that the account itself is locked.
  if (account.lockedUntil && account.lockedUntil > now) return refuseLocked(account.lockedUntil, now);
  const answer = await second?.(account);
  if (answer === 'wrong') return failed('sign-in.otp-wrong');
  // Nothing is forgiven yet: whoever knows the password alone could otherwise guess at the code for ever.
  if (answer === 'missing') return refuse('sign-in.otp-needed');
  await forgive(db, attempt);
  return account;
}

async function noteFailure(
  { db }: SignIn,
  account: Account | undefined,
  lockedUntil: Date | undefined,
  cause: Cause,
): Promise<void> {
  const who = account && { id: account.userId, name: account.userName };
  await record(db, lockedUntil ? 'sign-in.locked' : 'sign-in.refused', who, cause, async (tx) => {
    if (account && lockedUntil) await showLock(tx, account.userId, lockedUntil);
  });
}
