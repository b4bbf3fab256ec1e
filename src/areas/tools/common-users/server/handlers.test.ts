import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { commonUsers } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  const account = (userName: string, code: string, columns = {}) =>
    seed.user({ userName, firstName: userName, lastName: '', schools: [{ code }], columns });
  await seed.user({
    userName: 'berit.bok',
    firstName: 'Berit',
    lastName: 'Bok',
    role: 'employee',
    schools: [{ code: 'FJB' }],
  });
  await seed.user({
    userName: 'skjult.s',
    firstName: 'Skjult',
    lastName: 'Solli',
    role: 'employee',
    schools: [{ code: 'FJB' }],
    columns: { shielded: true },
  });
  await account('fjb.bibliotek', 'FJB', {
    description: 'Maskinen i biblioteket',
    last_login_at: '2026-11-19T08:00:00Z',
  });
  await account('fjb.resepsjon', 'FJB', { description: 'Resepsjonen' });
  await account('lun.bibliotek', 'LUN');
  await account('fjb.elev', 'FJB');
  await sql`
    insert into common_user (user_id, responsible_id)
    select u.id, r.id from users u left join users r on r.user_name =
           case u.user_name when 'fjb.bibliotek' then 'berit.bok' when 'fjb.resepsjon' then 'skjult.s' end
     where u.user_name in ('fjb.bibliotek', 'fjb.resepsjon', 'lun.bibliotek')`.execute(seed.tx);
  await seed.group({
    name: 'FJB Voksenopplæring',
    displayName: 'Voksenopplæring',
    type: 'predefined',
    school: 'FJB',
  });
  await seed.member({ group: 'FJB Voksenopplæring', user: 'fjb.elev' });
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const central = await house.signIn('centralAdmin');
const teacher = await house.signIn('teacher', { school: 'FJB' });
const superadmin = await house.signIn('superadmin', { school: 'LUN' });

const password = { newPassword: 'blåbær 42 tur', repeatPassword: 'blåbær 42 tur' };

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
    expect((await central.call(commonUsers.list, {})).TotalItems).toBe(3);
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

  it('is not set by those who only read', async () => {
    expect(
      await central.refused(commonUsers.changePassword, { userName: 'fjb.bibliotek', ...password }),
    ).toMatchObject({ code: 'access.denied', why: { rule: 'common-users.update' } });
  });
});

const operationOf = async (event: string) => {
  const { rows } = await sql<{ tables: string[]; text: string }>`
    select array(select distinct table_name from journal.change c where c.operation_id = o.id order by 1) as tables,
           o::text || (select string_agg(c::text, ' ') from journal.change c where c.operation_id = o.id) as text
      from journal.operation o where o.event = ${event} order by o.id desc limit 1`.execute(house.db);
  return rows[0];
};

const scene = {
  userName: 'FJB.scene',
  displayName: 'Scenen',
  description: 'Maskinen ved scenen',
  responsible: 'berit.bok',
  ...password,
};

