import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { only } from '#server/testing/only.ts';

import { groupActs } from '../contract.ts';
import { openActs, user } from './testing.ts';

const { house, ict, leader, administrator, teacher, everyone, make, journalOf } = await openActs();

const pending = async () => {
  const { rows } = await sql<{ name: string }>`
    select u.user_name as name from account_password p join users u on u.id = p.user_id order by 1`.execute(
    house.db,
  );
  return rows.map(({ name }) => name);
};

describe('first-time passwords of a group', () => {
  it('are made for its pupils alone, and shown once', async () => {
    const { Items, failed } = await ict.call(groupActs.firstTimePasswords, { groupName: 'FJB 8A' });
    // The teacher of the class gets none, and a shielded pupil none from those who do not see them.
    expect(Items.map(({ userName }) => userName)).toEqual(['anna']);
    expect(Items[0]?.password.length).toBeGreaterThan(6);
    expect(failed).toEqual([]);
    expect(await pending()).toEqual(['anna']);
    expect((await journalOf('FJB 8A'))[0]).toMatchObject({ event: 'group.passwords-issued' });
    const { rows } = await sql<{ text: string }>`select change::text as text from journal.change`.execute(
      house.db,
    );
    expect(rows.some(({ text }) => text.includes(Items[0]?.password ?? 'x'))).toBe(false);
  });

  it('are a PDF for whoever asks, also of pupils through groups within it', async () => {
    const inner = await make({ members: [user('bo'), user('tor')] });
    const { name } = await make({ members: [{ kind: 'group', id: inner.name }] });
    const file = await leader.request('POST /group/firsttimepassword', {
      groupName: name,
      output: 'pdf',
      layout: 'pages',
    });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await pending()).toContain('bo');
    expect(await pending()).not.toContain('tor');
  });

  it('on paper leave out protected pupils until somebody has said so', async () => {
    const { name } = await make({ members: [user('bo')] });
    await house.seed((seed) => seed.member({ group: name, user: 'shy' }));
    const paper = { groupName: name, output: 'pdf' as const };
    expect(
      await leader.refused(groupActs.firstTimePasswords, { ...paper, protectedPeople: 'ask' }),
    ).toMatchObject({ code: 'password.protected-among', params: { count: 1 } });
    await leader.request('POST /group/firsttimepassword', paper);
    expect(await pending()).not.toContain('shy');
    await leader.request('POST /group/firsttimepassword', { ...paper, protectedPeople: 'include' });
    expect(await pending()).toContain('shy');
  });

  it('are too many for the screen above a hundred', async () => {
    const { name } = await make();
    await house.seed(async (seed) => {
      for (let place = 0; place <= 100; place += 1) {
        const userName = `pupil${place}`;
        await seed.user({ userName, firstName: 'P', lastName: userName, schools: [{ code: 'FJB' }] });
        await seed.member({ group: name, user: userName });
      }
    });
    expect(await ict.refused(groupActs.firstTimePasswords, { groupName: name })).toMatchObject({
      code: 'password.too-many',
      status: 422,
      params: { count: 101, most: 100 },
    });
    const file = await ict.request('POST /group/firsttimepassword', { groupName: name, output: 'pdf' });
    expect(file.status).toBe(200);
  });

  it('are not made for groups that are gone, another’s, or by whoever may not', async () => {
    const { name } = await make({ members: [user('bo')] });
    await ict.call(groupActs.remove, { names: [name] });
    expect(await ict.refused(groupActs.firstTimePasswords, { groupName: name })).toMatchObject({
      code: 'group.archived',
    });
    expect(await ict.refused(groupActs.firstTimePasswords, { groupName: 'LUN korps' })).toMatchObject({
      code: 'group.not-found',
    });
    for (const caller of [administrator, teacher]) {
      expect(await caller.refused(groupActs.firstTimePasswords, { groupName: 'FJB 8A' })).toMatchObject({
        code: 'access.denied',
        why: { rule: 'passwords.issue' },
      });
    }
    const bad = await ict.request('POST /group/firsttimepassword', { groupName: 'FJB 8A', output: 'fax' });
    expect(bad.status).toBe(422);
  });
});

const mustChange = async () => {
  const { rows } = await sql<{ name: string }>`
    select user_name as name from users where must_change_password order by 1`.execute(house.db);
  return rows.map(({ name }) => name);
};

describe('a new password at the next sign-in', () => {
  it('is demanded of open accounts the school looks after, not of its guests', async () => {
    const { name } = await make({ members: [user('bo')] });
    await house.seed(async (seed) => {
      await seed.member({ group: name, user: 'gone' });
      await seed.member({ group: name, user: 'lunde' });
      await sql`insert into school_user (school_id, user_id, role, source, added_at)
        select s.id, u.id, 'student', 'temporary-access', now() from school s, users u
         where s.code = 'FJB' and u.user_name = 'lunde'`.execute(seed.tx);
      await sql`update users set must_change_password = false`.execute(seed.tx);
    });
    expect((await ict.call(groupActs.forcePassword, { groupName: name, enabled: true })).changed).toBe(1);
    expect(await mustChange()).toEqual(['bo']);
    await everyone.call(groupActs.forcePassword, { groupName: name, enabled: true });
    expect(await mustChange()).toEqual(['bo', 'lunde']);
  });

  it.each([groupActs.forcePassword, groupActs.firstTimePasswords])(
    'is a school’s matter in its own groups, that are not gone: $signature',
    async (route) => {
      const { name } = await make();
      await ict.call(groupActs.remove, { names: [name] });
      const refused = async (groupName: string) =>
        (await ict.request(route.signature, only(route, { groupName, enabled: true }))).body;
      expect(await refused(name)).toMatchObject({ code: 'group.archived' });
      expect(await refused('Alle rektorer')).toMatchObject({ code: 'group.owner-only' });
      expect(await refused('')).toMatchObject({ code: 'request.invalid', fields: [{ path: 'groupName' }] });
    },
  );
});
