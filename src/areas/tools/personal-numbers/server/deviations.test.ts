import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { Caller } from '#server/testing/house.ts';

import { personalNumbers } from '../contract.ts';
import { openNumbers, wrongDigits } from './testing.ts';

const { house, ict, leader, elsewhere, superadmin, eventsOf } = await openNumbers();

const names = async (caller: Caller, question: object = {}) =>
  (await caller.call(personalNumbers.deviations, question)).Items.filter(({ source }) => source === 'sas')
    .map(({ userName }) => userName)
    .toSorted();

it('a doubled number tells nobody that a person with protected identity has it', async () => {
  const { Items } = await ict.call(personalNumbers.duplicates, {});
  expect(Items).toMatchObject([{ accounts: [{ userName: 'twin.a' }], elsewhere: 1 }]);
  await house.seed(({ tx }) => sql`update users set shielded = true where user_name = 'twin.b'`.execute(tx));
  expect((await ict.call(personalNumbers.duplicates, {})).TotalItems).toBe(0);
  expect((await superadmin.call(personalNumbers.duplicates, {})).TotalItems).toBe(1);
  await house.seed(({ tx }) => sql`update users set shielded = false where user_name = 'twin.b'`.execute(tx));
});

const pairs = async (caller: Caller, school: string) =>
  (await caller.call(personalNumbers.duplicates, { school })).Items.map(({ accounts }) =>
    accounts.map(({ userName }) => userName),
  );

describe('the deviations', () => {
  it('are told with their reason and a masked number, at the own school', async () => {
    const page = await ict.call(personalNumbers.deviations, { sortBy: 'userName', sortDir: 'asc' });
    const told = page.Items.filter(({ source }) => source === 'sas');
    expect(told.map(({ userName, reason, ssnMasked }) => [userName, reason, ssnMasked])).toEqual([
      ['checksum', 'invalidChecksum', '010112*****'],
      ['date', 'invalidDate', '320112*****'],
      ['missing', 'missing', null],
      ['provisional', 'provisional', '010112******'],
    ]);
    expect(JSON.stringify(page)).not.toContain(wrongDigits);
  });

  it('are filtered, searched and seen by whom they concern', async () => {
    expect(await names(ict, { reason: ['missing', 'provisional'] })).toEqual(['missing', 'provisional']);
    expect(await names(ict, { search: 'check' })).toEqual(['checksum']);
    expect(await names(leader, { reason: ['missing'] })).toEqual(['hidden', 'missing']);
    expect(await names(elsewhere)).toEqual(['foreign']);
    expect(await names(superadmin, { reason: ['missing'] })).toEqual(['foreign', 'hidden', 'missing']);
    expect(await names(superadmin, { school: 'lun' })).toEqual(['foreign']);
    expect(await names(ict, { source: 'SAS' })).toEqual(await names(ict));
    expect((await ict.call(personalNumbers.deviations, { source: 'visma' })).TotalItems).toBe(0);
  });

  it('are narrowed to a school by those who see all of them, and tell one school nothing about another', async () => {
    await house.seed(({ tx }) =>
      sql`insert into school_user (school_id, user_id, role, is_primary, added_at)
          select s.id, u.id, 'student', false, now() from school s, users u
           where s.code = 'LUN' and u.user_name = 'missing'`.execute(tx),
    );
    expect(await names(superadmin, { school: 'LUN' })).toEqual(['foreign', 'missing']);
    expect(await names(await house.signIn('superadmin', { school: 'FJB' }), { school: 'FJB' })).toContain(
      'checksum',
    );
    expect(await names(ict, { school: 'FJB' })).toEqual(await names(ict));
    expect(await names(ict, { school: 'LUN' })).toEqual([]);
    expect(await names(superadmin, { school: 'XXX' })).toEqual([]);
    await house.seed(({ tx }) =>
      sql`delete from school_user p using school s, users u
           where s.id = p.school_id and u.id = p.user_id and s.code = 'LUN' and u.user_name = 'missing'`.execute(
        tx,
      ),
    );
  });

  it('leave out accounts that several people share, which are nobody’s', async () => {
    expect(await names(ict)).toContain('missing');
    await house.seed(({ tx }) =>
      sql`insert into common_user (user_id) select id from users where user_name = 'missing'`.execute(tx),
    );
    expect(await names(ict)).not.toContain('missing');
    await house.seed(({ tx }) => sql`delete from common_user`.execute(tx));
  });

  it.each(['displayName', 'school', 'reason', 'source', 'found'] as const)('sort by %s', async (sortBy) => {
    expect((await ict.call(personalNumbers.deviations, { sortBy })).TotalItems).toBeGreaterThanOrEqual(4);
  });
});

