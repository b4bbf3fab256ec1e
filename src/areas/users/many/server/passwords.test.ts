import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { manyUsers } from '../contract.ts';

const PUPILS = 300;
const MORE_THAN_PAPER = 1_001;

const house = await openHouse();
await house.seed(async (seed) => {
  const id = await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  await pupilsAt(id, 'elev', PUPILS);
  await pupilsAt(await seed.schoolId('LUN'), 'lunde', MORE_THAN_PAPER);
  await seed.user({
    userName: 'skjult',
    schools: [{ code: 'FJB', className: '8A' }],
    columns: { shielded: true },
  });
  await seed.user({ userName: 'ida.ikt', role: 'employee', schools: [{ code: 'FJB' }] });

  async function pupilsAt(school: number, name: string, count: number): Promise<void> {
    await sql`
      with made as (
        insert into users (user_name, first_name, last_name, role, primary_school_id, created_at)
        select ${name} || n, 'Áigin', 'Nr ' || n, 'student', ${school}, now() from generate_series(1, ${count}) n
        returning id)
      insert into school_user (school_id, user_id, role, class_name, is_primary, added_at)
      select ${school}, id, 'student', '8A', true, now() from made`.execute(seed.tx);
  }
});
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
const teacher = await house.signIn('teacher', { school: 'FJB' });
const central = await house.signIn('centralAdmin', { school: 'FJB' });

const everyPupil = (except: string[] = []) => ({
  all: true as const,
  except,
  question: { userType: 'students' as const },
});

const withPassword = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select u.user_name as name from account_password p join users u on u.id = p.user_id order by u.id`.execute(
    house.db,
  );
  return rows.map(({ name }) => name);
};

const pagesOf = (pdf: string): number | undefined => pdf.match(/\/Type \/Page\b/g)?.length;

describe('first-time passwords of more than a hundred', () => {
  it('are made for everybody a filter finds but the exceptions, on one paper', async () => {
    const wish = { selection: everyPupil(['elev7']), layout: 'pages' };
    const key = crypto.randomUUID();
    const paper = await ict.request(manyUsers.issuePasswords.signature, wish, { key });
    expect(paper.status).toBe(200);
    expect(paper.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(pagesOf(paper.text)).toBe(PUPILS - 1);
    const names = await withPassword();
    expect(names).toHaveLength(PUPILS - 1);
    // Neither the exception, nor whom they do not see.
    expect(names).not.toContain('elev7');
    expect(names).not.toContain('skjult');
    // The paper is not kept for whoever asks again.
    expect(await ict.refused(manyUsers.issuePasswords, { selection: everyPupil() }, { key })).toMatchObject({
      code: 'request.repeated',
    });
  });

  it('are one operation, which has no word of them', async () => {
    const passwords = await sql<{ cipher: Buffer }>`select cipher from account_password limit 20`.execute(
      house.db,
    );
    const { rows } = await sql<{ by: string; text: string; count: number }>`
      select o.actor_name as by, o.message_params::text as text, count(*)::integer as count
        from journal.operation o join journal.change c on c.operation_id = o.id
       where o.event = 'user.first-time-passwords-issued' and c.table_name = 'account_password'
       group by o.id`.execute(house.db);
    expect(rows).toMatchObject([{ by: 'ida.ikt', count: PUPILS - 1 }]);
    const written = await sql<{ text: string }>`
      select coalesce(string_agg(c::text, ' '), '') || (select string_agg(a::text, ' ') from journal.operation a) as text
        from journal.change c where c.table_name <> 'users'`.execute(house.db);
    for (const { cipher } of passwords.rows) {
      expect(written.rows[0]?.text).not.toContain(house.services.passwords.decrypt(cipher));
    }
  });

  it('ask about people with a protected identity before anybody has got a new one', async () => {
    const before = await sql`select user_id, cipher from account_password order by 1`.execute(house.db);
    const wish = { selection: everyPupil(), protectedPeople: 'ask' as const };
    expect(await leader.refused(manyUsers.issuePasswords, wish)).toMatchObject({
      code: 'password.protected-among',
      params: { count: 1 },
    });
    expect(
      (await sql`select user_id, cipher from account_password order by 1`.execute(house.db)).rows,
    ).toEqual(before.rows);
    const included = { ...wish, protectedPeople: 'include' };
    expect((await leader.request(manyUsers.issuePasswords.signature, included)).status).toBe(200);
    expect(await withPassword()).toContain('skjult');
  });

  it('leave out by name who may not have one, on the last page', async () => {
    const selection = { all: false, keys: ['elev1', 'ida.ikt', 'lunde1', 'nobody'] };
    const paper = await ict.request(manyUsers.issuePasswords.signature, { selection });
    expect([paper.status, pagesOf(paper.text)]).toEqual([200, 2]);
    expect(await withPassword()).not.toContain('lunde1');
  });

  it('are for at most a thousand: then nobody gets one', async () => {
    expect(await elsewhere.refused(manyUsers.issuePasswords, { selection: everyPupil() })).toMatchObject({
      status: 422,
      code: 'password.too-many',
      params: { count: MORE_THAN_PAPER, most: 1_000 },
    });
    expect((await withPassword()).some((name) => name.startsWith('lunde'))).toBe(false);
  });

  it('are for those who may, and asked for in right words', async () => {
    for (const caller of [teacher, central]) {
      expect(await caller.refused(manyUsers.issuePasswords, { selection: everyPupil() })).toMatchObject({
        code: 'access.denied',
        why: { rule: 'passwords.issue' },
      });
    }
    const bad = { selection: { all: true, question: { userTyp: 'students' } } };
    expect((await ict.request(manyUsers.issuePasswords.signature, bad)).body).toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'selection.question.userTyp', key: 'unknown' }],
    });
  });
});
