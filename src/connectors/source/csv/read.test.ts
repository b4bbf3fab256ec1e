import { describe, expect, it } from 'vitest';

import type { SourceItem } from '../port.ts';
import { encode, encodings } from '../text/testing.ts';
import { guessMapping, isSecret } from './guess.ts';
import { readCsv } from './read.ts';
import { likelySchools } from './schools.ts';
import { ofKind, problems, read } from './testing.ts';
import { readGender, readRole, readSheetNumber, readWrittenDate, splitName } from './values.ts';

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
    const items = await read('elevid;navn;skole;skostørrelse\n1;Kari Moe;Granlia;42\n');
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
    ['file.no-mapping', 'elevnavn;klasse\nNora;7A\n'],
    // Nobody has said who the people are.
    ['file.no-mapping', 'id;navn;skole\n1;Nora;Granlia\n'],
    ['file.no-mapping', 'elevid;skole\n1;Granlia\n'],
    ['file.no-people', 'elevid;navn;skole\n'],
  ])('%s', async (code, text) => {
    await expect(read(text)).rejects.toMatchObject({ code });
  });

  it('when nobody has said whether it is the whole list', async () => {
    await expect(read(night, { extract: undefined })).rejects.toMatchObject({
      code: 'file.no-mapping',
      found: 'extract',
    });
  });

  it('when a chosen column is not there', async () => {
    const mapping = { fields: { id: 'Id', fullName: 'Navn', school: 'Skole' }, role: 'pupil' as const };
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
  for await (const batch of readCsv(endless(), {
    mapping: () => Promise.resolve({ extract: 'full' }),
  })) {
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
    ['Madonna', '', 'Madonna'],
  ])('%s', (full, given, family) => {
    expect(splitName(full)).toEqual({ given, family });
  });
});

it.each([
  ['J', 'female'],
  ['K', 'female'],
  ['G', 'male'],
  ['M', 'male'],
  ['1', undefined],
])('the gender %s is %s', (text, gender) => {
  expect(readGender(text)).toBe(gender);
});

it('flags a gender that cannot be read', async () => {
  const items = await read('elevid;navn;skole;kjønn\n1;Kari Moe;Granlia;J\n2;Ola Moe;Granlia;1\n');
  expect(ofKind(items, 'person').map(({ gender }) => gender)).toEqual(['female', undefined]);
  expect(problems(items)).toMatchObject([{ code: 'person.gender', severity: 'flagged', line: 3 }]);
});

it('somebody with one name has it as the family name', async () => {
  const items = await read('elevid;fornavn;etternavn;skole\n1;Madonna;;Granlia\n2;;Cher;Granlia\n');
  expect(ofKind(items, 'person')).toMatchObject([
    { givenName: '', familyName: 'Madonna', displayName: 'Madonna' },
    { givenName: '', familyName: 'Cher', displayName: 'Cher' },
  ]);
});

it.each([
  ['Passord', true],
  ['Startpassord (nytt)', true],
  ['Password', true],
  ['PIN', true],
  ['Klassepinne', false],
  ['Passnummer', false],
])('the column %s holds passwords: %s', (name, isIt) => {
  expect(isSecret(name)).toBe(isIt);
});

const schoolsOf = (items: readonly SourceItem[]) =>
  ofKind(items, 'group').map(({ ids, shortName }) => [ids.self.id, shortName]);

describe('a school the portal does not know', () => {
  const granlia = { code: 'GRA', name: 'Granlia skole', organisationNumber: '976820037' };
  const list = 'elevid;navn;skole\n1;Kari Moe;Granlia skole\n2;Ola Moe;Granlia\n3;Per Vik;Granlia\n';

  it('refuses its rows until somebody has answered, and says whose they are', async () => {
    const items = await read(list, {}, [granlia]);
    expect(problems(items)).toMatchObject([
      {
        code: 'person.school-unknown',
        severity: 'rejected',
        line: 3,
        id: { id: '2' },
        found: 'skole: Granlia',
      },
      { code: 'person.school-unknown', line: 4 },
    ]);
    expect(schoolsOf(items)).toEqual([['school granlia skole', 'Granlia skole']]);
  });

  it('is new when that is the answer', async () => {
    const items = await read(list, { schools: { granlia: null } }, [granlia]);
    expect(problems(items)).toEqual([]);
    expect(schoolsOf(items)).toEqual([
      ['school granlia skole', 'Granlia skole'],
      ['school granlia', 'Granlia'],
    ]);
  });

  it('is the one that was meant, under the id the source has for it', async () => {
    const known = { ...granlia, sourceId: 'school granlia skole' };
    const items = await read(list, { schools: { granlia: 'GRA' } }, [known]);
    expect(problems(items)).toEqual([]);
    expect(schoolsOf(items)).toEqual([['school granlia skole', 'Granlia skole']]);
    expect(ofKind(items, 'membership')).toHaveLength(3);
  });

  it('is not asked about when there are none to mistake it for', async () => {
    expect(problems(await read(list, {}, []))).toEqual([]);
  });

  it('is suggested by what is like it', () => {
    const known = [
      granlia,
      { code: 'SOL', name: 'Solvika skole' },
      { code: 'FJE', name: 'Fjellheim ungdomsskole' },
    ];
    expect(likelySchools('Granlia', known)).toEqual(['GRA']);
    expect(likelySchools('Solvka skule', known)[0]).toBe('SOL');
  });
});

describe('who the people are', () => {
  it.each<[headings: string[], fileName: string, role: string | undefined]>([
    [['Elevens fornavn', 'Elevens etternavn', 'Skolens navn', 'Hjemmeklasse'], '', 'pupil'],
    [['Id', 'Navn', 'Skole', 'Klasse'], 'elever.csv', 'pupil'],
    [['Lærerens navn', 'Skole', 'Id'], '', 'teacher'],
    [['Id', 'Navn', 'Skole'], 'export.csv', undefined],
    [['Ansattnr', 'Navn', 'Skole'], '', undefined],
    [['Id', 'Navn', 'Klasse', 'Skole'], '', undefined],
    [['Elevnr', 'Navn', 'Klasse', 'Kontaktlærer'], '', 'pupil'],
  ])('%j in «%s» is %s', (headings, fileName, role) => {
    expect(guessMapping(headings, fileName).role).toBe(role);
  });
});

it('headings people really use are known, and those of guardians are nobody’s', () => {
  expect(
    guessMapping([
      'Elevens fornavn',
      'Elevens etternavn',
      'Elevens fødselsdato',
      'Skolens navn',
      'Skolens orgnr',
      'Hjemmeklasse',
      'Foresattes fornavn',
      'Mors mobil',
    ]).fields,
  ).toEqual({
    givenName: 'Elevens fornavn',
    familyName: 'Elevens etternavn',
    birthDate: 'Elevens fødselsdato',
    school: 'Skolens navn',
    schoolNumber: 'Skolens orgnr',
    class: 'Hjemmeklasse',
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
  });
  expect(guessMapping(['First name', 'Last Name', 'School', 'Grade']).fields).toEqual({
    givenName: 'First name',
    familyName: 'Last Name',
    school: 'School',
    grade: 'Grade',
  });
});