describe('the duplicates', () => {
  it('show a school its own account and that there is another, the owner both', async () => {
    const { Items: own } = await ict.call(personalNumbers.duplicates, {});
    expect(own).toMatchObject([
      { ssnMasked: '010112*****', elsewhere: 1, suggestion: 'merge', accounts: [{ userName: 'twin.a' }] },
    ]);
    expect(JSON.stringify(own)).not.toContain('twin.b');
    const { Items: all } = await superadmin.call(personalNumbers.duplicates, { search: 'twin.b' });
    expect(all).toMatchObject([{ elsewhere: 0, accounts: [{ userName: 'twin.a' }, { userName: 'twin.b' }] }]);
    expect((await superadmin.call(personalNumbers.duplicates, { suggestion: 'changeNumber' })).Items).toEqual(
      [],
    );
  });

  it('are found by either school, by those who see both', async () => {
    expect(await pairs(superadmin, 'LUN')).toEqual([['twin.a', 'twin.b']]);
    expect(await pairs(superadmin, 'fjb')).toEqual([['twin.a', 'twin.b']]);
    expect(await pairs(superadmin, 'XXX')).toEqual([]);
    expect(await pairs(ict, 'FJB')).toEqual([['twin.a']]);
    expect(await pairs(ict, 'LUN')).toEqual([]);
  });

  it('are not asked about again once somebody said they are two people', async () => {
    const [duplicate] = (await superadmin.call(personalNumbers.duplicates, {})).Items;
    const id = duplicate?.id ?? 0;
    expect(await leader.refused(personalNumbers.ignore, { id })).toMatchObject({ code: 'access.denied' });
    await superadmin.call(personalNumbers.ignore, { id });
    expect((await superadmin.call(personalNumbers.duplicates, {})).TotalItems).toBe(0);
    expect(await superadmin.refused(personalNumbers.ignore, { id })).toMatchObject({
      code: 'number-duplicate.not-found',
    });
    expect(await eventsOf('national-number.pair-settled')).toBe(1);
    await house.seed(({ tx }) => sql`delete from number_pair_settled`.execute(tx));
  });

  it('are made one: the kept account has what the other had, which is over', async () => {
    await house.seed(async (seed) => {
      await seed.group({ name: 'LUN kor', school: 'LUN' });
      await seed.member({ group: 'LUN kor', user: 'twin.b' });
    });
    expect(
      await superadmin.refused(personalNumbers.merge, { keep: 'twin.a', remove: 'right' }),
    ).toMatchObject({
      code: 'number-duplicate.not-found',
    });
    expect(
      await superadmin.refused(personalNumbers.merge, { keep: 'twin.a', remove: 'twin.a' }),
    ).toMatchObject({
      fields: [{ path: 'remove' }],
    });
    expect(await leader.refused(personalNumbers.merge, { keep: 'twin.a', remove: 'twin.b' })).toMatchObject({
      code: 'access.denied',
    });
    await superadmin.call(personalNumbers.merge, { keep: 'twin.a', remove: 'twin.b' });
    const { rows } = await sql`
      select u.user_name, u.expires_on, u.national_number_hash is null as "numberless",
             (select count(*)::int from school_user p where p.user_id = u.id) as schools,
             (select count(*)::int from membership m where m.user_id = u.id) as groups
        from users u where u.user_name like 'twin.%' order by 1`.execute(house.db);
    expect(rows).toEqual([
      { userName: 'twin.a', expiresOn: null, numberless: false, schools: 2, groups: 1 },
      { userName: 'twin.b', expiresOn: '2026-11-19', numberless: true, schools: 0, groups: 0 },
    ]);
    expect((await superadmin.call(personalNumbers.duplicates, {})).TotalItems).toBe(0);
    expect(await eventsOf('user.merged')).toBe(1);
  });
});
