import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { addDays, osloDay } from '#kernel/dates.ts';
import { openHouse } from '#server/testing/house.ts';

import { schoolCodes } from '../contract.ts';
import { SOON_DAYS, VALID_DAYS } from '../rules.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
});
const superadmin = await house.signIn('superadmin');
const central = await house.signIn('superadmin');
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });

const stored = async () => {
  const { rows } = await sql<{ code: string; hash: Buffer }>`
    select s.code, k.hash from school_secret k join school s on s.id = k.school_id order by 1`.execute(
    house.db,
  );
  return rows;
};

describe('a school’s secret', () => {
  it('is shown once and kept as a hash', async () => {
    const made = await superadmin.call(schoolCodes.generate, { school: 'FJB' });
    expect(made).toMatchObject({
      schoolCode: 'FJB',
      validTo: addDays(osloDay(house.clock.now()), VALID_DAYS),
    });
    expect(Buffer.from(made.secret, 'base64url')).toHaveLength(32);
    expect(await stored()).toEqual([
      { code: 'FJB', hash: createHash('sha256').update(made.secret).digest() },
    ]);
    const { rows } = await sql<{ event: string; text: string }>`
      select o.event, o::text || string_agg(c::text, ' ') as text
        from journal.operation o join journal.change c on c.operation_id = o.id
       where o.event = 'school-code.secret-generated' group by o.id, o.event, o::text`.execute(house.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(made.secret);
    expect(rows[0]?.text).not.toContain(createHash('sha256').update(made.secret).digest('hex'));
  });

  it('is replaced only by those who say so', async () => {
    const first = await central.call(schoolCodes.generate, { school: 'LUN', rotate: false });
    expect(await central.refused(schoolCodes.generate, { school: 'LUN', rotate: false })).toMatchObject({
      code: 'school-code.exists',
    });
    const second = await central.call(schoolCodes.generate, { school: 'LUN' });
    expect(second.secret).not.toBe(first.secret);
    expect(await stored()).toContainEqual({
      code: 'LUN',
      hash: createHash('sha256').update(second.secret).digest(),
    });
  });

  it('sent twice under one key is not shown twice', async () => {
    const key = crypto.randomUUID();
    await superadmin.call(schoolCodes.generate, { school: 'FJB' }, { key });
    const [before] = await stored();
    expect(await superadmin.refused(schoolCodes.generate, { school: 'FJB' }, { key })).toMatchObject({
      code: 'request.repeated',
    });
    expect((await stored())[0]).toEqual(before);
  });

  it('needs a school, and is not made by schools themselves', async () => {
    expect(await superadmin.refused(schoolCodes.generate, { school: 'XXX' })).toMatchObject({
      code: 'school.not-found',
    });
    expect(await superadmin.refused(schoolCodes.generate, { school: '' })).toMatchObject({ status: 422 });
    for (const refusal of [
      await leader.refused(schoolCodes.generate, { school: 'FJB' }),
      await leader.refused(schoolCodes.list, {}),
    ]) {
      expect(refusal).toMatchObject({ code: 'access.denied', why: { rule: 'school-codes.issue' } });
    }
  });
});

it('the list says how long each holds, and never the secret', async () => {
  await house.seed(async (seed) => {
    await seed.school('GRA', 'Granlia skole');
    await sql`update school_secret set valid_to = ${addDays(osloDay(house.clock.now()), 10)}::date
               where school_id = ${await seed.schoolId('LUN')}`.execute(seed.tx);
  });
  const list = await central.call(schoolCodes.list, {});
  expect(list.Items.map(({ code, status }) => `${code} ${status}`)).toEqual([
    'FJB valid',
    'GRA none',
    'LUN expiresSoon',
  ]);
  expect(Object.keys(list.Items[0] ?? {}).toSorted()).toEqual([
    'abbreviation',
    'code',
    'created',
    'name',
    'status',
    'validTo',
  ]);
  expect((await central.call(schoolCodes.list, { status: ['none'] })).TotalItems).toBe(1);
  expect((await central.call(schoolCodes.list, { search: 'lunde', sortBy: 'status' })).TotalItems).toBe(1);
});

it.each([
  [-1, 'expired'],
  [0, 'expiresSoon'],
  [SOON_DAYS, 'expiresSoon'],
  [SOON_DAYS + 1, 'valid'],
] as const)('one that holds %i days more is %s', async (days, status) => {
  await house.seed(async ({ tx, schoolId }) => {
    await sql`update school_secret set valid_to = ${addDays(osloDay(house.clock.now()), days)}::date
               where school_id = ${await schoolId('LUN')}`.execute(tx);
  });
  const { Items } = await central.call(schoolCodes.list, { search: 'lunde' });
  expect(Items).toMatchObject([{ code: 'LUN', status }]);
});
