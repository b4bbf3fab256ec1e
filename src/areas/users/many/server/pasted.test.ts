import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { personalNumbers } from '#areas/tools/personal-numbers/contract.ts';
import { maskNationalNumber } from '#server/national-number.ts';
import { numbersOf } from '#server/testing/national-numbers.ts';

import { manyUsers } from '../contract.ts';
import { openMany } from './testing.ts';

const { house, ict, leader, superadmin, teacher } = await openMany();

const resolveAs = async (caller: typeof ict, ...lines: string[]) => {
  const { Items } = await caller.call(manyUsers.resolve, { lines });
  return Items.map(({ candidates }) => candidates.map(({ userName, by }) => `${userName} ${by}`));
};
const resolve = (...lines: string[]) => resolveAs(ict, ...lines);

/** Valid numbers of 1 January 2012 that nobody has; the first ones are given to people below. */
const numbers = numbersOf('010112', 120);
const [ofOwn = '', ofForeign = '', ofGuest = '', ofShielded = '', ...ofNobody] = numbers;

async function giveNumber(userName: string, number: string) {
  await house.seed(({ tx }) =>
    sql`update users set national_number_hash = ${house.services.vault.hash(number)},
                         national_number_masked = ${maskNationalNumber(number)}
         where user_name = ${userName}`.execute(tx),
  );
}

describe('a pasted list', () => {
  it('is understood line by line: user name, e-mail address, national number, name', async () => {
    await giveNumber('zara.z', '10915596784');
    expect(
      await resolveAs(
        leader,
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

  it('finds the one of the own school among many of the same name elsewhere', async () => {
    await house.seed(async (seed) => {
      for (let n = 0; n < 60; n += 1)
        await seed.user({
          userName: `kari.h${n}`,
          firstName: 'Kari',
          lastName: 'Hansen',
          schools: [{ code: 'LUN' }],
        });
      await seed.user({
        userName: 'kari.her',
        firstName: 'Kari',
        lastName: 'Hansen',
        schools: [{ code: 'FJB' }],
      });
    });
    expect(await resolve('Kari Hansen', 'Hansen, Kari')).toEqual([['kari.her name'], ['kari.her name']]);
    const whole = await superadmin.call(manyUsers.resolve, { lines: ['Kari Hansen'] });
    expect(whole.Items[0]?.candidates).toHaveLength(10);
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

/** Who found whom by number, oldest first. */
const numberLog = async () => {
  const { rows } = await sql<{ found: string }>`
    select o.actor_name || ' ' || u.user_name || ' ' || l.kind as found
      from number_log l join users u on u.id = l.user_id join journal.operation o on o.id = l.operation_id
     where l.kind = 'found' order by l.id`.execute(house.db);
  return rows.map(({ found }) => found);
};

describe('a national number that is pasted', () => {
  it('finds those alone whose number the reader may be shown', async () => {
    await house.seed(async (seed) => {
      await seed.user({ userName: 'gjest.lunde', schools: [{ code: 'LUN' }, { code: 'FJB' }] });
      await sql`update school_user set source = 'temporary-access' where school_id = ${await seed.schoolId('FJB')}
                   and user_id = ${await seed.userId('gjest.lunde')}`.execute(seed.tx);
    });
    await giveNumber('oeystein.oe', ofOwn);
    await giveNumber('foreign.pupil', ofForeign);
    await giveNumber('gjest.lunde', ofGuest);
    await giveNumber('hidden.one', ofShielded);
    const asked = [ofOwn, ofForeign, ofGuest, ofShielded];
    const before = (await numberLog()).length;

    expect(await resolveAs(ict, ...asked)).toEqual([[], [], [], []]);
    expect(await numberLog()).toHaveLength(before);

    const [own, hidden] = [['oeystein.oe nationalNumber'], ['hidden.one nationalNumber']];
    expect(await resolveAs(leader, ...asked)).toEqual([own, [], [], hidden]);
    expect(await resolveAs(superadmin, ...asked)).toEqual([
      own,
      ['foreign.pupil nationalNumber'],
      ['gjest.lunde nationalNumber'],
      hidden,
    ]);
    const by = ({ actor }: typeof ict, ...people: string[]) =>
      people.map((name) => `${actor.userName} ${name} found`);
    expect((await numberLog()).slice(before)).toEqual([
      ...by(leader, 'hidden.one', 'oeystein.oe'),
      ...by(superadmin, 'foreign.pupil', 'gjest.lunde', 'hidden.one', 'oeystein.oe'),
    ]);
    const question = { status: ['found' as const], userName: 'oeystein.oe' };
    const { Items } = await leader.call(personalNumbers.log, question);
    expect(new Set(Items.map(({ actor }) => actor))).toEqual(
      new Set([leader, superadmin].map(({ actor }) => actor.userName)),
    );
    expect(Items[0]).toMatchObject({ status: 'found', oldMasked: null, newMasked: '010112*****' });
  });

  it('is never matched when it cannot be a real one', async () => {
    const mistyped = `${ofOwn.slice(0, 10)}${(Number(ofOwn.at(-1)) + 1) % 10}`;
    await giveNumber('aerlig.ae', mistyped);
    expect(await resolveAs(leader, mistyped)).toEqual([[]]);
  });

  it('is guessed only so often: beyond that nothing is compared for a day and night', async () => {
    const guesser = await house.signIn('schoolAdministrator', { school: 'FJB' });
    const ask = (...lines: string[]) => guesser.refused(manyUsers.resolve, { lines });
    expect(await resolveAs(guesser, ...ofNobody.slice(0, 60), ofOwn)).toHaveLength(61);

    // At once: each counts before the next one is compared.
    const answers = await Promise.all(
      ofNobody.slice(60).map((line) => guesser.request(manyUsers.resolve.signature, { lines: [line] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(await ask(ofOwn)).toMatchObject({ status: 429, code: 'probing.too-many', params: { hours: 24 } });
    expect(await resolveAs(guesser, 'aase.aas')).toEqual([['aase.aas userName']]);
    const { rows } = await sql<{ status: string; messageCode: string | null }>`
      select distinct status, message_code from journal.operation
       where event = 'user.resolved' and actor_id = ${guesser.actor.userId} order by status`.execute(
      house.db,
    );
    expect(rows).toEqual([
      { status: 'completed', messageCode: null },
      { status: 'failed', messageCode: 'probing.too-many' },
    ]);
    house.clock.set('2026-11-21T12:00:01Z');
    expect(await resolveAs(guesser, ofOwn)).toEqual([['oeystein.oe nationalNumber']]);
  });

  it('costs the whole budget when one list goes past it, so that its size tells nothing', async () => {
    const guesser = await house.signIn('schoolAdministrator', { school: 'FJB' });
    const lines = [...ofNobody.slice(0, 101), ofOwn];
    expect(await guesser.refused(manyUsers.resolve, { lines })).toMatchObject({ code: 'probing.too-many' });
    expect(await guesser.refused(manyUsers.resolve, { lines: [ofOwn] })).toMatchObject({
      code: 'probing.too-many',
    });
  });
});
