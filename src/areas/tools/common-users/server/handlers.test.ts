import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { commonUsers } from '../contract.ts';
import { openCommonUsers, password } from './testing.ts';

const { house, ict, leader, central, teacher, superadmin } = await openCommonUsers();

describe('the shared accounts', () => {
  it('of the school are listed with who answers for them', async () => {
    const { Items, TotalItems } = await ict.call(commonUsers.list, {});
    expect(TotalItems).toBe(2);
    expect(Items[0]).toEqual({
      userName: 'fjb.bibliotek',
      displayName: 'fjb.bibliotek',
      description: 'Maskinen i biblioteket',
      responsible: { userName: 'berit.bok', displayName: 'Berit Bok' },
      lastLogin: '2026-11-19T08:00:00.000Z',
      passwordChanged: null,
      school: 'Fjordby skole',
      version: 1,
    });
  });

  it('name no protected person to those who may not see them', async () => {
    const named = async (caller: typeof ict) =>
      (await caller.call(commonUsers.list, { search: 'resepsjon' })).Items.map((row) => row.responsible);
    expect(await named(ict)).toEqual([null]);
    expect(await named(leader)).toEqual([{ userName: 'skjult.s', displayName: 'Skjult Solli' }]);
  });

  it('of all schools are seen by central roles', async () => {
    expect((await superadmin.call(commonUsers.list, {})).Items.map(({ userName }) => userName)).toEqual([
      'lun.bibliotek',
    ]);
  });

  it('are found by words of their description, and sorted by who answers for them', async () => {
    const { Items } = await leader.call(commonUsers.list, { sortBy: 'responsible', sortDir: 'desc' });
    expect(Items.map(({ userName }) => userName)).toEqual(['fjb.resepsjon', 'fjb.bibliotek']);
    expect((await ict.call(commonUsers.list, { search: 'maskinen' })).TotalItems).toBe(1);
  });

  it('are not for teachers', async () => {
    expect(await teacher.refused(commonUsers.list, {})).toMatchObject({
      code: 'access.denied',
      why: { rule: 'common-users.read' },
    });
  });
});

describe('the password of a shared account', () => {
  beforeAll(() =>
    house.seed(({ tx }) =>
      sql`update users set locked_until = '2026-11-20T13:00:00Z' where user_name = 'fjb.bibliotek'`.execute(
        tx,
      ),
    ),
  );

  it('is set for good, logged, and nowhere in clear', async () => {
    await ict.call(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...password });
    const [row] = (await ict.call(commonUsers.list, { search: 'bibliotek' })).Items;
    expect(row?.passwordChanged).not.toBeNull();
    const { rows } = await sql<{ mustChange: boolean; text: string; event: string; locked: Date | null }>`
      select u.must_change_password, u.locked_until as locked, o.event,
             o::text || (select string_agg(c::text, ' ') from journal.change c where c.operation_id = o.id) as text
        from journal.operation o, users u
       where u.user_name = 'fjb.bibliotek' order by o.id desc limit 1`.execute(house.db);
    expect(rows[0]).toMatchObject({
      event: 'common-user.password-changed',
      mustChangePassword: false,
      locked: null,
    });
    expect(rows[0]?.text).not.toContain('blåbær');
  });

  it('is not the way to anybody else’s', async () => {
    for (const userName of ['berit.bok', 'fjb.elev', 'lun.bibliotek', 'ingen']) {
      expect(await ict.refused(commonUsers.changePassword, { userName, ...password })).toMatchObject({
        code: 'user.not-found',
      });
    }
  });

  it('follows the rules for passwords, and is typed twice alike', async () => {
    const short = { newPassword: 'kort1', repeatPassword: 'kort1' };
    expect(
      await ict.refused(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...short }),
    ).toMatchObject({ fields: [{ path: 'newPassword' }] });
    const other = { ...password, repeatPassword: 'blåbær 43 tur' };
    expect(
      await ict.refused(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...other }),
    ).toMatchObject({ fields: [{ path: 'repeatPassword', key: 'passwordsDiffer' }] });
  });

  it('of an account that is over, or has an administrator’s role, is not the school’s to set', async () => {
    const refusal = () => ict.refused(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...password });
    await house.seed(({ tx }) =>
      sql`update users set expires_on = '2026-11-19' where user_name = 'fjb.bibliotek'`.execute(tx),
    );
    expect(await refusal()).toMatchObject({ status: 409, code: 'user.expired' });
    await house.seed(({ tx }) =>
      sql`update users set expires_on = null where user_name = 'fjb.bibliotek'`.execute(tx),
    );
    await house.seed(async (seed) =>
      seed.grant(await seed.userId('fjb.bibliotek'), 'schoolIct', await seed.schoolId('FJB')),
    );
    expect(await refusal()).toMatchObject({
      status: 403,
      code: 'password.admin-account',
      why: { grantedBy: ['superadmin'] },
    });
    await house.seed(({ tx }) =>
      sql`delete from role_grant g using users u where u.id = g.user_id and u.user_name = 'fjb.bibliotek'`.execute(
        tx,
      ),
    );
    await ict.call(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...password });
  });

  it('needs a number, as the rules of the site say', async () => {
    const words = { newPassword: 'bare bokstaver', repeatPassword: 'bare bokstaver' };
    expect(
      await ict.refused(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...words }),
    ).toMatchObject({
      status: 422,
      code: 'password.refused',
      fields: [{ path: 'newPassword', key: 'passwordNumber' }],
    });
  });

  it('is not set by those who only read', async () => {
    expect(
      await central.refused(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...password }),
    ).toMatchObject({ code: 'access.denied', why: { rule: 'common-users.update' } });
  });
});

describe('the group for adult education', () => {
  it('is the school’s own, found by its name', async () => {
    expect(await ict.call(commonUsers.voxGroup, {})).toEqual({
      groupName: 'FJB Voksenopplæring',
      enabled: true,
      memberCount: 1,
    });
    expect(await superadmin.call(commonUsers.voxGroup, {})).toEqual({
      groupName: null,
      enabled: false,
      memberCount: 0,
    });
  });

  it('is not for teachers', async () => {
    expect(await teacher.refused(commonUsers.voxGroup, {})).toMatchObject({ code: 'access.denied' });
  });
});
