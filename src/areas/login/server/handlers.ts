import { setOwnPassword } from '#areas/users/passwords/server/service.ts';
import { originOf } from '#connectors/federation/origin.ts';
import type { Route } from '#kernel/contract.ts';
import { refuse } from '#kernel/errors.ts';
import { grants } from '#kernel/permissions.ts';
import { permissionsOf } from '#kernel/scope.ts';
import type { Actor } from '#kernel/scope.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { signInByCode } from '#server/session/by-code.ts';
import { proveAccount, provePassword, signInByPassword } from '#server/session/by-password.ts';
import { type Cause, record } from '#server/session/events.ts';
import {
  comeBack,
  federationFor,
  goToFederation,
  hintCookie,
  withoutFederation,
} from '#server/session/federation.ts';
import { identify } from '#server/session/identify.ts';
import { lives } from '#server/session/lives.ts';
import { makeRecoveryCode, recoveryCodeIs } from '#server/session/recovery.ts';
import { renew } from '#server/session/renew.ts';
import { listChoosable, rolesAnywhere } from '#server/session/schools.ts';
import { endSession, endSessionsOf, listSessions } from '#server/session/store.ts';

import { login } from '../contract.ts';
import { readProfile } from './store.ts';

export const loginHandlers = implement(login, {
  async token({ input, request, services: { signIn }, now }) {
    const cause = causeOf({ request, now });
    if (input.grant_type === 'refresh_token') {
      const { refresh_token: refreshToken = '', current_school: school } = input;
      return renew(signIn, { refreshToken, school, key: request.key }, request.raw, cause);
    }
    const { username = '', password = '', auth_type: type, otp } = input;
    const issued =
      type === 'C'
        ? await signInByCode(signIn, username, request.raw, cause)
        : await signInByPassword(signIn, { username, password, otp }, request.raw, cause);
    for (const cookie of issued.cookies) request.setHeader('set-cookie', cookie);
    return issued.answer;
  },

  async me({ db, actor: caller, now }) {
    const actor = signedIn(caller);
    const [profile, held] = await Promise.all([readProfile(db, actor), rolesAnywhere(db, actor.userId, now)]);
    const mayStandAtOwner = held.some((role) => role.school === null);
    const own = { search: '', page: 1, pageSize: 500 };
    const reachesAll = held.some(({ role, school }) => school === null && grants[role]['schools.all']);
    const schools = reachesAll ? [] : (await listChoosable(db, actor.userId, own, now)).Items;
    return {
      userName: actor.userName,
      displayName: actor.displayName,
      email: profile.email,
      roles: held,
      rolesHere: [...actor.roles],
      schools,
      currentSchool: profile.school,
      mayStandAtOwner,
      permissions: permissionsOf(actor),
      language: profile.language,
      authLevel: profile.authLevel ?? 'password',
      loginTime: profile.loginTime ?? now,
      noAccess: held.length === 0,
      ownerName: profile.ownerName,
      hasPassword: profile.hasPassword,
    };
  },

  /** Also without a session: somebody whose password another person set gets none before choosing their own. */
  async changeOwnPassword({ input, request, services, now }) {
    const { signIn, passwords } = services;
    const { userName, currentPassword, newPassword, otp } = input;
    const cause = causeOf({ request, now });
    const form = { username: userName, password: currentPassword, otp };
    const caller = await identify(signIn, request.raw);
    const isOwn = caller?.userName.toLowerCase() === userName.trim().toLowerCase();
    // Whoever has opened a session has shown the second factor already.
    const account = await provePassword(signIn, form, request.raw, cause, { withFactor: !isOwn });
    const keep = caller?.userId === account.userId ? caller.sessionId : undefined;
    await record(
      signIn.db,
      'sign-in.password-set',
      { id: account.userId, name: account.userName },
      cause,
      (tx) => setOwnPassword({ tx, now, vault: passwords }, account, { currentPassword, newPassword, keep }),
    );
    return {};
  },

  async recover({ input, request, services, now }) {
    const { signIn, passwords } = services;
    const { userName, recoveryCode, newPassword } = input;
    const cause = causeOf({ request, now });
    const account = await proveAccount(signIn, userName, request.raw, cause, (found) =>
      recoveryCodeIs(signIn.db, found?.userId, recoveryCode),
    );
    const who = { id: account.userId, name: account.userName };
    return record(signIn.db, 'sign-in.recovered', who, cause, async (tx) => {
      const work = { tx, now, vault: passwords };
      await setOwnPassword(work, account, { currentPassword: undefined, newPassword, keep: undefined });
      return { recoveryCode: await makeRecoveryCode(tx, account.userId, now) };
    });
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
    if (id === undefined) {
      const others = { reason: 'ended-by-user', now, keep: actor.sessionId } as const;
      return { ended: await endSessionsOf(db, [actor.userId], others) };
    }
    const ended = await endSession(db, { sessionId: id, userId: actor.userId, reason: 'ended-by-user', now });
    return ended ? { ended: 1 } : refuse('session.not-found');
  },

  async federationStart({ input, request, services: { signIn, federations } }) {
    try {
      const federation = federationFor(federations, request.raw);
      return follow(request, await goToFederation(signIn, federation, { ...input, strong: false }));
    } catch (error) {
      return follow(request, withoutFederation(error, request.correlationId));
    }
  },

  async federationCallback({ request, services: { signIn, federations }, now }) {
    try {
      const federation = federationFor(federations, request.raw);
      return follow(request, await comeBack(signIn, federation, request.raw, causeOf({ request, now })));
    } catch (error) {
      return follow(request, withoutFederation(error, request.correlationId));
    }
  },

  async federationEnd({ request, services: { signIn, federations } }) {
    const sealed = request.raw.cookies[hintCookie(signIn)];
    const hint = sealed === undefined ? undefined : signIn.hints.open(sealed);
    request.setHeader('set-cookie', signIn.jar.write(hintCookie(signIn), '', { maxAgeS: 0 }));
    const end = () => federations.at(originOf(request.raw))?.endSessionUrl(hint ?? '');
    // Signed out here it is; a federation that is away does not make a failure of it.
    const url = hint === undefined ? undefined : await Promise.resolve(end()).catch(() => undefined);
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
