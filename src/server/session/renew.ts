/**
 * Renewing (grant_type refresh_token), alone or for another school. Each renewal token is good for one use. One that
 * comes a second time has been copied, and nobody can say who holds the copy: the whole session ends.
 */
import type { FastifyRequest } from 'fastify';

import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';

import { bindingOf } from './cookies.ts';
import { type Cause, note } from './events.ts';
import { readBearer } from './identify.ts';
import type { SigningKey } from './keys.ts';
import { lives } from './lives.ts';
import { findChoosable, holdsOwnerRole } from './schools.ts';
import { digest, sameBytes } from './secrets.ts';
import type { SignIn } from './sign-in.ts';
import { endSession, lockForRenewal, markRenewed, type Renewal } from './store.ts';
import { makePair, type TokenAnswer } from './tokens.ts';

interface Asked {
  refreshToken: string;
  /** Code of the school to stand at from now on; '' = the whole owner, undefined = where the session stands. */
  school: string | undefined;
  /** The caller's own key of this call. */
  key: string;
}

type Outcome = { kind: 'renewed'; answer: TokenAnswer } | { kind: 'reused' } | { kind: 'refused' };

/** Refuses with `sign-in.refresh-invalid`, and `sign-in.school-invalid` for a school the user may not stand at. */
export async function renew(
  signIn: SignIn,
  asked: Asked,
  request: FastifyRequest,
  cause: Cause,
): Promise<TokenAnswer> {
  // The old access token comes along (specification §7), expired or not, and with it the companion cookie.
  const bearer = await readBearer(signIn, request);
  if (!bearer) return refuse('sign-in.refresh-invalid');
  const companion = signIn.jar.companion(request, bearer.sessionId);
  if (companion === undefined) return refuse('sign-in.refresh-invalid');

  const key = await signIn.keys.current();
  const hash = digest(asked.refreshToken);
  const outcome = await signIn.db.transaction().execute(async (tx): Promise<Outcome> => {
    const renewal = await lockForRenewal(tx, hash);
    const now = signIn.time.now();
    if (!renewal || renewal.sessionId !== bearer.sessionId || !isAlive(renewal, now))
      return { kind: 'refused' };
    if (!sameBytes(digest(companion), renewal.companionHash)) return { kind: 'refused' };
    if (renewal.usedAt && !isRepeat(renewal, asked.key, now)) {
      await endForReuse(tx, renewal, now, cause);
      return { kind: 'reused' };
    }
    return renewPair(signIn, tx, { renewal, asked, key, hash, binding: bindingOf(companion), now, cause });
  });
  return outcome.kind === 'renewed' ? outcome.answer : refuse('sign-in.refresh-invalid');
}

function isAlive({ endedAt, sessionExpiresAt, tokenExpiresAt }: Renewal, now: Date): boolean {
  return endedAt === null && sessionExpiresAt > now && tokenExpiresAt > now;
}

/** The same caller asking again because the answer was lost: its own key, soon after, and nobody used the answer. */
function isRepeat({ usedAt, usedKey, successorUsed }: Renewal, key: string, now: Date): boolean {
  return (
    usedAt !== null &&
    usedKey === key &&
    successorUsed !== true &&
    now.getTime() - usedAt.getTime() < lives.repeatMs
  );
}

async function endForReuse(
  tx: Db,
  { sessionId, userId, userName }: Renewal,
  now: Date,
  cause: Cause,
): Promise<void> {
  await note(tx, 'session.reuse-detected', { id: userId, name: userName }, cause);
  await endSession(tx, { sessionId, userId, reason: 'reuse', now });
}

interface Granted {
  renewal: Renewal;
  asked: Asked;
  key: SigningKey;
  hash: Buffer;
  binding: string;
  now: Date;
  cause: Cause;
}

async function renewPair(
  signIn: SignIn,
  tx: Db,
  { renewal, asked, key, hash, binding, now, cause }: Granted,
): Promise<Outcome> {
  const { sessionId, userId, userName, sessionExpiresAt } = renewal;
  const where = { sessionId, schoolId: renewal.schoolId ?? undefined };
  // Straight from the database: a disabled user gets no new tokens however late a notice is.
  signIn.standings.forget(userId);
  if (!(await signIn.standings.read(tx, where, { now: cause.now, realNow: now }))) return { kind: 'refused' };

  // A session stays where it stands unless asked; roles lost meanwhile simply open nothing there.
  const schoolId =
    asked.school === undefined ? where.schoolId : await chosenSchool(tx, userId, asked.school, cause.now);
  const holder = { sessionId, userName, schoolId, binding, sessionExpiresAt };
  const { answer, kept: successor } = await makePair(key, holder, now);
  const replaces = renewal.successor ?? undefined;
  await markRenewed(tx, { hash, successor, replaces, key: asked.key, now }, schoolId);
  if (schoolId !== where.schoolId) {
    await note(tx, 'session.school-switched', { id: userId, name: userName }, cause, schoolId);
  }
  return { kind: 'renewed', answer };
}

/** '' = the whole owner, which takes a role held for it (specification §4 "Switching school"). */
async function chosenSchool(tx: Db, userId: number, code: string, now: Date): Promise<number | undefined> {
  if (code === '')
    return (await holdsOwnerRole(tx, userId, now)) ? undefined : refuse('sign-in.school-invalid');
  const school = await findChoosable(tx, userId, code, now);
  return school?.id ?? refuse('sign-in.school-invalid');
}
