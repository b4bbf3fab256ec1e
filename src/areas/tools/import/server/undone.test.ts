/** A run that is undone: as a whole, for a school, for a class; and what its page says of it afterwards. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';

import { logs, undoing } from '#areas/logs/contract.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';
import { runImport } from '#server/import/run.ts';
import { file, group, members, person, request, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { imports } from '../contract.ts';

const house = await openHouse();
let boss: Caller;
let runId = 0;
let operationId = 0;

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index));

beforeAll(async () => {
  await house.seed((rows) => rows.school('LUN'));
  // At a school the import has nothing to do with.
  boss = await house.signIn('superadmin', { school: 'LUN' });
  const pupils = ids(0, 9).map((id) => person({ id, guardians: id < '2' ? ['v'] : [] }));
  const text = file(
    ...pupils,
    person({ id: 'v', given: 'Mor' }),
    school('s1', 'Granlia skole'),
    school('s2', 'Solvika skole'),
    group('7a', 's1', 1, '7A'),
    group('7b', 's1', 1, '7B'),
    members('s1', ids(0, 6)),
    members('s2', ids(6, 9)),
    members('7a', ids(0, 3)),
    members('7b', ids(3, 6)),
  );
  const result = await runImport(house.services, request(text));
  runId = result.runId;
  operationId = (await boss.call(imports.get, { id: runId })).operationId ?? 0;
});

const people = async (): Promise<string> => {
  const { rows } = await sql<{ code: string; n: number }>`
    select s.code, count(*)::int as n from school_user su join school s on s.id = su.school_id
      join user_source k on k.user_id = su.user_id group by 1 order by 1`.execute(house.db);
  return rows.map(({ code, n }) => `${code} ${n}`).join(', ');
};
const undone = async () => (await boss.call(imports.get, { id: runId })).undone;

it('is found by its number from a school it did not touch, and is not that school’s alone', async () => {
  expect(await boss.call(logs.operation, { id: operationId })).toMatchObject({ can: ['undo'] });
  const { counts, summary } = await boss.call(undoing.preview, { id: operationId });
  expect(counts).toMatchObject({ kept: 0, cannot: 0 });
  expect(summary).toContainEqual({ table: 'users', kind: 'removed', rows: 9 });
  expect(summary).toContainEqual({ table: 'school', kind: 'removed', rows: 2 });
});

it('can be undone for a class, with its pupils and nobody else', async () => {
  const slice = { id: operationId, group: 'GRA 7A' };
  const { summary } = await boss.call(undoing.preview, slice);
  expect(summary).toContainEqual({ table: 'users', kind: 'removed', rows: 3 });
  expect(summary).toContainEqual({ table: 'groups', kind: 'removed', rows: 1 });
  expect(summary.some(({ table }) => table === 'school')).toBe(false);
  await boss.call(undoing.undo, { ...slice, reason: 'Feil klasse' });
  expect(await people()).toBe('GRA 3, SOL 3');
  expect((await sql`select from guardian`.execute(house.db)).rows).toHaveLength(0);
  expect(await undone()).toBe('partly');
});

it('can be undone for a school', async () => {
  await boss.call(undoing.undo, { id: operationId, school: 'GRA' });
  expect(await people()).toBe('SOL 3');
  expect((await sql`select code from school order by code`.execute(house.db)).rows).toEqual([
    { code: 'LUN' },
    { code: 'SOL' },
  ]);
  expect(await undone()).toBe('partly');
});

it('says so when it is undone as a whole, in the list too', async () => {
  await boss.call(undoing.undo, { id: operationId });
  expect(await people()).toBe('');
  expect(await undone()).toBe('whole');
  expect((await boss.call(imports.runs, {})).Items).toMatchObject([{ id: runId, undone: 'whole' }]);
});

it('refuses a school or a group that is not there', async () => {
  for (const part of [{ school: 'XXX' }, { group: 'XXX 7A' }]) {
    expect(await boss.refused(undoing.preview, { id: operationId, ...part })).toMatchObject({
      fields: [{ path: Object.keys(part)[0], key: 'invalid' }],
    });
  }
});

it('keeps what was said about the columns of a table', async () => {
  const mapping = CsvMapping.parse({
    feed: 'liste',
    extract: 'full',
    fields: { id: 'Nr', fullName: 'Hvem', school: 'Sted' },
    role: 'pupil',
    schools: { 'lia skole': null },
  });
  const result = await runImport(house.services, {
    ...request('Nr;Hvem;Sted\n1;Kari Moe;Lia skole\n'),
    mapping,
  });
  const { operationId: id } = await boss.call(imports.get, { id: result.runId });
  const { summary } = await boss.call(undoing.preview, { id: id ?? 0 });
  expect(summary.map(({ table }) => table)).toContain('users');
  expect(summary.map(({ table }) => table)).not.toContain('site_setting');
  await boss.call(undoing.undo, { id: id ?? 0 });
  const { rows } = await sql`select from site_setting where key = 'csvMappings' and value ? 'liste'`.execute(
    house.db,
  );
  expect(rows).toHaveLength(1);
});
