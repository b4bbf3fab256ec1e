import { describe, expect, it } from 'vitest';

import { CsvMapping } from '#kernel/csv-mapping.ts';

import type { SourceItem, SourceProblem } from '../port.ts';
import { encode, encodings, inPieces } from '../text/testing.ts';
import { guessMapping } from './guess.ts';
import { readCsv } from './read.ts';
import { readRole, readSheetNumber, readWrittenDate, splitName } from './values.ts';

async function read(text: string | Uint8Array, mapping?: Partial<CsvMapping>): Promise<SourceItem[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const items: SourceItem[] = [];
  const chosen = mapping && CsvMapping.parse({ fields: {}, ...mapping });
  for await (const batch of readCsv(inPieces(bytes, 64), chosen)) items.push(...batch);
  return items;
}

const ofKind = <Kind extends SourceItem['kind']>(items: readonly SourceItem[], kind: Kind) =>
  items.filter((item): item is Extract<SourceItem, { kind: Kind }> => item.kind === kind);

const problems = (items: readonly SourceItem[]): SourceProblem[] => ofKind(items, 'problem');

const heading = 'Elevnr;Fødselsnr;Fornavn;Etternavn;E-post;Mobil;Skole;Klasse;Trinn';
const rows = [
  '1;02013299997;Åse;Ødegård;ase@skole.no;987 65 432;Granlia skole;7A;7',
  '2;;Bjørg;Æsøy;;;Granlia skole;7A;7',
];
const night = `${heading}\n${rows.join('\n')}\n`;

describe('a list of pupils', () => {
  it('becomes people with their school, class and grade', async () => {
    const items = await read(night);
    expect(items[0]).toMatchObject({ kind: 'header', datasource: 'csv', extract: 'full' });
    expect(ofKind(items, 'person')).toMatchObject([
      {
        line: 2,
        givenName: 'Åse',
        familyName: 'Ødegård',
        email: 'ase@skole.no',
        mobilePhone: '+4798765432',
        nationalNumber: { value: '02013299997', kind: 'fnr' },
        ids: { self: { source: 'csv', id: '1' } },
      },
      { line: 3, givenName: 'Bjørg' },
    ]);
    expect(ofKind(items, 'group').map(({ type, shortName }) => [type, shortName])).toEqual([
      ['school', 'Granlia skole'],
      ['basis', '7A'],
      ['grade', '7. trinn'],
    ]);
    expect(ofKind(items, 'membership')).toHaveLength(6);
    expect(ofKind(items, 'membership').every(({ role }) => role === 'pupil')).toBe(true);
  });

  it.each(encodings)(
    'is the same in %s, with tabs, semicolons or commas and mixed line ends',
    async (encoding) => {
      const control = await read(night);
      for (const delimiter of ['\t', ';', ',']) {
        let at = 0;
        const text = night
          .replaceAll(';', delimiter)
          .replaceAll('\n', () => ['\r\n', '\n', '\r'][(at += 1) % 3] ?? '\n');
        expect(await read(encode(text, encoding))).toEqual(control);
      }
    },
  );

  it('of somebody at two schools is one person with two places, the first the main one', async () => {
    const items = await read(`${night}1;02013299997;Åse;Ødegård;;;Solvika skole;;\n`);
    expect(ofKind(items, 'person')).toHaveLength(2);
    const places = ofKind(items, 'membership').filter(
      ({ person, group }) => person.id === '1' && group.id.startsWith('school'),
    );
    expect(places.map(({ group, primary }) => [group.id, primary])).toEqual([
      ['school granlia skole', true],
      ['school solvika skole', false],
    ]);
    expect(problems(items).filter(({ code }) => code === 'person.repeated')).toEqual([]);
  });

  it('flags another person on the same id, and keeps the first', async () => {
    const items = await read(`${night}1;;Nora;Hansen;;;Granlia skole;7A;7\n`);
    expect(problems(items)).toMatchObject([{ code: 'person.repeated', severity: 'flagged', line: 4 }]);
    expect(ofKind(items, 'person')).toHaveLength(2);
  });
});

