import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { prove } from '#kernel/scope.ts';

import { passwords, type ProtectedChoice } from '../contract.ts';
import { issuePasswords, passwordSheet } from './service.ts';
import { openPasswords } from './testing.ts';

const { house, ict, leader, superadmin, teacher, stored, everythingWritten } = await openPasswords();

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

/** How often others were served while `work` was under way. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

it.each([
  ['cards', 20],
  ['pages', 200],
] as const)('a sheet of %s lets others be served between its pages', async (layout, pages) => {
  const Items = Array.from({ length: 200 }, (_, index) => ({
    userName: `ole.${index}`,
    displayName: 'Ole Nordmann',
    className: '8A',
    password: 'Fjell-sol-42-elv',
    validUntil: null,
  }));
  const wish = { layout, language: 'nb', now: house.clock.now() } as const;
  const turns = await turnsDuring(() => passwordSheet({ Items, failed: [], protectedLeftOut: 0 }, wish));
  expect(turns).toBeGreaterThan(pages);
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
      fields: [{ path: 'userNames', key: 'maxItems' }],
    });
    expect(await teacher.refused(passwords.issue, { userNames: ['nora.n'] })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'passwords.issue' },
    });
  });
});
