import {
  firstTimePassword,
  readPasswordSettings,
  refuseWeakPassword,
} from '#areas/users/passwords/server/service.ts';
import type { Route } from '#kernel/contract.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { setPasswordHash, unlockPortalAccount } from '#server/session/account.ts';
import { insertAdmin } from '#server/session/operator.ts';
import { hashPassword } from '#server/session/password.ts';
import { removeSecondFactor } from '#server/session/second-factor.ts';
import { endSession, endSessionsOf } from '#server/session/store.ts';

import { type AccountAct, portalAccounts } from '../contract.ts';
import { actsOn, againstAct, type Standing } from '../rules.ts';
import * as store from './store.ts';

export const accountHandlers = implement(portalAccounts, {
  async list({ db, scope, actor, input, now, services: { signIn } }) {
    const found = await store.listAccounts(db, scope, input, { now, at: signIn.time.now() });
    const Items = found.Items.map((row) => Object.assign(row, actsOn(actor?.roles ?? [], standingOf(row))));
    return { ...found, Items };
  },

  async add({ db, actor, input, now, request }) {
    const { userName, firstName, lastName, newPassword } = input;
    const { rules } = await readPasswordSettings(db);
    refuseWeakPassword(newPassword, { userName, displayName: `${firstName} ${lastName}` }, rules);
    const by = actor?.userName ?? '';
    const made = { userName, firstName, lastName, roles: ['centralAdmin'], by, now } as const;
    const userId = await insertAdmin(db, made);
    if (userId === undefined) return refuseField('user.name-taken', 'userName', 'taken');
    await setPasswordHash(db, userId, await hashPassword(newPassword), now, true);
    request.subject = { table: 'users', id: userId };
    return { userName };
  },

  async setPassword(context) {
    const { db, input, now } = context;
    const account = await mayDo(context, 'password');
    const { rules } = await readPasswordSettings(db);
    refuseWeakPassword(input.newPassword, account, rules);
    await setPasswordHash(db, account.id, await hashPassword(input.newPassword), now, true);
    await unlockPortalAccount(db, account, now);
    await endAll(context, account.id, 'password-changed');
    return {};
  },

  async unlock(context) {
    await unlockPortalAccount(context.db, await mayDo(context, 'unlock'), context.now);
    return {};
  },

  async removeFactor(context) {
    const { id } = await mayDo(context, 'factor');
    if (!(await removeSecondFactor(context.db, id))) return refuse('second-factor.not-set-up');
    await endAll(context, id, 'factor-changed');
    return {};
  },

  async close(context) {
    const { id } = await mayDo(context, 'close');
    await store.setClosed(context.db, id, true);
    return {};
  },

  async open(context) {
    const { id } = await mayDo(context, 'open');
    await store.setClosed(context.db, id, false);
    return {};
  },

  async sessions({ db, scope, actor, input: { userName }, services: { signIn } }) {
    const at = signIn.time.now();
    return { Items: await store.listKeeperSessions(db, scope, { userName, at, current: actor?.sessionId }) };
  },

  async endSessions(context) {
    const { db, actor, input, services } = context;
    const account = await mayDo(context, 'sessions');
    // One's own session goes on: it is ended by signing out.
    if (input.id === undefined) return { ended: await endAll(context, account.id, 'ended-by-keeper') };
    if (input.id === actor?.sessionId) return refuse('portal-account.own');
    const session = { sessionId: input.id, userId: account.id } as const;
    const now = services.signIn.time.now();
    const ended = await endSession(db, { ...session, reason: 'ended-by-keeper', now });
    return ended ? { ended: 1 } : refuse('session.not-found');
  },

  async suggest({ db }) {
    const { rules } = await readPasswordSettings(db);
    return { password: firstTimePassword(rules.minimum) };
  },
});

type Asked = Pick<Context<Route>, 'db' | 'scope' | 'actor' | 'now' | 'request' | 'services'> & {
  input: { userName: string };
};

const standingOf = ({ isSelf, state, secondFactor, roles }: store.StoredAccount): Standing => ({
  isSelf,
  isClosed: state === 'closed',
  isLocked: state === 'locked',
  hasFactor: secondFactor !== null,
  roles,
});

/** The account, held, when nothing stands against the act. */
async function mayDo(
  { db, scope, actor, now, input, request }: Asked,
  act: AccountAct,
): Promise<store.Account> {
  const account = await store.findKeeper(db, scope, input.userName, now);
  if (!account) return refuse('portal-account.not-found');
  const standing = { ...account, isSelf: account.id === actor?.userId };
  const refused = againstAct(act, actor?.roles ?? [], standing);
  if (refused) return refuse(refused.code, { why: refused.why });
  request.subject = { table: 'users', id: account.id };
  return account;
}

const endAll = (
  { db, actor, services }: Asked,
  userId: number,
  reason: 'password-changed' | 'factor-changed' | 'ended-by-keeper',
): Promise<number> =>
  endSessionsOf(db, [userId], { reason, now: services.signIn.time.now(), keep: actor?.sessionId });
