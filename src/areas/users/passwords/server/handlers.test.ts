import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { prove } from '#kernel/scope.ts';
import { openHouse } from '#server/testing/house.ts';

import { passwords, type ProtectedChoice } from '../contract.ts';
import { issuePasswords } from './service.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  const pupil = (userName: string, columns = {}, className = '8A') =>
    seed.user({
      userName,
      firstName: 'Áigin',
      lastName: 'Łoś',
      schools: [{ code: 'FJB', className }],
      columns,
    });
  await pupil('nora.n', { locked_until: '2026-11-20T12:20:00Z' });
  await pupil('ole.o');
  await pupil('per.p', {}, '9B');
  await pupil('gone.g', { expires_on: '2026-11-01' });
  await pupil('hidden.h', { shielded: true });
  await seed.user({ userName: 'fremmed.f', schools: [{ code: 'LUN' }] });
  const staff = (userName: string) => seed.user({ userName, role: 'employee', schools: [{ code: 'FJB' }] });
  await staff('kari.laerer');
  await staff('ida.ikt');
  await seed.group({ name: 'FJB 8A', school: 'FJB' });
  await seed.member({ group: 'FJB 8A', user: 'nora.n' });
  await seed.member({ group: 'FJB 8A', user: 'ida.ikt', role: 'assistant' });
  await seed.member({ group: 'FJB 8A', user: 'kari.laerer', role: 'teacher' });
});
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const superadmin = await house.signIn('superadmin', { school: 'FJB' });
const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'kari.laerer' });
const reader = await house.signIn('centralAdmin');

const leaderOf = {
  displayName: '',
  schoolId: await house.db
    .selectFrom('school')
    .select('id')
    .where('code', '=', 'FJB')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id),
  roles: ['schoolAdministrator' as const],
  sessionId: '',
};

const wish = (userName: string, newPassword = 'fjellbekk7') => ({
  userName,
  newPassword,
  repeatPassword: newPassword,
});

