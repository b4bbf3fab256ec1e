import type { Route } from '#kernel/contract.ts';
import { refuse } from '#kernel/errors.ts';
import { permissionsOf } from '#kernel/scope.ts';
import type { Actor } from '#kernel/scope.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { signInByCode } from '#server/session/by-code.ts';
import { signInByPassword } from '#server/session/by-password.ts';
import { type Cause, record } from '#server/session/events.ts';
import { comeBack, federationFor, goToFederation, hintCookie, originOf } from '#server/session/federation.ts';
import { lives } from '#server/session/lives.ts';
import { renew } from '#server/session/renew.ts';
import { findSchool, listChoosable, rolesAnywhere } from '#server/session/schools.ts';
import { endSession, findSession, listSessions } from '#server/session/store.ts';

import { login } from '../contract.ts';
import { endAll, readProfile } from './store.ts';

export const loginHandlers = implement(login, {
  async token({ input, request, services: { signIn }, now }) {
    const cause = causeOf({ request, now });
    if (input.grant_type === 'refresh_token') {
      const { refresh_token: refreshToken = '', current_school: school } = input;
      return renew(signIn, { refreshToken, school, key: request.key }, request.raw, cause);
    }
    const { username = '', password = '', auth_type: type } = input;
    const issued =
      type === 'C'
        ? await signInByCode(signIn, username, request.raw, cause)
        : await signInByPassword(signIn, { username, password }, request.raw, cause);
    for (const cookie of issued.cookies) request.setHeader('set-cookie', cookie);
    return issued.answer;
  },

  async me({ db, actor: caller, now }) {
    const actor = signedIn(caller);
    const [profile, session, held, school] = await Promise.all([
      readProfile(db, actor.userId),
      findSession(db, actor.sessionId),
      rolesAnywhere(db, actor.userId, now),
      actor.schoolId === undefined ? undefined : findSchool(db, actor.schoolId),
    ]);
    const mayStandAtOwner = held.some((role) => role.school === null);
    const own = { search: '', page: 1, pageSize: 500 };
    const schools = mayStandAtOwner ? [] : (await listChoosable(db, actor.userId, own, now)).Items;
    return {
      userName: actor.userName,
      displayName: actor.displayName,
      email: profile.email,
      roles: held,
      rolesHere: [...actor.roles],
      schools,
      currentSchool: school ?? null,
      mayStandAtOwner,
      permissions: permissionsOf(actor),
      language: profile.language,
      authLevel: session?.authLevel ?? 'password',
      loginTime: session?.createdAt ?? now,
      noAccess: held.length === 0,
      ownerName: profile.ownerName,
    };
  },

  mySchools: ({ db, actor, input, now }) => listChoosable(db, signedIn(actor).userId, input, now),

  async signOut({ db, actor: caller, request, services: { signIn, federations }, now }) {
    const actor = signedIn(caller);
    const who = { sessionId: actor.sessionId, userId: actor.userId };
    const ended = await record(db, 'session.signed-out', whoIs(actor), causeOf({ request, now }), (tx) =>
      endSession(tx, { ...who, reason: 'signed-out', now: signIn.time.now() }),
    );
    signIn.standings.forget(actor.userId);
    for (const name of [signIn.jar.companionName(actor.sessionId), hintCookie(signIn)]) {
      request.setHeader('set-cookie', signIn.jar.write(name, '', { maxAgeS: 0 }));
    }
    const hint = ended?.federationHint ? signIn.hints.open(ended.federationHint) : undefined;
    // A federation that is away must not keep anybody signed in here.
    const endSessionUrl =
      hint === undefined
        ? undefined
        : await federations
            .at(originOf(request.raw))
            ?.endSessionUrl(hint)
            .catch(() => undefined);
    return endSessionUrl === undefined ? {} : { endSessionUrl };
  },

  async sessions({ db, actor: caller, services: { signIn } }) {
    const actor = signedIn(caller);
    const own = await listSessions(db, actor.userId, signIn.time.now(), lives.idleMs);
    return own.map((session) => Object.assign(session, { isCurrent: session.id === actor.sessionId }));
  },

  async endSession({ db, actor: caller, input: { id }, services: { signIn } }) {
    const actor = signedIn(caller);
    const now = signIn.time.now();
    if (id === undefined) return { ended: await endAll(db, { ...actor, now }) };
    const ended = await endSession(db, { sessionId: id, userId: actor.userId, reason: 'ended-by-user', now });
    return ended ? { ended: 1 } : refuse('session.not-found');
  },

  async federationStart({ input, request, services: { signIn, federations } }) {
    const federation = federationFor(federations, request.raw);
    return follow(request, await goToFederation(signIn, federation, { ...input, strong: false }));
  },

  async federationCallback({ request, services: { signIn, federations }, now }) {
    const federation = federationFor(federations, request.raw);
    return follow(request, await comeBack(signIn, federation, request.raw, causeOf({ request, now })));
  },

  async federationEnd({ request, services: { signIn, federations } }) {
    const sealed = request.raw.cookies[hintCookie(signIn)];
    const hint = sealed === undefined ? undefined : signIn.hints.open(sealed);
    request.setHeader('set-cookie', signIn.jar.write(hintCookie(signIn), '', { maxAgeS: 0 }));
    const url =
      hint === undefined ? undefined : await federations.at(originOf(request.raw))?.endSessionUrl(hint);
    return { redirect: url ?? SIGNED_OUT };
  },

  federationSignedOut: async () => ({ redirect: SIGNED_OUT }),
});

/** The 'Logged out' page (specification §2). */
const SIGNED_OUT = '/error?errorCode=402';

type Asked = Pick<Context<Route>, 'request' | 'now'>;

function causeOf({ request, now }: Asked): Cause {
  return { route: request.signature, correlationId: request.correlationId, ip: request.ip, now };
}

/** The contract row asks for a signed-in caller, so there is one. */
function signedIn(actor: Actor | undefined): Actor {
  return actor ?? refuse('access.signed-out');
}

const whoIs = ({ userId, userName }: Actor) => ({ id: userId, name: userName });

function follow(
  request: Asked['request'],
  { redirect, cookies }: { redirect: string; cookies: string[] },
): { redirect: string } {
  for (const cookie of cookies) request.setHeader('set-cookie', cookie);
  return { redirect };
}
