/** The accounts of those who keep the portal, and their sessions. */
import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { logs } from '#areas/logs/contract.ts';
import { setPasswordHash } from '#server/session/account.ts';
import { hashPassword } from '#server/session/password.ts';
import { hasSecondFactor, setUpSecondFactor } from '#server/session/second-factor.ts';
import { insertSession } from '#server/session/store.ts';
import { openHouse } from '#server/testing/house.ts';

import { portalAccounts } from '../contract.ts';

const house = await openHouse();
await house.seed(async (rows) => {
  await rows.school('FJB', 'Fjordby skole');
  await rows.user({ userName: 'laerer', role: 'employee', schools: [{ code: 'FJB' }] });
  await rows.user({ userName: 'sjef', role: 'employee', schools: [{ code: 'FJB' }] });
});
const keeper = await house.signIn('centralAdmin');
const boss = await house.signIn('superadmin', { userName: 'sjef' });
const NEW = 'fjellbekk 7 renner';
const twice = { newPassword: NEW, repeatPassword: NEW };

let made = 0;
let userName = '';
beforeEach(async () => {
  made += 1;
  userName = `vokter${made}`;
  await keeper.call(portalAccounts.add, {
    userName,
    firstName: 'Vera',
    lastName: `Vokter ${made}`,
    ...twice,
  });
});

const rowOf = async (name: string, by = keeper) =>
  (await by.call(portalAccounts.list, { pageSize: 500 })).Items.find((row) => row.userName === name);
const idOf = (name: string) => house.seed(({ userId }) => userId(name));

async function openSession(name: string): Promise<string> {
  const [id, userId, now] = [randomUUID(), await idOf(name), house.clock.now()];
  const session = { authLevel: 'password', schoolId: undefined, federationHint: undefined } as const;
  await insertSession(house.db, {
    ...session,
    id,
    userId,
    companionHash: Buffer.alloc(32),
    now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    ip: '10.0.0.1',
    userAgent: 'Firefox',
  });
  return id;
}

async function giveFactor(name: string): Promise<void> {
  const id = await idOf(name);
  const { factors: vault } = house.services.signIn;
  await house.seed(({ tx }) =>
    setUpSecondFactor({ tx, vault, now: house.clock.now() }, id, randomBytes(20), 1),
  );
}

/** What the seed gives, as a portal account with a password. */
const giveRole = (name: string, role: 'superadmin' | 'schoolIct') =>
  house.seed(async (rows) =>
    rows.grant(await rows.userId(name), role, role === 'schoolIct' ? await rows.schoolId('FJB') : undefined),
  );