describe('employees', () => {
  it('have the role and title their row says', async () => {
    const items = await read(
      'Ansattnr,Navn,Rolle,Stilling,Skole\n7,"Hansen, Kari",Lærer,Kontaktlærer,Granlia\n8,Ola Moe,Rektor,,Granlia\n9,Per Vik,Vaktmester,,Granlia\n',
    );
    expect(ofKind(items, 'person').map(({ givenName, familyName }) => [givenName, familyName])).toEqual([
      ['Kari', 'Hansen'],
      ['Ola', 'Moe'],
      ['Per', 'Vik'],
    ]);
    expect(ofKind(items, 'membership').map(({ role, subrole }) => [role, subrole])).toEqual([
      ['teacher', 'Kontaktlærer'],
      ['leader', 'rektor'],
      ['other', undefined],
    ]);
  });

  it('without a column for the school are at the one chosen', async () => {
    const fields = { id: 'Nr', fullName: 'Hvem' };
    const items = await read('Nr;Hvem\n1;Kari Moe\n', {
      fields,
      school: 'Granlia skole',
      role: 'teacher',
      feed: 'lærere',
    });
    expect(ofKind(items, 'membership')).toMatchObject([
      { role: 'teacher', group: { source: 'lærere', id: 'school granlia skole' } },
    ]);
  });
});

describe('a bad row is reported with line and column, and the rest goes on', () => {
  it.each<[code: string, severity: string, row: string]>([
    ['person.no-id', 'rejected', ';;Nora;Hansen;;;Granlia skole;7A;7'],
    ['person.no-name', 'rejected', '9;;;;;;Granlia skole;7A;7'],
    ['person.no-school', 'rejected', '9;;Nora;Hansen;;;;7A;7'],
    ['person.email', 'flagged', '9;;Nora;Hansen;nora@@skole;;Granlia skole;7A;7'],
    ['person.mobile-phone', 'flagged', '9;;Nora;Hansen;;ring mor;Granlia skole;7A;7'],
    ['person.national-number', 'flagged', '9;02013299998;Nora;Hansen;;;Granlia skole;7A;7'],
    ['person.national-number', 'flagged', '9;9,11931E+09;Nora;Hansen;;;Granlia skole;7A;7'],
    ['record.columns', 'rejected', '9;;Nora;Hansen'],
    ['record.columns', 'rejected', '9;;Nora;Hansen;;;Granlia skole;7A;7;;x'],
    ['record.quote', 'rejected', '9;;"Nora;Hansen;;;Granlia skole;7A;7'],
  ])('%s', async (code, severity, row) => {
    const items = await read(`${heading}\n${rows[0]}\n${row}\n${rows[1]}\n`);
    expect(problems(items)).toMatchObject([{ code, severity, line: 3 }]);
    expect(ofKind(items, 'person').map(({ ids }) => ids.self.id)).toEqual(
      severity === 'rejected' ? ['1', '2'] : ['1', '9', '2'],
    );
  });

  it('and a rejected row still says whose it was', async () => {
    const items = await read(`${heading}\n9;;Nora\n8;;"Ola;Moe;;;Granlia skole;7A;7\n${rows[1]}\n`);
    expect(problems(items).map(({ id }) => id?.id)).toEqual(['9', '8']);
  });

  it('names an unknown role, and a date that is none', async () => {
    const text =
      'id;navn;skole;rolle;startdato\n1;Kari Moe;Granlia;Keiser;\n2;Ola Moe;Granlia;Elev;31.02.2026\n';
    expect(problems(await read(text))).toMatchObject([
      { code: 'person.role', found: 'rolle: Keiser', line: 2 },
      { code: 'membership.date', line: 3 },
    ]);
  });

  it('names the columns nobody has said anything about', async () => {
    const items = await read('id;navn;skole;skostørrelse\n1;Kari Moe;Granlia;42\n');
    expect(problems(items)).toMatchObject([{ code: 'record.unknown-column', found: 'skostørrelse' }]);
  });

  it('and a line in another encoding is read and flagged', async () => {
    const bytes = Buffer.concat([
      Buffer.from(night),
      encode('3;;Trønd;Bø;;;Granlia skole;7A;7\n', 'windows-1252'),
    ]);
    const items = await read(bytes);
    expect(ofKind(items, 'person').at(-1)).toMatchObject({ givenName: 'Trønd', familyName: 'Bø' });
    expect(problems(items)).toMatchObject([{ code: 'record.encoding', line: 4 }]);
  });
});

