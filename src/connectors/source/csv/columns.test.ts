/** What is found out from a table as a whole: whether it has headings, and the order within its dates. */
import { describe, expect, it } from 'vitest';

import { ofKind, problems, read } from './testing.ts';
import { dateOrderOf } from './values.ts';

describe('a table without headings', () => {
  const bare = '1;Nora;Hansen;Granlia skole;7A\n2;Ola;Moe;Granlia skole;7A\n';
  const fields = { id: '#1', givenName: '#2', familyName: '#3', school: '#4', class: '#5' };

  it('keeps its first person, and says so', async () => {
    const items = await read(bare, { fields, role: 'pupil' });
    expect(ofKind(items, 'person').map(({ line, givenName }) => [line, givenName])).toEqual([
      [1, 'Nora'],
      [2, 'Ola'],
    ]);
    expect(problems(items)).toMatchObject([{ code: 'record.no-headings', severity: 'flagged', line: 1 }]);
  });

  it.each([
    'Nr;Hvem;Hvor;Hva;Når\n1;Nora;Granlia skole;7A;2026',
    'Skole;Klasse;2026\nGranlia skole;7A;x',
    'elev;skole\nelev;Granlia',
  ])('is not %j', async (text) => {
    expect(problems(await read(text, { fields: {} }).catch(() => [])).map(({ code }) => code)).not.toContain(
      'record.no-headings',
    );
  });
});

const born = (dates: readonly string[]) =>
  read(['elevid;navn;skole;født', ...dates.map((date, at) => `${at};Kari Moe;Granlia;${date}`)].join('\n'));

const days = async (dates: readonly string[]) =>
  ofKind(await born(dates), 'person').map(({ birthDate }) => birthDate);

describe('dates', () => {
  it('are read in the order the whole column shows', async () => {
    expect(await days(['07/08/2012', '17/08/2012'])).toEqual(['2012-08-07', '2012-08-17']);
    expect(await days(['07/08/2012', '08/17/2012'])).toEqual(['2012-07-08', '2012-08-17']);
    expect(problems(await born(['07/08/2012', '08/17/2012']))).toMatchObject([
      { code: 'record.date-order', found: 'født' },
    ]);
  });

  it('that could be either are left out and flagged where the column has both', async () => {
    const mixed = ['07/08/2012', '17/08/2012', '08/17/2012', '07/07/2012'];
    expect(await days(mixed)).toEqual([undefined, '2012-08-17', '2012-08-17', '2012-07-07']);
    expect(problems(await born(mixed)).map(({ code, line }) => [code, line])).toEqual([
      ['record.date-order', 1],
      ['person.birth-date', 2],
    ]);
  });

  it('of the other order are a slip where there are fifty of the one', () => {
    const many = Array.from({ length: 50 }, () => '17.08.2012');
    expect(dateOrderOf([...many, '08.17.2012'])).toBe('day-first');
    expect(dateOrderOf([...many.slice(1), '08.17.2012'])).toBe('mixed');
    expect(dateOrderOf(['07.08.2012'])).toBe('day-first');
  });
});
