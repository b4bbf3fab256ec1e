import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { manyUsers } from '../contract.ts';
import { openMany } from './testing.ts';

const { house, ict, superadmin, teacher } = await openMany();

const resolve = async (...lines: string[]) => {
  const { Items } = await ict.call(manyUsers.resolve, { lines });
  return Items.map(({ candidates }) => candidates.map(({ userName, by }) => `${userName} ${by}`));
};

describe('a pasted list', () => {
  it('is understood line by line: user name, e-mail address, national number, name', async () => {
    const { services } = house;
    await house.seed(({ tx }) =>
      sql`update users set national_number_hash = ${services.vault.hash('10915596784')}
           where user_name = 'zara.z'`.execute(tx),
    );
    expect(
      await resolve(
        'AASE.AAS',
        'Kari <kari.laerer@fjordby.no>',
        '109155 96784',
        'Ås, Åse',
        'ole.kvisla@feide.no',
      ),
    ).toEqual([
      ['aase.aas userName'],
      ['kari.laerer email'],
      ['zara.z nationalNumber'],
      ['aase.aas name'],
      ['ole.kvisla userName'],
    ]);
  });

  it('says who is doubtful and who is unknown, and never finds those of another school', async () => {
    await house.seed(async (seed) => {
      await seed.user({ userName: 'ase.to', firstName: 'Åse', lastName: 'Ås', schools: [{ code: 'FJB' }] });
    });
    const [two, ...none] = await resolve(
      'Åse Ås',
      'foreign.pupil',
      'hidden.one',
      'finnes ikke',
      '%',
      '12345678901',
    );
    expect(two).toHaveLength(2);
    expect(none).toEqual([[], [], [], [], []]);
  });

  it('leaves no word of what was pasted behind', async () => {
    await resolve('20915596780');
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(o::text, ' '), '') as text from journal.operation o`.execute(house.db);
    expect(rows[0]?.text).not.toContain('20915596780');
  });

  it('tell of somebody at several schools the class they are in here', async () => {
    await house.seed((seed) =>
      seed.user({
        userName: 'to.skoler',
        schools: [
          { code: 'LUN', className: '9Z' },
          { code: 'FJB', className: '8B' },
        ],
      }),
    );
    const { Items } = await ict.call(manyUsers.resolve, { lines: ['to.skoler'] });
    expect(Items[0]?.candidates).toMatchObject([{ userName: 'to.skoler', className: '8B' }]);
    const whole = await superadmin.call(manyUsers.resolve, { lines: ['to.skoler'] });
    expect(whole.Items[0]?.candidates).toMatchObject([{ userName: 'to.skoler', className: '9Z' }]);
  });

  it('is refused when it is too long, or empty, or the right is missing', async () => {
    expect(await ict.refused(manyUsers.resolve, { lines: [] })).toMatchObject({ status: 422 });
    const many = Array.from({ length: 2_001 }, (_, index) => `p${index}`);
    expect(await ict.refused(manyUsers.resolve, { lines: many })).toMatchObject({ status: 422 });
    expect(await teacher.refused(manyUsers.resolve, { lines: ['x'] })).toMatchObject({
      code: 'access.denied',
    });
  });
});
