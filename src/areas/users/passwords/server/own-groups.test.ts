/** A group administrator cannot make somebody's account their own group's (specification §6). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { groupActs } from '#areas/groups/acts/contract.ts';
import { groups } from '#areas/groups/contract.ts';
import { lockForm } from '#areas/internet/lock-form/contract.ts';
import { access } from '#areas/superadmin/access/contract.ts';
import { users } from '#areas/users/contract.ts';
import { userMemberships } from '#areas/users/memberships/contract.ts';
import type { Caller } from '#server/testing/house.ts';

import { passwords } from '../contract.ts';
import { openPasswords } from './testing.ts';

const { house, ict, superadmin, stored } = await openPasswords();
let gro: Caller;

const change = (userName: string) => ({ userName, newPassword: 'fjellbekk7', repeatPassword: 'fjellbekk7' });
const person = (id: string, role?: 'teacher' | 'contactTeacher' | 'student') => ({
  kind: 'user' as const,
  id,
  ...(role && { role }),
});
const site = (value: boolean) =>
  house.seed(({ tx }) =>
    sql`insert into site_setting values ('teachersSetPasswords', ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(tx),
  );

beforeAll(async () => {
  await house.seed(async (seed) => {
    const staff = (userName: string) => seed.user({ userName, role: 'employee', schools: [{ code: 'FJB' }] });
    await staff('gro.gruppe');
    await staff('vikar.v');
    const shared = await staff('bibliotek');
    await sql`insert into common_user (user_id) values (${shared})`.execute(seed.tx);
    await seed.user({
      userName: 'begge.b',
      schools: [{ code: 'FJB' }, { code: 'LUN', role: 'employee' }],
    });
    await seed.group({ name: 'FJB Egen', type: 'access', school: 'FJB' });
  });
  gro = await house.signIn('groupAdministrator', { school: 'FJB', userName: 'gro.gruppe' });
  await house.signIn('teacher', { school: 'FJB', userName: 'gro.gruppe' });
  await gro.call(groupActs.addMembers, {
    groupName: 'FJB Egen',
    members: [person('ole.o'), person('vikar.v'), person('bibliotek')],
  });
});

beforeEach(() => site(true));

describe('nobody writes a teaching role for themselves', () => {
  it.each(['teacher', 'contactTeacher'] as const)('not as %s, whatever they are called by', async (role) => {
    const { failed } = await gro.call(groupActs.addMembers, {
      groupName: 'FJB Egen',
      members: [person('GRO.gruppe', role)],
    });
    expect(failed).toEqual([{ id: 'GRO.gruppe', code: 'group.own-teacher', params: {} }]);
    expect(
      await ict.call(groupActs.addMembers, { groupName: 'FJB Egen', members: [person('ida.ikt', role)] }),
    ).toMatchObject({ succeeded: [] });
  });

  it('not with a new group either', async () => {
    expect(
      await ict.refused(groupActs.add, {
        name: 'Min egen',
        type: 'access',
        members: [person('ida.ikt', 'teacher')],
      }),
    ).toMatchObject({ code: 'group.own-teacher', fields: [{ path: 'members' }] });
  });

  it('an ordinary membership of one’s own stays possible', async () => {
    expect(
      await gro.call(userMemberships.update, {
        userName: 'gro.gruppe',
        addGroups: ['FJB Egen'],
        removeGroups: [],
      }),
    ).toMatchObject({ succeeded: ['FJB Egen'] });
  });
});

describe('a role somebody wrote for themselves before this was refused', () => {
  it('gives no right over those in the group', async () => {
    await house.seed(async ({ tx, groupId, userId }) => {
      const me = await userId('gro.gruppe');
      await sql`insert into membership (group_id, user_id, role, added_at, given_by)
        values (${await groupId('FJB Egen')}, ${me}, 'teacher', now(), ${me})`.execute(tx);
    });
    for (const userName of ['ole.o', 'vikar.v', 'bibliotek']) {
      expect(await gro.refused(passwords.change, change(userName))).toMatchObject({ code: 'user.not-found' });
      expect(await gro.refused(passwords.unlock, { userName })).toMatchObject({ code: 'user.not-found' });
      expect(await stored(userName)).toMatchObject({ password: null });
    }
    expect(await lockable()).not.toContain('FJB Egen');
  });
});

const lockable = async () => {
  const { Items } = await gro.call(lockForm.targets, { search: 'egen' });
  return Items.map(({ name }) => name);
};

describe('a teaching role that a colleague gave', () => {
  beforeAll(async () => {
    await ict.call(groupActs.removeMembers, { groupName: 'FJB Egen', members: [person('gro.gruppe')] });
    await ict.call(groupActs.addMembers, {
      groupName: 'FJB Egen',
      members: [person('gro.gruppe', 'teacher'), person('nora.n'), person('begge.b'), person('kari.laerer')],
    });
  });

  it('opens the pupils the colleague put there, and not those one put there oneself', async () => {
    await gro.call(passwords.change, change('nora.n'));
    expect(await gro.refused(passwords.change, change('ole.o'))).toMatchObject({ code: 'user.not-found' });
  });

  it.each(['kari.laerer', 'begge.b'])(
    'opens no account like %s’s, who is not a pupil alone',
    async (userName) => {
      for (const refused of [
        await gro.refused(passwords.change, change(userName)),
        await gro.refused(passwords.unlock, { userName }),
      ]) {
        expect(refused).toMatchObject({ code: 'access.denied', why: { rule: 'password.pupils-only' } });
        expect(refused.why?.grantedBy).not.toContain('teacher');
      }
      expect(await gro.call(users.get, { name: userName })).toMatchObject({
        cannot: expect.arrayContaining([
          expect.objectContaining({ act: 'setPassword', rule: 'password.pupils-only' }),
        ]),
      });
    },
  );

  it('opens none where the site does not let teachers set passwords', async () => {
    await site(false);
    for (const refused of [
      await gro.refused(passwords.change, change('nora.n')),
      await gro.refused(passwords.unlock, { userName: 'nora.n' }),
    ]) {
      expect(refused).toMatchObject({ code: 'access.denied', why: { rule: 'teachersSetPasswords' } });
    }
    const { cannot } = await gro.call(users.get, { name: 'nora.n' });
    expect(cannot).toContainEqual(
      expect.objectContaining({ act: 'setPassword', rule: 'teachersSetPasswords' }),
    );
  });

  it('lets no lock be laid on a group one has filled oneself', async () => {
    expect(await lockable()).not.toContain('FJB Egen');
    await gro.call(groupActs.removeMembers, {
      groupName: 'FJB Egen',
      members: [person('ole.o'), person('vikar.v'), person('bibliotek')],
    });
    expect(await lockable()).toContain('FJB Egen');
    await house.seed((seed) => seed.group({ name: 'FJB Andre', type: 'nested', school: 'FJB' }));
    await gro.call(groupActs.addMembers, {
      groupName: 'FJB Egen',
      members: [{ kind: 'group', id: 'FJB Andre' }],
    });
    expect(await lockable()).not.toContain('FJB Egen');
    expect((await gro.call(groups.get, { name: 'FJB Egen' })).name).toBe('FJB Egen');
  });
});

const canSet = async (userName: string) => {
  const { Items } = await superadmin.call(access.whoCan, { userName });
  return Items.filter(({ acts }) => acts.includes('passwords.set')).map((one) => one.userName);
};

it('"who can" names a teacher only where the rule lets teachers', async () => {
  expect(await canSet('nora.n')).toEqual(expect.arrayContaining(['gro.gruppe', 'ida.ikt']));
  expect(await canSet('begge.b')).not.toContain('gro.gruppe');
  await site(false);
  expect(await canSet('nora.n')).not.toContain('gro.gruppe');
});
