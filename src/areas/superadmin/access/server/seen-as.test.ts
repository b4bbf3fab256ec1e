import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Caller, openHouse } from '#server/testing/house.ts';

import { access } from '../contract.ts';

const house = await openHouse();
let ict: Caller;
let central: Caller;

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const fjordby = await seed.schoolId('FJB');
    const kari = await seed.user({ userName: 'kari', role: 'employee', schools: [{ code: 'FJB' }] });
    await seed.grant(kari, 'teacher', fjordby);
    await seed.grant(kari, 'schoolAdministrator', await seed.schoolId('LUN'));
    const borte = await seed.user({
      userName: 'borte',
      role: 'employee',
      schools: [{ code: 'FJB' }],
      columns: { deactivated: true },
    });
    await seed.grant(borte, 'schoolIct', fjordby);
    await seed.user({ userName: 'uten', role: 'employee', schools: [{ code: 'FJB' }] });
    await seed.user({ userName: 'fremmed', role: 'employee', schools: [{ code: 'LUN' }] });
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  central = await house.signIn('superadmin');
});

const rightOf = async (by: Caller, userName: string, permission: string) => {
  const { Items } = await by.call(access.seeAs, { userName });
  return Items.find((right) => right.permission === permission);
};

describe('a colleague’s roles', () => {
  it('are those at the school one stands at, with what each gives', async () => {
    const { Items } = await ict.call(access.roles, { userName: 'kari' });
    expect(Items).toMatchObject([{ role: 'teacher', school: { code: 'FJB' }, isInForce: true }]);
    expect(Items[0]?.gives).toContainEqual({ permission: 'users.read', reach: 'own-groups' });
    expect((await central.call(access.roles, { userName: 'kari' })).Items).toHaveLength(2);
  });

  it('rest while the place is blocked', async () => {
    await house.seed(({ tx }) => sql`update school_user set blocked = true`.execute(tx));
    expect((await ict.call(access.roles, { userName: 'kari' })).Items).toMatchObject([{ isInForce: false }]);
    expect(await rightOf(ict, 'kari', 'users.read')).toMatchObject({ reach: null });
    await house.seed(({ tx }) => sql`update school_user set blocked = false`.execute(tx));
  });
});

describe('seeing as a colleague', () => {
  it('tells what they have here, how far it reaches, and why they lack the rest', async () => {
    expect(await rightOf(ict, 'kari', 'users.read')).toEqual({
      permission: 'users.read',
      reach: 'own-groups',
      why: null,
    });
    expect(await rightOf(ict, 'kari', 'users.delete')).toMatchObject({
      reach: null,
      why: { rule: 'users.delete', grantedBy: expect.arrayContaining(['schoolIct']) },
    });
  });

  it('says of teachers’ passwords what the password itself would be refused with', async () => {
    expect(await rightOf(ict, 'kari', 'passwords.set')).toMatchObject({
      reach: null,
      why: { rule: 'teachersSetPasswords', grantedBy: expect.not.arrayContaining(['teacher']) },
    });
  });

  it('names no teacher among those who can set passwords, unless the site lets teachers', async () => {
    const shut = await whoSetsPasswords();
    expect(shut.who).toEqual(expect.arrayContaining(['schoolIct']));
    expect(shut.who).not.toContain('teacher');
    expect(shut.gives).not.toContain('passwords.set');
    await house.seed(({ tx }) =>
      sql`insert into site_setting values ('teachersSetPasswords', 'true')`.execute(tx),
    );
    const open = await whoSetsPasswords();
    expect(open.who).toContain('teacher');
    expect(open.gives).toContain('passwords.set');
    await house.seed(({ tx }) =>
      sql`delete from site_setting where key = 'teachersSetPasswords'`.execute(tx),
    );
  });

  it('is logged, about the person', async () => {
    await ict.call(access.seeAs, { userName: 'kari' });
    const { rows } = await sql<{ params: unknown; by: string }>`
      select message_params as params, actor_name as by from journal.operation
       where event = 'user.seen-as' order by id desc limit 1`.execute(house.db);
    expect(rows).toMatchObject([{ by: ict.actor.userName, params: { table: 'users' } }]);
  });

  it('opens nothing of a closed account, and nobody of another school', async () => {
    const { signsIn, Items } = await ict.call(access.seeAs, { userName: 'borte' });
    expect([signsIn, Items.filter(({ reach }) => reach !== null)]).toEqual([false, []]);
    for (const route of [access.roles, access.seeAs]) {
      expect(await ict.refused(route, { userName: 'fremmed' })).toMatchObject({ code: 'user.not-found' });
    }
  });
});

/** As ICT staff is told. */
const whoSetsPasswords = async () => ({
  // Somebody without any role is told who can; a teacher what the role gives.
  who: (await rightOf(ict, 'uten', 'passwords.set'))?.why?.grantedBy,
  gives: (await ict.call(access.roles, { userName: 'kari' })).Items[0]?.gives.map(
    ({ permission }) => permission,
  ),
});
