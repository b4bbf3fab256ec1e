/** Bad rows in files of every kind: each is named by its line and what it is about, and everything else is taken. */
import { beforeEach, expect, it } from 'vitest';

import { csvOf, smallSet, zipSet } from '#connectors/source/oneroster/testing.ts';
import { encode, encodings, inPieces } from '#connectors/source/text/testing.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';
import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { runImport } from './run.ts';
import { file, group, members, person, pupils, request, school } from './testing.ts';

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const deps = { pool, clock: fixedClock('2026-11-20T17:00:00Z'), vault: openVault(Buffer.alloc(32, 7)) };

beforeEach(async () => {
  await pool.query(`begin; select journal.begin('test.cleared', 'test');
    delete from membership; delete from school_user; delete from user_guardian; delete from guardian; delete from groups;
    delete from users; delete from school; delete from user_name_taken; commit`);
});

/** What the run says of the file, by line: the code, and whose record it was. */
async function problemsOf(bytes: Uint8Array, mapping?: CsvMapping): Promise<string[]> {
  const result = await runImport(deps, request('', { bytes: inPieces(bytes, 1_000), mapping }));
  expect(result.status).toBe('completed');
  const { rows } = await pool.query<{ said: string }>(
    `select line || ' ' || code || ' ' || coalesce(source_id, '-') as said from import_problem
      where run_id = $1 and code <> 'person.national-number' order by line, code, number`,
    [result.runId],
  );
  return rows.map(({ said }) => said);
}

const column = async (question: string): Promise<unknown[]> =>
  (await pool.query<{ found: unknown }>(question)).rows.map(({ found }) => found);
const firstNames = () =>
  column(
    `select first_name as found from users u join user_source k on k.user_id = u.id order by k.source_id`,
  );

it('PIFU-IMS: ids twice, groups in a ring, a name that never ends', async () => {
  const text = file(
    person({ id: '1' }),
    person({ id: '1', given: 'Annen' }),
    person({ id: '2', given: 'Å'.repeat(3_000) }),
    person({ id: '3', given: 'Kari' }),
    school('s1', 'Granlia skole'),
    group('7a', 's1', 1, '7A'),
    group('7a', 's1', 1, '7A igjen'),
    group('ring1', 'ring2', 1, 'R1'),
    group('ring2', 'ring1', 1, 'R2'),
    members('s1', ['1', '3']),
    members('7a', ['1', { person: '3', begin: '2026-02-31' }]),
    members('ring1', ['3']),
  );
  expect(await problemsOf(Buffer.from(text))).toEqual([
    '4 person.repeated 1',
    '5 record.too-large 2',
    '9 group.repeated 7a',
    '10 group.unknown-parent ring1',
    '11 group.unknown-parent ring2',
    '13 membership.date 3',
    '14 membership.unknown-group 3',
  ]);
  expect(await firstNames()).toEqual(['Nora', 'Kari']);
  expect(await column('select display_name as found from groups')).toEqual(['7A']);
});

it('PIFU-IMS: UTF-8 that says it is another encoding, signs nobody sees, one name, a name too long', async () => {
  const text = file(
    person({ id: '1', given: 'Åse' }),
    person({ id: '2', given: 'No\u200Bra' }),
    person({ id: '3', given: '', family: 'Áile' }),
    person({ id: '4', given: 'N'.repeat(65) }),
    school('s1', 'Måneflekken skole'),
    members('s1', ['1', '2', '3', '4']),
  ).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
  expect(await problemsOf(Buffer.from(text))).toEqual([
    '3 record.encoding 1',
    '4 record.encoding 2',
    '4 record.invisible 2',
    '5 record.encoding 3',
    '6 person.name-too-long 4',
    '7 record.encoding s1',
  ]);
  expect(await firstNames()).toEqual(['Åse', 'Nora', '', 'N'.repeat(65)]);
  expect(await column('select name as found from school')).toEqual(['Måneflekken skole']);
  expect(await column(`select sort_name as found from users where first_name = ''`)).toEqual(['Áile ']);
});