describe('a file that cannot be read as a table is refused', () => {
  it.each([
    ['file.empty', ''],
    ['file.empty', '\n\n'],
    ['file.not-table', 'Kjære skole,\n'.replace(',', '')],
    ['file.no-mapping', 'navn;klasse\nNora;7A\n'],
    ['file.no-mapping', 'id;skole\n1;Granlia\n'],
    ['file.no-people', 'id;navn;skole\n'],
  ])('%s', async (code, text) => {
    await expect(read(text)).rejects.toMatchObject({ code });
  });

  it('when a chosen column is not there', async () => {
    const mapping = { fields: { id: 'Id', fullName: 'Navn', school: 'Skole' } };
    await expect(read('Id;Navn\n1;Kari\n', mapping)).rejects.toMatchObject({
      code: 'file.missing-column',
      found: 'Skole',
    });
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${heading}\n`);
  for (let at = 0; at < 200_000; at += 1_000) {
    const chunk = Array.from({ length: 1_000 }, (_, one) => `${at + one};;Åse;Ødegård;;;Granlia skole;7A;7`);
    yield await Promise.resolve(Buffer.from(`${chunk.join('\n')}\n`));
  }
}

it('200,000 rows pass through row by row', { timeout: 60_000 }, async () => {
  let people = 0;
  let largest = 0;
  for await (const batch of readCsv(endless())) {
    people += ofKind(batch, 'person').length;
    largest = Math.max(largest, batch.length);
  }
  expect(people).toBe(200_000);
  expect(largest).toBeLessThan(10_000);
});

describe('single values', () => {
  it.each([
    ['17.08.2012', '2012-08-17'],
    ['7/8/2012', '2012-08-07'],
    ['20120817', '2012-08-17'],
    ['2012-08-17', '2012-08-17'],
    ['31.02.2012', undefined],
  ])('the date %s is %s', (text, day) => {
    expect(readWrittenDate(text)).toBe(day);
  });

  it('a number that lost its leading zero in a spreadsheet has it back', () => {
    expect(readSheetNumber('2013299997')).toMatchObject({ value: '02013299997', kind: 'fnr' });
    expect(readSheetNumber('1,09156E+10')).toBe('spoilt');
    expect(readSheetNumber('')).toBeUndefined();
  });

  it.each([
    ['Elev', 'pupil'],
    ['Kontaktlærer', 'contact-teacher'],
    ['LÆRER', 'teacher'],
    ['Rektor', 'leader'],
    ['Barne- og ungdomsarbeider', 'assistant'],
    ['SFO-ansatt', 'other'],
    ['keiser', undefined],
  ])('the role %s is %s', (text, role) => {
    expect(readRole(text)?.role).toBe(role);
  });

  it.each([
    ['Hansen, Nora Marie', 'Nora Marie', 'Hansen'],
    ['Nora Marie Hansen', 'Nora Marie', 'Hansen'],
    ['Madonna', 'Madonna', 'Madonna'],
  ])('%s', (full, given, family) => {
    expect(splitName(full)).toEqual({ given, family });
  });
});

it('headings in Norwegian and English are known, and «Navn» gives way to first and last name', () => {
  expect(
    guessMapping(['E-postadresse', 'Navn', 'Fornavn', 'Etternavn', 'Fødselsnummer (11 siffer)']),
  ).toMatchObject({
    fields: {
      email: 'E-postadresse',
      givenName: 'Fornavn',
      familyName: 'Etternavn',
      nationalNumber: 'Fødselsnummer (11 siffer)',
    },
    role: 'employee',
  });
  expect(guessMapping(['First name', 'Last Name', 'School', 'Grade']).fields).toEqual({
    givenName: 'First name',
    familyName: 'Last Name',
    school: 'School',
    grade: 'Grade',
  });
});