async function stored(userName: string) {
  const { rows } = await sql<{
    cipher: Buffer | null;
    mustChange: boolean;
    lockedUntil: Date | null;
    unlockedAt: Date | null;
    mustChangePassword: boolean;
  }>`
    select p.cipher, p.must_change, u.locked_until, u.unlocked_at, u.must_change_password
      from users u left join account_password p on p.user_id = u.id where u.user_name = ${userName}`.execute(
    house.db,
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no ${userName}`);
  return { ...row, password: row.cipher && house.services.passwords.decrypt(row.cipher) };
}

const setSite = (key: string, value: unknown) =>
  house.seed(({ tx }) =>
    sql`insert into site_setting values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(tx),
  );

async function everythingWritten(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select coalesce((select string_agg(o::text, ' ') from journal.operation o), '')
        || coalesce((select string_agg(c::text, ' ') from journal.change c), '')
        || coalesce((select string_agg(a::text, ' ') from journal.answer a), '') as text`.execute(house.db);
  return rows[0]?.text ?? '';
}

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

describe('first-time passwords', () => {
  it('stand in the journal without a word of them, and are answered once only', async () => {
    const key = crypto.randomUUID();
    await ict.call(passwords.issue, { userNames: ['ole.o'] }, { key });
    const { rows } = await sql<{ by: string; tables: string[] }>`
      select o.actor_name as by,
             array(select table_name from journal.change c where c.operation_id = o.id order by 1) as tables
        from journal.operation o where event = 'user.first-time-passwords-issued'
       order by o.id desc limit 1`.execute(house.db);
    expect(rows).toMatchObject([{ by: 'ida.ikt', tables: expect.arrayContaining(['account_password']) }]);
    expect(await ict.refused(passwords.issue, { userNames: ['ole.o'] }, { key })).toMatchObject({
      code: 'request.repeated',
    });
  });

  it('are answered once, kept encrypted, and never written down', async () => {
    const answer = await ict.call(passwords.issue, { userNames: ['ole.o', 'per.p', 'OLE.O'] });
    expect(answer.failed).toEqual([]);
    expect(answer.Items.map(({ userName, className }) => `${userName} ${className}`).toSorted()).toEqual([
      'ole.o 8A',
      'per.p 9B',
    ]);
    const written = await everythingWritten();
    for (const { userName, password } of answer.Items) {
      expect(await stored(userName)).toMatchObject({ password, mustChange: true });
      expect(written).not.toContain(password);
    }
  });

  it('tell who got none, and why', async () => {
    const names = ['ole.o', 'ida.ikt', 'gone.g', 'fremmed.f', 'finnes.ikke'];
    const { Items, failed } = await leader.call(passwords.issue, { userNames: names });
    expect(Items.map(({ userName }) => userName)).toEqual(['ole.o']);
    expect(failed.map(({ id, code }) => [id, code])).toEqual([
      ['ida.ikt', 'password.admin-account'],
      ['gone.g', 'user.expired'],
      ['fremmed.f', 'user.not-found'],
      ['finnes.ikke', 'user.not-found'],
    ]);
  });

  it('are not for administrators even from a superadmin', async () => {
    const { failed } = await superadmin.call(passwords.issue, { userNames: ['ida.ikt'] });
    expect(failed).toMatchObject([{ code: 'password.admin-account' }]);
  });

  it.each(['cards', 'pages'] as const)('come as a PDF with %s', async (layout) => {
    const answer = await ict.request('POST /user/firsttimepasswords', {
      userNames: ['ole.o', 'per.p', 'finnes.ikke'],
      output: 'pdf',
      layout,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(String(answer.headers['content-disposition'])).toContain('F%C3%B8rstegangspassord');
    expect(answer.text.startsWith('%PDF-')).toBe(true);
    const pages = answer.text.match(/\/Type \/Page\b/g)?.length;
    // The last page tells who got none.
    expect(pages).toBe(layout === 'cards' ? 2 : 3);
  });

  it('on paper are not of people with a protected identity, unless somebody says so', async () => {
    const paper = { userNames: ['ole.o', 'hidden.h'], output: 'pdf' as const };
    const before = (await stored('hidden.h')).password;
    const ask = { ...paper, protectedPeople: 'ask' as const };
    const ole = (await stored('ole.o')).password;
    expect(await leader.refused(passwords.issue, ask)).toMatchObject({
      status: 409,
      code: 'password.protected-among',
      params: { count: 1 },
    });
    expect((await stored('ole.o')).password).toBe(ole);

    const pagesOf = async (wanted: object) => {
      const { status, text } = await leader.request('POST /user/firsttimepasswords', wanted);
      expect(status).toBe(200);
      return text.match(/\/Type \/Page\b/g)?.length;
    };
    // One page of cards, and the one that tells how many were left out.
    expect(await pagesOf(paper)).toBe(2);
    expect((await stored('ole.o')).password).not.toBe(ole);
    expect((await stored('hidden.h')).password).toBe(before);
    expect(await pagesOf({ ...paper, protectedPeople: 'include' })).toBe(1);
    expect((await stored('hidden.h')).password).not.toBe(before);
    // Those who do not see them are not told either.
    await ict.request('POST /user/firsttimepasswords', ask).then(({ status }) => expect(status).toBe(200));
  });

  it('on paper do not name protected people who may have none either', async () => {
    await house.seed((seed) =>
      seed.user({
        userName: 'sluttet.skjult',
        schools: [{ code: 'FJB' }],
        columns: { shielded: true, expires_on: '2026-11-01' },
      }),
    );
    const scope = prove({ ...leader.actor, ...leaderOf }, 'passwords.issue');
    if (!scope) throw new Error('A school administrator may issue passwords');
    const work = { tx: house.db, scope, now: house.clock.now(), vault: house.services.passwords };
    const issue = (output: 'screen' | 'pdf', protectedPeople: ProtectedChoice) =>
      issuePasswords(work, ['sluttet.skjult'], { mustChange: true, output, protectedPeople });
    for (const choice of ['ask', 'leaveOut'] as const) {
      expect(await issue('pdf', choice)).toEqual({ Items: [], failed: [], protectedLeftOut: 1 });
    }
    const named = { failed: [{ id: 'sluttet.skjult', code: 'user.expired' }], protectedLeftOut: 0 };
    expect(await issue('pdf', 'include')).toMatchObject(named);
    expect(await issue('screen', 'leaveOut')).toMatchObject(named);
  });

  it('are for at most a hundred, and for those who may', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `person${index}`);
    expect(await ict.refused(passwords.issue, { userNames: many })).toMatchObject({
      status: 422,
      fields: [{ path: 'userNames', key: 'maxLength' }],
    });
    expect(await teacher.refused(passwords.issue, { userNames: ['nora.n'] })).toMatchObject({
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