describe('a shared account of one’s own making', () => {
  it('is made at the school with its password, for the directory to learn of', async () => {
    expect(await ict.call(commonUsers.add, scene)).toMatchObject({
      userName: 'fjb.scene',
      displayName: 'Scenen',
      description: 'Maskinen ved scenen',
      responsible: { userName: 'berit.bok', displayName: 'Berit Bok' },
      school: 'Fjordby skole',
    });
    const made = await operationOf('common-user.created');
    expect(made?.tables).toEqual(['account_password', 'common_user', 'school_user', 'users']);
    expect(made?.text).not.toContain('blåbær');
    expect((await superadmin.call(commonUsers.list, {})).TotalItems).toBe(1);
  });

  it.each([
    [{ userName: 'FJB.scene' }, 'user.name-taken', 'userName taken'],
    [{ userName: 'med mellomrom' }, 'request.invalid', 'userName accountName'],
    [{ userName: 'fjb.to', displayName: '' }, 'request.invalid', 'displayName required'],
    [
      { userName: 'fjb.to', repeatPassword: 'noe annet 1' },
      'request.invalid',
      'repeatPassword passwordsDiffer',
    ],
    [
      { userName: 'fjb.to', newPassword: 'bareord', repeatPassword: 'bareord' },
      'password.refused',
      'newPassword passwordNumber',
    ],
    [{ userName: 'fjb.to', responsible: 'fjb.elev' }, 'request.invalid', 'responsible employee'],
    [{ userName: 'fjb.to', responsible: 'fjb.bibliotek' }, 'request.invalid', 'responsible employee'],
    [{ userName: 'fjb.to', responsible: 'skjult.s' }, 'request.invalid', 'responsible employee'],
  ])('is refused for %o', async (changes, code, field) => {
    const problem = await ict.refused(commonUsers.add, { ...scene, ...changes });
    expect([problem.code, ...problem.fields.map(({ path, key }) => `${path} ${key}`)]).toEqual([code, field]);
    expect((await ict.call(commonUsers.list, { search: 'fjb.to' })).TotalItems).toBe(0);
  });

  it('is at a school, and for those who may', async () => {
    const owner = await house.signIn('superadmin');
    const wanted = { ...scene, userName: 'ingen.skole' };
    expect(await owner.refused(commonUsers.add, wanted)).toMatchObject({ code: 'school.not-chosen' });
    expect(await central.refused(commonUsers.add, wanted)).toMatchObject({ code: 'access.denied' });
  });

  it('is changed as long as nobody else changed it meanwhile', async () => {
    const [{ version } = { version: 0 }] = (await ict.call(commonUsers.list, { search: 'scene' })).Items;
    const wish = { userName: 'fjb.scene', version };
    expect(
      await ict.call(commonUsers.update, { ...wish, displayName: 'Storsalen', responsible: '' }),
    ).toMatchObject({ displayName: 'Storsalen', description: 'Maskinen ved scenen', responsible: null });
    expect((await operationOf('common-user.updated'))?.tables).toEqual(['common_user', 'users']);
    expect(await ict.refused(commonUsers.update, { ...wish, displayName: 'Salen' })).toMatchObject({
      code: 'row.stale',
    });
    for (const userName of ['berit.bok', 'lun.bibliotek']) {
      expect(await ict.refused(commonUsers.update, { userName, version: 1, description: 'x' })).toMatchObject(
        {
          code: 'user.not-found',
        },
      );
    }
  });

  it('is deleted for good, and its name is given to nobody', async () => {
    const result = await ict.call(commonUsers.remove, {
      userNames: ['fjb.scene', 'berit.bok', 'lun.bibliotek'],
    });
    expect(result.succeeded).toEqual(['fjb.scene']);
    expect(result.failed.map(({ id, code }) => [id, code])).toEqual([
      ['berit.bok', 'user.not-found'],
      ['lun.bibliotek', 'user.not-found'],
    ]);
    expect((await ict.call(commonUsers.list, { search: 'scene' })).TotalItems).toBe(0);
    expect((await operationOf('common-user.deleted'))?.tables).toContain('account_removal');
    expect(await ict.refused(commonUsers.add, scene)).toMatchObject({ code: 'user.name-taken' });
    expect(await central.refused(commonUsers.remove, { userNames: ['fjb.bibliotek'] })).toMatchObject({
      code: 'access.denied',
    });
  });
});

describe('a shared account that is more than a school’s own', () => {
  it('is deleted by a superadmin alone when it has an administrator’s role', async () => {
    await house.seed(async (seed) => {
      await seed.grant(await seed.userId('fjb.resepsjon'), 'schoolAdministrator', await seed.schoolId('FJB'));
    });
    const asked = { userNames: ['fjb.resepsjon'] };
    expect((await ict.call(commonUsers.remove, asked)).failed).toMatchObject([
      { id: 'fjb.resepsjon', code: 'user.admin-account' },
    ]);
    const owner = await house.signIn('superadmin', { school: 'FJB' });
    expect((await owner.call(commonUsers.remove, asked)).succeeded).toEqual(asked.userNames);
  });

  it('is deleted by the school it is of, where it is of several', async () => {
    await house.seed(({ tx }) =>
      sql`insert into school_user (school_id, user_id, role, is_primary, added_at)
          select s.id, u.id, 'employee', false, ${house.clock.now()} from school s, users u
           where s.code = 'FJB' and u.user_name = 'lun.bibliotek'`.execute(tx),
    );
    const asked = { userNames: ['lun.bibliotek'] };
    expect((await ict.call(commonUsers.remove, asked)).failed).toMatchObject([{ code: 'user.not-found' }]);
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
    expect(await central.call(commonUsers.voxGroup, {})).toMatchObject({ enabled: false });
  });

  it('is not for teachers', async () => {
    expect(await teacher.refused(commonUsers.voxGroup, {})).toMatchObject({ code: 'access.denied' });
  });
});
