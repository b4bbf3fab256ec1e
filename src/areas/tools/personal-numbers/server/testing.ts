/** People with numbers of every kind at two schools, and those who may see and change them. */
import { sql } from 'kysely';

import { maskNationalNumber } from '#server/national-number.ts';
import { type Caller, type House, openHouse } from '#server/testing/house.ts';
import { numbersOf } from '#server/testing/national-numbers.ts';

import { personalNumberHandlers } from './handlers.ts';

export const [first = '', second = '', third = '', fourth = '', fifth = ''] = numbersOf('010112', 5);
export const wrongDigits = `${first.slice(0, 10)}${(Number(first.at(-1)) + 1) % 10}`;

interface Number_ {
  value: string;
  kind?: string;
  invalid?: boolean;
}

export const columnsOf = (house: House, { value, kind = 'fnr', invalid = false }: Number_) => ({
  national_number_cipher: house.services.vault.encrypt(value),
  national_number_hash: house.services.vault.hash(value),
  national_number_masked: maskNationalNumber(value),
  national_number_kind: kind,
  ...(invalid && { invalid_columns: '{nationalNumber}' }),
});

export interface NumberCast {
  house: House;
  ict: Caller;
  leader: Caller;
  elsewhere: Caller;
  superadmin: Caller;
  /** How often something stands in the journal as done. */
  eventsOf: (event: string) => Promise<number>;
}

export async function openNumbers(): Promise<NumberCast> {
  const house = await openHouse(personalNumberHandlers);
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const person = (userName: string, code: string, number?: Number_, columns = {}) =>
      seed.user({
        userName,
        firstName: 'Prøve',
        lastName: userName,
        schools: [{ code }],
        columns: {
          source: 'sas',
          birth_date: '2012-01-01',
          ...(number && columnsOf(house, number)),
          ...columns,
        },
      });
    await person('right', 'FJB', { value: first });
    await person('checksum', 'FJB', { value: wrongDigits, invalid: true });
    await person('date', 'FJB', { value: '32011212345', invalid: true });
    await person('provisional', 'FJB', { value: '010112ABCDEF', kind: 'provisional' });
    await person('missing', 'FJB');
    await person('gone', 'FJB', undefined, { expires_on: '2026-01-01' });
    await person('hidden', 'FJB', undefined, { shielded: true });
    await person('foreign', 'LUN');
    await person('twin.a', 'FJB', { value: second }, { last_name: 'Dobbel' });
    await person(
      'twin.b',
      'LUN',
      { value: second },
      { last_name: 'Dobbel', created_at: '2026-11-01T08:00:00Z' },
    );
  });
  return {
    house,
    ict: await house.signIn('schoolIct', { school: 'FJB' }),
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    elsewhere: await house.signIn('schoolAdministrator', { school: 'LUN' }),
    superadmin: await house.signIn('superadmin'),
    eventsOf: async (event) =>
      (
        await sql`select from journal.operation where event = ${event} and status = 'completed'`.execute(
          house.db,
        )
      ).rows.length,
  };
}
