/** A visit to the federation: there, back, and who it is that came. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { originOf } from '#connectors/federation/origin.ts';
import type { FederatedPerson, Federation, Federations } from '#connectors/federation/port.ts';
import { FederationFailure } from '#connectors/federation/port.ts';
import { refuse, Refusal } from '#kernel/errors.ts';
import { log } from '#server/log.ts';

import { type Account, findAccountById } from './account.ts';
import { codeCookieName, issueCode } from './by-code.ts';
import { type Cause, record } from './events.ts';
import { findByPrincipalName, findBySubject, link } from './federation-store.ts';
import { lives } from './lives.ts';
import { rolesAnywhere } from './schools.ts';
import { randomSecret } from './secrets.ts';
import type { SignIn } from './sign-in.ts';

const Attempt = z.object({
  visit: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  strong: z.boolean(),
  language: z.string(),
  returnUrl: z.string().optional(),
  /** Milliseconds since 1970. */
  until: z.number(),
});

interface Going {
  language: string;
  returnUrl?: string | undefined;
  strong: boolean;
}

/** Where the browser goes next, with the cookies it takes along. */
export interface Step {
  redirect: string;
  cookies: string[];
}

const attemptCookie = ({ jar }: SignIn) => jar.named('federation');
export const hintCookie = ({ jar }: SignIn): string => jar.named('federation-hint');

/** The browser's Host header is believed only where the federation is our own (demo). */
export function federationFor(federations: Federations, request: FastifyRequest): Federation {
  return federations.at(originOf(request)) ?? refuse('sign-in.federation-failed');
}

export async function goToFederation(signIn: SignIn, federation: Federation, going: Going): Promise<Step> {
  const { url, visit } = await federation.start(going);
  const attempt: z.input<typeof Attempt> = {
    visit,
    strong: going.strong,
    language: going.language,
    until: signIn.time.now().getTime() + lives.federationAttemptS * 1000,
    ...(isLocal(going.returnUrl) && { returnUrl: going.returnUrl }),
  };
  const sealed = signIn.attempts.seal(JSON.stringify(attempt));
  // Lax: the way back is a navigation that the federation's page starts.
  const cookie = signIn.jar.write(attemptCookie(signIn), sealed, {
    maxAgeS: lives.federationAttemptS,
    sameSite: 'lax',
  });
  return { redirect: url, cookies: [cookie] };
}

/** Only a path of our own: never an address that would lead the signed-in user elsewhere. */
function isLocal(url: string | undefined): boolean {
  return url !== undefined && /^\/(?![/\\])[^\\\s]*$/.test(url);
}

const failed = (errorCode: number) => `/error?errorCode=${errorCode}`;
/** `reference` is what the portal's own log has the failure under. */
const referred = (errorCode: number, reference: string) =>
  `${failed(errorCode)}&reference=${encodeURIComponent(reference)}`;

/**
 * Where a browser goes that a federation could not be reached for: 503 where none is set up, 502 where it does not
 * answer. `reference` is what the portal's own log has it under.
 */
export function withoutFederation(error: unknown, reference: string): Step {
  const isNone = error instanceof Refusal && error.code === 'sign-in.federation-failed';
  if (!isNone && !(error instanceof FederationFailure)) throw error;
  const why = error.cause instanceof Error ? error.cause.message : undefined;
  log.warn({ why, correlationId: reference }, 'The federation could not be reached');
  return {
    redirect: referred(isNone ? 503 : 502, reference),
    cookies: [],
  };
}

/**
 * Every way back ends in a page: `/login/done#code=…` with the single-use code, `/login?cancelled=true`,
 * `/error?errorCode=403` for somebody who may not in, `/error?errorCode=502` for an answer not to be trusted.
 */
