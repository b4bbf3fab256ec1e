import type { Route } from '#kernel/contract.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { inOperation } from '#server/journal/operation.ts';
import { provePassword } from '#server/session/by-password.ts';
import { removeSecondFactor, makeWrittenCodes, setUpSecondFactor } from '#server/session/second-factor.ts';
import { endSessionsOf } from '#server/session/store.ts';
import { base32, matchingStep, newTotpSecret, totpAddress, typedTotp } from '#server/session/totp.ts';

import { secondFactor } from '../contract.ts';
import { readOwn } from './store.ts';

/** How long somebody may take to find their telephone. */
const ENROLMENT_MS = 10 * 60_000;

export const secondFactorHandlers = implement(secondFactor, {
  async read({ db, actor }) {
    const own = await readOwn(db, ownerOf(actor).userId);
    return { isPossible: own.hasPassword, setUpAt: own.setUpAt, codesLeft: own.codesLeft };
  },

  async begin(context) {
    const { userId, userName } = ownerOf(context.actor);
    const { hasPassword, setUpAt, issuer } = await readOwn(context.db, userId);
    if (!hasPassword) refuse('second-factor.not-possible');
    if (setUpAt !== null) refuse('second-factor.is-set-up');
    await prove(context, context.input.currentPassword, undefined);
    const { signIn } = context.services;
    const secret = newTotpSecret();
    const until = signIn.time.now().getTime() + ENROLMENT_MS;
    await operation(context, 'second-factor.begun', async () => {});
    return {
      secret: base32(secret),
      address: totpAddress(secret, { issuer: issuer || 'Vaktmester', account: userName }),
      enrolment: signIn.enrolments.seal(JSON.stringify([userId, until, secret.toString('base64')])),
    };
  },

  async confirm({ db, actor, input, services: { signIn }, now }) {
    const { userId, sessionId } = ownerOf(actor);
    const at = signIn.time.now();
    const [owner, until, kept]: unknown[] = JSON.parse(signIn.enrolments.open(input.enrolment) ?? '[]');
    const isGood = owner === userId && typeof until === 'number' && until > at.getTime();
    if (!isGood || typeof kept !== 'string') return refuse('second-factor.expired');
    if ((await readOwn(db, userId)).setUpAt !== null) refuse('second-factor.is-set-up');
    const secret = Buffer.from(kept, 'base64');
    const code = typedTotp(input.otp);
    const step = code === undefined ? undefined : matchingStep(secret, code, at);
    if (step === undefined) return refuseField('sign-in.otp-wrong', 'otp', 'otp');
    const codes = await setUpSecondFactor({ tx: db, vault: signIn.factors, now }, userId, secret, step);
    await endSessionsOf(db, [userId], { reason: 'factor-changed', now: at, keep: sessionId });
    return { codes };
  },

  async makeCodes(context) {
    const { userId } = ownerOf(context.actor);
    await requireSetUp(context, userId);
    await prove(context, context.input.currentPassword, context.input.otp);
    const codes = await operation(context, 'second-factor.codes-made', (tx) => makeWrittenCodes(tx, userId));
    return { codes };
  },

  async remove(context) {
    const { userId, sessionId } = ownerOf(context.actor);
    await requireSetUp(context, userId);
    await prove(context, context.input.currentPassword, context.input.otp);
    const { signIn } = context.services;
    await operation(context, 'second-factor.removed', async (tx) => {
      await removeSecondFactor(tx, userId);
      await endSessionsOf(tx, [userId], {
        reason: 'factor-changed',
        now: signIn.time.now(),
        keep: sessionId,
      });
    });
    return {};
  },
});

type Asked = Pick<Context<Route>, 'db' | 'actor' | 'request' | 'now' | 'services'>;

/** The contract row asks for a signed-in caller, so there is one. */
const ownerOf = (actor: Asked['actor']) => actor ?? refuse('access.signed-out');

async function requireSetUp({ db }: Asked, userId: number): Promise<void> {
  if ((await readOwn(db, userId)).setUpAt === null) refuse('second-factor.not-set-up');
}

/** The owner shows the password, and the code where one is given, as at signing in: failures count. */
async function prove(context: Asked, password: string, otp: string | undefined): Promise<void> {
  const { request, now, services } = context;
  const cause = { route: request.signature, correlationId: request.correlationId, ip: request.ip, now };
  const form = { username: ownerOf(context.actor).userName, password, otp };
  await provePassword(services.signIn, form, request.raw, cause, { withFactor: otp !== undefined });
}

function operation<T>(
  { db, actor, request, now }: Asked,
  event: string,
  work: Parameters<typeof inOperation<T>>[2],
): Promise<T> {
  const { userId: id, userName: name } = ownerOf(actor);
  const { signature: route, correlationId, ip } = request;
  return inOperation(db, { event, route, actor: { id, name }, correlationId, ip, now }, work);
}
