import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { passwords } from '../contract.ts';
import { openPasswords } from './testing.ts';

const { house, ict, leader, superadmin, teacher, reader, stored, everythingWritten } = await openPasswords();

const wish = (userName: string, newPassword = 'fjellbekk7') => ({
  userName,
  newPassword,
  repeatPassword: newPassword,
});

const setSite = (key: string, value: unknown) =>
  house.seed(({ tx }) =>
    sql`insert into site_setting values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(tx),
  );

describe('setting a password', () => {
  it('keeps it encrypted for the directory, unlocks the account and says so in the journal', async () => {
    await ict.call(passwords.change, wish('NORA.n'));
    expect(await stored('nora.n')).toMatchObject({
      password: 'fjellbekk7',
      mustChange: true,
      mustChangePassword: true,
      lockedUntil: null,
      unlockedAt: new Date('2026-11-20T12:00:00Z'),
    });
    const { rows } = await sql<{ actorName: string; tables: string[] }>`
      select o.actor_name, array(select table_name from journal.change c where c.operation_id = o.id order by 1) as tables
        from journal.operation o where event = 'user.password-changed'`.execute(house.db);
    expect(rows).toEqual([{ actorName: 'ida.ikt', tables: ['account_password', 'users'] }]);
    expect(await everythingWritten()).not.toContain('fjellbekk7');
  });

  it('replaces one the directory has taken, and may leave it at that', async () => {
    await house.seed(({ tx }) =>
      sql`update account_password set cipher = null, taken_at = now()
           where user_id = (select id from users where user_name = 'nora.n')`.execute(tx),
    );
    await ict.call(passwords.change, { ...wish('nora.n', 'bekkefar8'), mustChangeAtLogin: false });
    expect(await stored('nora.n')).toMatchObject({
      password: 'bekkefar8',
      mustChange: false,
      mustChangePassword: false,
    });
  });

  it.each([
    ['kort1', 'minLength'],
    ['bareord', 'passwordNumber'],
    ['passord1', 'passwordCommon'],
    ['ole.o1234', 'passwordName'],
  ])('refuses %s, pointing at the field', async (password, key) => {
    expect(await ict.refused(passwords.change, wish('ole.o', password))).toMatchObject({
      status: 422,
      fields: [{ path: 'newPassword', key }],
    });
    expect(await stored('ole.o')).toMatchObject({ password: null });
  });

  it('refuses two that are not alike', async () => {
    const input = { ...wish('ole.o'), repeatPassword: 'fjellbekk8' };
    expect(await ict.refused(passwords.change, input)).toMatchObject({
      status: 422,
      fields: [{ path: 'repeatPassword', key: 'passwordsDiffer' }],
    });
  });

  it('follows the site’s own minimum', async () => {
    await setSite('passwordMinimum', 15);
    expect(await ict.call(passwords.rules, {})).toEqual({ minimum: 15, needsNumber: true });
    expect(await ict.refused(passwords.change, wish('ole.o'))).toMatchObject({
      code: 'password.refused',
      fields: [{ key: 'minLength', params: { length: 15 } }],
    });
    await setSite('passwordMinimum', 7);
  });

  it('of oneself, of an expired account, or of an administrator is refused', async () => {
    expect(await ict.refused(passwords.change, wish('ida.ikt'))).toMatchObject({ code: 'password.own' });
    expect(await ict.refused(passwords.change, wish('gone.g'))).toMatchObject({ code: 'user.expired' });
    expect(await leader.refused(passwords.change, wish('ida.ikt'))).toMatchObject({
      status: 403,
      code: 'password.admin-account',
      why: { grantedBy: ['superadmin'] },
    });
    await superadmin.call(passwords.change, wish('ida.ikt'));
  });

  it('of somebody elsewhere, or shielded, is as if they were not', async () => {
    expect(await ict.refused(passwords.change, wish('fremmed.f'))).toMatchObject({ code: 'user.not-found' });
    expect(await ict.refused(passwords.change, wish('hidden.h'))).toMatchObject({ code: 'user.not-found' });
    await leader.call(passwords.change, wish('hidden.h'));
  });

  it('is for a teacher where the site says so, for the pupils they teach', async () => {
    expect(await teacher.refused(passwords.change, wish('nora.n'))).toMatchObject({
      code: 'access.denied',
      why: { rule: 'teachersSetPasswords' },
    });
    await setSite('teachersSetPasswords', true);
    await teacher.call(passwords.change, wish('nora.n'));
    expect(await teacher.refused(passwords.change, wish('per.p'))).toMatchObject({ code: 'user.not-found' });
    expect(await teacher.refused(passwords.change, wish('ida.ikt'))).toMatchObject({ code: 'access.denied' });
  });

  it('is not for who only reads, and not twice under one key', async () => {
    expect(await reader.refused(passwords.change, wish('ole.o'))).toMatchObject({
      code: 'access.denied',
      why: { rule: 'passwords.set' },
    });
    const key = crypto.randomUUID();
    await ict.call(passwords.change, wish('ole.o'), { key });
    expect(await ict.refused(passwords.change, wish('ole.o'), { key })).toMatchObject({
      code: 'request.repeated',
    });
  });
});

describe('a group administrator', () => {
  it('sets passwords of the people of the groups they answer for, and of nobody else', async () => {
    await house.seed(async (seed) => {
      await seed.user({ userName: 'gro.gruppe', role: 'employee', schools: [{ code: 'FJB' }] });
      await seed.group({ name: 'FJB 9B', school: 'FJB' });
      await seed.member({ group: 'FJB 9B', user: 'per.p' });
      await seed.member({ group: 'FJB 9B', user: 'gro.gruppe', role: 'contactTeacher' });
    });
    const gro = await house.signIn('groupAdministrator', { school: 'FJB', userName: 'gro.gruppe' });
    await gro.call(passwords.change, wish('per.p'));
    expect(await stored('per.p')).toMatchObject({ password: 'fjellbekk7' });
    expect(await gro.refused(passwords.change, wish('nora.n'))).toMatchObject({ code: 'user.not-found' });
    expect(await gro.refused(passwords.issue, { userNames: ['per.p'] })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'passwords.issue' },
    });
  });
});

describe('unlocking', () => {
  it('lifts the lock and tells the directory since when', async () => {
    await house.seed(({ tx }) =>
      sql`update users set locked_until = '2026-11-20T12:20:00Z', unlocked_at = null where user_name = 'nora.n'`.execute(
        tx,
      ),
    );
    await ict.call(passwords.unlock, { userName: 'nora.n' });
    expect(await stored('nora.n')).toMatchObject({
      lockedUntil: null,
      unlockedAt: new Date('2026-11-20T12:00:00Z'),
    });
    expect(await leader.refused(passwords.unlock, { userName: 'ida.ikt' })).toMatchObject({
      code: 'password.admin-account',
    });
    expect(await ict.refused(passwords.unlock, { userName: 'fremmed.f' })).toMatchObject({ status: 404 });
    expect(await ict.refused(passwords.unlock, { userName: 'gone.g' })).toMatchObject({
      code: 'user.expired',
    });
    const { rows } = await sql<{ by: string; fields: string[] }>`
      select o.actor_name as by, array(select jsonb_object_keys(c.before)) as fields
        from journal.operation o join journal.change c on c.operation_id = o.id
       where o.event = 'user.unlocked'`.execute(house.db);
    expect(rows).toMatchObject([{ by: 'ida.ikt', fields: expect.arrayContaining(['locked_until']) }]);
  });
});
