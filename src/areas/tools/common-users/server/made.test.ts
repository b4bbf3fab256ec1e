import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { only } from '#server/testing/only.ts';

import { commonUsers } from '../contract.ts';
import { openCommonUsers, password } from './testing.ts';

const { house, ict, central, teacher, superadmin } = await openCommonUsers();

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

  it('has its school before its name, so that a taken name tells of nobody elsewhere', async () => {
    await house.seed((seed) => seed.user({ userName: 'opptatt', schools: [{ code: 'LUN' }] }));
    const made = await ict.call(commonUsers.add, { ...scene, userName: 'opptatt' });
    expect(made.userName).toBe('fjb.opptatt');
    expect((await ict.call(commonUsers.remove, { userNames: ['fjb.opptatt'] })).succeeded).toHaveLength(1);
    const long = await ict.refused(commonUsers.add, { ...scene, userName: 'skolebiblioteket1' });
    expect(long.fields).toMatchObject([
      { path: 'userName', key: 'accountNameLong', params: { name: 'fjb.skolebiblioteket1', most: 20 } },
    ]);
  });

  it('is tried under taken names only so often, and each try stands in the log', async () => {
    const guesser = await house.signIn('schoolIct', { school: 'FJB' });
    expect(await guesser.refused(commonUsers.add, scene)).toMatchObject({ code: 'user.name-taken' });
    await sql`insert into budget_use (user_id, kind, used_at, amount)
              values (${guesser.actor.userId}, 'taken-answers', ${house.clock.now()}, 48)`.execute(house.db);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => guesser.refused(commonUsers.add, scene)),
    );
    const told = answers.filter(({ code }) => code === 'user.name-taken');
    expect([told.length, answers.length - told.length]).toEqual([1, 5]);
    const { rows } = await sql<{ messageCode: string; tries: number }>`
      select message_code, count(*)::int as tries from journal.operation
       where actor_id = ${guesser.actor.userId} and status = 'failed' group by 1 order by 1`.execute(
      house.db,
    );
    expect(rows).toEqual([
      { messageCode: 'probing.too-many', tries: 5 },
      { messageCode: 'user.name-taken', tries: 2 },
    ]);
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

  it.each([
    [commonUsers.list, { page: 0 }, 'page'],
    [commonUsers.update, { version: 1, displayName: '' }, 'displayName'],
    [commonUsers.update, { version: 1, description: '<b>' }, 'description'],
    [commonUsers.update, { version: 1, responsible: 'fjb.elev' }, 'responsible'],
    [commonUsers.remove, { userNames: [] }, 'userNames'],
  ] as const)('is asked for in right words: $signature %o', async (route, wrong, path) => {
    const words = only(route, { userName: 'fjb.bibliotek', ...wrong });
    const { status, body } = await ict.request(route.signature, words);
    expect([status, body]).toMatchObject([422, { code: 'request.invalid', fields: [{ path }] }]);
  });

  it.each([commonUsers.add, commonUsers.update, commonUsers.remove, commonUsers.changePassword])(
    'is not for those who only read, or teach: $signature',
    async ({ signature }) => {
      for (const caller of [central, teacher]) {
        expect((await caller.request(signature)).body).toMatchObject({
          code: 'access.denied',
          why: { rule: 'common-users.update' },
        });
      }
    },
  );

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
    expect((await ict.call(commonUsers.remove, asked)).failed).toMatchObject([{ code: 'user.other-school' }]);
  });
});