describe('an account of a keeper', () => {
  it('is made with the role of a keeper alone, by a named person, and a password to be changed', async () => {
    expect(await rowOf(userName)).toMatchObject({
      displayName: `Vera Vokter ${made}`,
      roles: ['centralAdmin'],
      state: 'open',
      mustChange: true,
      secondFactor: null,
      sessions: 0,
      addedBy: keeper.actor.userName,
      isSelf: false,
      can: ['password', 'close', 'sessions'],
    });
    const { Items } = await boss.call(logs.audit, { event: ['portal-account.added'], search: userName });
    expect(Items[0]).toMatchObject({ actor: keeper.actor.userName, target: { key: userName } });
    const again = { userName, firstName: 'A', lastName: 'B', ...twice };
    expect(await keeper.refused(portalAccounts.add, again)).toMatchObject({ code: 'user.name-taken' });
    const weak = { ...again, userName: `${userName}b`, newPassword: 'passord1', repeatPassword: 'passord1' };
    expect(await keeper.refused(portalAccounts.add, weak)).toMatchObject({ code: 'password.refused' });
  });

  it('is listed without the people of the schools, whatever roles they hold', async () => {
    await house.seed(async (rows) => rows.grant(await rows.userId('laerer'), 'centralAdmin', undefined));
    for (const by of [keeper, boss]) {
      expect(await rowOf('laerer', by)).toBeUndefined();
      expect(await rowOf('sjef', by)).toBeUndefined();
    }
    expect(await keeper.refused(portalAccounts.unlock, { userName: 'laerer' })).toMatchObject({
      code: 'portal-account.not-found',
    });
  });

  it('has a new password and no lock, and its sessions end', async () => {
    await openSession(userName);
    await house.seed(async ({ tx, userId }) => {
      const until = new Date(house.clock.now().getTime() + 60_000);
      await setPasswordHash(tx, await userId(userName), await hashPassword('noe annet 9'), house.clock.now());
      await sql`update users set sign_in_locked_until = ${until} where user_name = ${userName}`.execute(tx);
    });
    expect(await rowOf(userName)).toMatchObject({ state: 'locked', mustChange: false, sessions: 1 });
    await keeper.call(portalAccounts.setPassword, { userName, ...twice });
    expect(await rowOf(userName)).toMatchObject({ state: 'open', mustChange: true, sessions: 0 });
  });

  it('loses the one-time codes of a lost telephone, and its sessions', async () => {
    await giveFactor(userName);
    await openSession(userName);
    expect(await rowOf(userName)).toMatchObject({ can: ['password', 'factor', 'close', 'sessions'] });
    await keeper.call(portalAccounts.removeFactor, { userName });
    expect(await hasSecondFactor(house.db, await idOf(userName))).toBe(false);
    expect(await rowOf(userName)).toMatchObject({ secondFactor: null, sessions: 0 });
    expect(await keeper.refused(portalAccounts.removeFactor, { userName })).toMatchObject({
      code: 'second-factor.not-set-up',
    });
  });

  it('is closed with its sessions, and opened again', async () => {
    await openSession(userName);
    await keeper.call(portalAccounts.close, { userName });
    expect(await rowOf(userName)).toMatchObject({ state: 'closed', sessions: 0, can: ['open'] });
    expect(await keeper.refused(portalAccounts.setPassword, { userName, ...twice })).toMatchObject({
      code: 'portal-account.closed',
    });
    await keeper.call(portalAccounts.open, { userName });
    expect(await rowOf(userName)).toMatchObject({ state: 'open' });
  });

  it('has its sessions listed, and ended one by one or all at once', async () => {
    const [first] = [await openSession(userName), await openSession(userName), await openSession(userName)];
    const listed = async () => (await keeper.call(portalAccounts.sessions, { userName })).Items;
    expect(await listed()).toMatchObject([{ userName }, { ip: '10.0.0.1' }, { authLevel: 'password' }]);
    const end = (id?: string) => keeper.call(portalAccounts.endSessions, { userName, ...(id && { id }) });
    expect(await end(first)).toEqual({ ended: 1 });
    expect(await keeper.refused(portalAccounts.endSessions, { userName, id: first ?? '' })).toMatchObject({
      code: 'session.not-found',
    });
    expect(await end()).toEqual({ ended: 2 });
    expect(await listed()).toEqual([]);
    await openSession('laerer');
    expect((await keeper.call(portalAccounts.sessions, { userName: 'laerer' })).Items).toEqual([]);
  });

  it.each(['superadmin', 'schoolIct'] as const)(
    'that is %s too is a superadmin’s alone to open',
    async (role) => {
      await giveRole(userName, role);
      await giveFactor(userName);
      const acts = [
        [portalAccounts.setPassword, { userName, ...twice }],
        [portalAccounts.removeFactor, { userName }],
        [portalAccounts.close, { userName }],
        [portalAccounts.endSessions, { userName }],
      ] as const;
      for (const [route, input] of acts) {
        expect((await keeper.request(route.signature, input)).body).toMatchObject({
          status: 403,
          code: 'portal-account.reads-people',
          why: { grantedBy: ['superadmin'] },
        });
      }
      expect(await rowOf(userName)).toMatchObject({ can: [] });
      expect(await rowOf(userName, boss)).toMatchObject({ can: ['password', 'factor', 'close', 'sessions'] });
      for (const [route, input] of acts)
        expect((await boss.request(route.signature, input)).status).toBe(200);
    },
  );

  it('is never one’s own to change here', async () => {
    const own = keeper.actor.userName;
    expect(await rowOf(own)).toMatchObject({ isSelf: true, can: ['sessions'] });
    for (const route of [portalAccounts.close, portalAccounts.removeFactor]) {
      expect(await keeper.refused(route, { userName: own })).toMatchObject({ code: 'portal-account.own' });
    }
    const password = { userName: own, ...twice };
    expect(await keeper.refused(portalAccounts.setPassword, password)).toMatchObject({
      code: 'portal-account.own',
    });
  });

  it('is brought back by undo only for those who may undo, and is the one it was', async () => {
    await keeper.call(portalAccounts.close, { userName });
    const { Items } = await boss.call(logs.audit, { event: ['portal-account.closed'], search: userName });
    const id = Items[0]?.id ?? 0;
    expect((await keeper.request('POST /operation/undo', { id })).status).toBe(403);
    expect((await boss.request('POST /operation/undo', { id })).status).toBeLessThan(300);
    await expect.poll(async () => (await rowOf(userName))?.state).toBe('open');
  });
});