export async function comeBack(
  signIn: SignIn,
  federation: Federation,
  request: FastifyRequest,
  cause: Cause,
): Promise<Step> {
  const forget = signIn.jar.write(attemptCookie(signIn), '', { maxAgeS: 0, sameSite: 'lax' });
  const attempt = readAttempt(signIn, request);
  const refused = { redirect: referred(502, cause.correlationId), cookies: [forget] };
  if (!attempt) {
    log.warn({ correlationId: cause.correlationId }, 'A way back from the federation fits no attempt');
    return refused;
  }
  try {
    const person = await federation.finish(new URL(request.url, originOf(request)), attempt.visit);
    const step = await admitPerson(signIn, federation, person, attempt, cause);
    return { ...step, cookies: [forget, ...step.cookies] };
  } catch (error) {
    if (!(error instanceof FederationFailure)) throw error;
    if (error.reason === 'cancelled') return { redirect: '/login?cancelled=true', cookies: [forget] };
    const why = error.cause instanceof Error ? error.cause.message : undefined;
    log.warn({ why, correlationId: cause.correlationId }, 'An answer of the federation was not accepted');
    await record(signIn.db, 'sign-in.refused', undefined, cause, async () => {});
    return refused;
  }
}

function readAttempt(signIn: SignIn, request: FastifyRequest): z.output<typeof Attempt> | undefined {
  const sealed = request.cookies[attemptCookie(signIn)];
  const text = sealed === undefined ? undefined : signIn.attempts.open(sealed);
  const attempt = text === undefined ? undefined : Attempt.safeParse(JSON.parse(text)).data;
  return attempt && attempt.until > signIn.time.now().getTime() ? attempt : undefined;
}

async function admitPerson(
  signIn: SignIn,
  federation: Federation,
  person: FederatedPerson,
  attempt: z.output<typeof Attempt>,
  cause: Cause,
): Promise<Step> {
  const hint = signIn.hints.seal(person.idToken);
  const cookies = [signIn.jar.write(hintCookie(signIn), hint, { maxAgeS: lives.idleMs / 1000 })];
  const account = await findOrLink(signIn, federation, person, cause);
  const who = account && { id: account.userId, name: account.userName };

  if (account?.isOpen && !person.isStrong && (await isAdministrator(signIn, account, cause.now))) {
    if (!attempt.strong) return goToFederation(signIn, federation, { ...attempt, strong: true });
  } else if (account?.isOpen) {
    const browser = randomSecret();
    const code = await issueCode(signIn.db, {
      userId: account.userId,
      authLevel: person.isStrong ? 'feide-mfa' : 'feide',
      browser,
      federationHint: hint,
      now: signIn.time.now(),
    });
    const query =
      attempt.returnUrl === undefined ? '' : `?returnUrl=${encodeURIComponent(attempt.returnUrl)}`;
    const life = { maxAgeS: lives.federationCodeMs / 1000 };
    return {
      redirect: `/login/done${query}#code=${code}`,
      cookies: [...cookies, signIn.jar.write(codeCookieName(signIn), browser, life)],
    };
  }
  // Unknown here, closed, or an administrator whom the federation would not ask for a second factor.
  await record(signIn.db, 'sign-in.refused', who, cause, async () => {});
  return { redirect: failed(403), cookies };
}

/** Whoever may do more than read their own groups shows a second factor (domain.md §5 "Strong login"). */
async function isAdministrator({ db }: SignIn, { userId }: Account, now: Date): Promise<boolean> {
  const held = await rolesAnywhere(db, userId, now);
  return held.some(({ role }) => role !== 'teacher');
}

/** By the stored subject; the first time by name, and only for names of the owner's own realms. */
async function findOrLink(
  { db }: SignIn,
  { realms }: Federation,
  person: FederatedPerson,
  cause: Cause,
): Promise<Account | undefined> {
  const known = await findBySubject(db, person.issuer, person.subject);
  if (known !== undefined) return findAccountById(db, known, cause.now);

  const [name = '', realm = ''] = person.principalName?.toLowerCase().split('@') ?? [];
  if (!realms.includes(realm)) return undefined;
  const found = await findByPrincipalName(db, person.issuer, name);
  if (!found) return undefined;
  await record(db, 'federation.linked', { id: found.userId, name: found.userName }, cause, (tx) =>
    link(tx, { ...person, userId: found.userId, now: cause.now }),
  );
  return findAccountById(db, found.userId, cause.now);
}