it('OneRoster: ids twice, a ring of organisations, a zero among the letters', async () => {
  const [, p2] = smallSet['users.csv'];
  const [e1] = smallSet['enrollments.csv'];
  const [class7a] = smallSet['classes.csv'];
  const users = csvOf('users.csv', [
    ...smallSet['users.csv'],
    { ...p2, givenName: 'Annen' },
    { ...p2, sourcedId: 'p9', username: 'p9', givenName: 'Nu\0ll' },
    { ...p2, sourcedId: 'x'.repeat(3_000), username: 'x' },
  ]);
  const set = {
    ...smallSet,
    'orgs.csv': [
      ...smallSet['orgs.csv'],
      { sourcedId: 'd2', name: 'Ring', type: 'department', parentSourcedId: 'd3' },
      { sourcedId: 'd3', name: 'Ring', type: 'department', parentSourcedId: 'd2' },
      { sourcedId: 's3', name: 'Seg selv skole', type: 'school', parentSourcedId: 's3' },
    ],
    'classes.csv': [
      ...smallSet['classes.csv'],
      { ...class7a, title: '7A igjen' },
      { ...class7a, sourcedId: '9z', title: '9Z', schoolSourcedId: 'd2' },
    ],
    'roles.csv': [...smallSet['roles.csv'], { ...smallSet['roles.csv'][1], userSourcedId: 'p9' }],
    'enrollments.csv': [...smallSet['enrollments.csv'], e1, { ...e1, classSourcedId: '9z' }],
  };
  expect(await problemsOf(zipSet(set, { files: { 'users.csv': users } }))).toEqual([
    '4 group.repeated 7a',
    '5 group.unknown-parent 9z',
    '6 membership.unknown-group p1',
    '6 person.repeated p2',
    '7 record.encoding p9',
    '8 record.too-large -',
  ]);
  expect(await firstNames()).toEqual(['Åse', 'Bjørg', 'Null', 'Kari']);
  expect(await column('select name as found from school order by name')).toEqual([
    'Granlia skole',
    'Seg selv skole',
    'Solvika skole',
  ]);
  expect(await column('select display_name as found from groups order by id')).toHaveLength(3);
});

const heading = 'Elevnr;Fornavn;Etternavn;Skole;Klasse;Trinn;E-post';
const good = ['1;Åse;Ødegård;Granlia skole;7A;7;ase@fjordby.no', '2;Bjørg;Æsøy;Granlia skole;7A;7;'];
const long = 'Å'.repeat(3_000);
const bad = [
  '3;"Kari;Moe;Granlia skole;7A;7;',
  '4;Ola;Moe;Granlia skole',
  '5;Li;Moe;Granlia skole;7A;7;;x',
  '1;Annen;Person;Granlia skole;7A;7;',
  '6;N\0ina;Moe;Granlia skole;7A;7;',
  `${long};A;B;Granlia skole;7A;7;`,
  `7;${long};Moe;Granlia skole;7A;7;`,
  '8;Siri;Moe;;7A;7;',
  '9;Per;Moe;Granlia skole;7A;7;per@@fjordby',
];

it.each(encodings)(
  'CSV in %s: quotes, columns, ids twice, a zero among the letters, no end',
  async (encoding) => {
    const text = [heading, ...good, ...bad, '10;Aud;Bø;Granlia skole;7B;7;', ''].join('\n');
    const found = await problemsOf(encode(text, encoding), pupils);
    // Whoever is refused is missed by the places of the same row, too.
    expect(found.filter((said) => !said.includes('membership.unknown-person'))).toEqual([
      '4 record.quote 3',
      '5 record.columns 4',
      '6 record.columns 5',
      '7 person.repeated 1',
      '8 record.encoding 6',
      '9 record.too-large -',
      '10 record.too-large 7',
      '11 person.no-school 8',
      '12 person.email 9',
    ]);
    expect(await firstNames()).toEqual(['Åse', 'Aud', 'Bjørg', 'Nina', 'Per']);
  },
);

it('a title is kept within what a title may be', async () => {
  const text = `id;navn;skole;rolle;tittel\n1;Kari Moe;Granlia;ansatt;${'Vikar '.repeat(30)}`;
  const fields = { id: 'id', fullName: 'navn', school: 'skole', role: 'rolle', title: 'tittel' };
  expect(await problemsOf(Buffer.from(text), CsvMapping.parse({ fields, extract: 'full' }))).toEqual([]);
  expect(await column('select length(title) <= 64 as found from users')).toEqual([true]);
});
