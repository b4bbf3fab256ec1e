import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import type { QueryResultRow } from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { oneRoster11, schoolDataSync } from '#connectors/source/oneroster/columns.ts';
import { small11, smallSds, smallSet, type TestSet, zipSet } from '#connectors/source/oneroster/testing.ts';
import { encode, inPieces } from '#connectors/source/text/testing.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';
import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { type ImportRequest, type ImportResult, runImport } from './run.ts';
import { file, members, person, pupils, request, school } from './testing.ts';

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const deps = { pool, clock: fixedClock('2026-11-20T17:00:00Z'), vault: openVault(Buffer.alloc(32, 7)) };

const send = (bytes: Uint8Array, options: Partial<ImportRequest> = {}): Promise<ImportResult> =>
  runImport(deps, request('', { bytes: inPieces(bytes, 1_000), ...options }));

async function rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}

/** As whoever sends a table for the first time says it; the rest as its headings have it. */
const sendTable = (bytes: Uint8Array, options: Partial<ImportRequest> = {}): Promise<ImportResult> =>
  send(bytes, { mapping: pupils, ...options });

const countsOf = async ({ runId }: ImportResult): Promise<unknown> => {
  const [run] = await rows<{ counts: unknown }>('select counts from import_run where id = $1', [runId]);
  return run?.counts;
};
const problemsOf = async ({ runId }: ImportResult): Promise<string[]> => {
  const found = await rows<{ code: string; line: number }>(
    'select code, line from import_problem where run_id = $1 order by number',
    [runId],
  );
  return found.map(({ code, line }) => `${line} ${code}`);
};

/** Everything an import writes about people, groups and memberships, by names rather than numbers. */
const state = (): Promise<Record<string, unknown>[]> =>
  rows(`select (select jsonb_agg(to_jsonb(u) - 'version' order by id) from users u) as users,
       (select jsonb_agg(m order by group_id, user_id) from membership m) as memberships,
       (select jsonb_agg(su order by school_id, user_id) from school_user su) as places,
       (select jsonb_agg(g order by id) from (select id, name, display_name, type, school_id, expires_on from groups) g) as groups,
       (select jsonb_agg(g order by source_id) from guardian g) as guardians`);

/** Each test starts from nothing. */
beforeEach(async () => {
  await pool.query(`begin; select journal.begin('test.cleared', 'test');
    delete from membership; delete from school_user; delete from user_guardian; delete from guardian; delete from groups;
    delete from users; delete from school; delete from user_name_taken;
    delete from site_setting where key = 'csvMappings'; commit`);
});

describe('beside tables and packages', () => {
  it('PIFU-IMS goes on as before', async () => {
    const text = file(person({ id: '1' }), school('s1', 'Granlia skole'), members('s1', ['1']));
    expect(await countsOf(await send(Buffer.from(text)))).toMatchObject({ person: { new: 1 } });
  });

  it('what is no text is refused', async () => {
    const result = await send(Buffer.from('%PDF-1.7\n'));
    expect(result).toMatchObject({ status: 'failed', failure: { code: 'file.not-xml' } });
  });
});

const changed = (set: TestSet): Promise<ImportResult> => send(zipSet(set, { mode: 'delta' }));

describe('OneRoster', () => {
  const gone = { status: 'tobedeleted', dateLastModified: '2026-11-20T10:00:00Z' };

  it('makes people, schools and groups, and the same set again changes nothing', async () => {
    const first = await send(zipSet(smallSet));
    expect(await countsOf(first)).toMatchObject({
      school: { new: 2 },
      person: { new: 3 },
      // The owner, the class and the teaching group.
      group: { new: 3 },
    });
    expect(
      await rows(`select u.user_name, u.role, u.title, s.code, u.birth_date::text, u.gender
                    from users u left join school s on s.id = u.primary_school_id order by u.user_name`),
    ).toMatchObject([
      { user_name: 'aseode0001', role: 'student', code: 'GRA', birth_date: '2014-03-02', gender: 1 },
      { user_name: 'bjoeso0001', role: 'student', code: 'GRA' },
      { user_name: 'karmoe0001', role: 'employee', title: 'Rektor', code: 'SOL' },
    ]);
    expect(await rows(`select class_name, grade from school_user where class_name is not null`)).toEqual([
      { class_name: '7A', grade: '7' },
    ]);
    expect(await rows('select name from guardian')).toEqual([{ name: 'Mor Ødegård' }]);

    const before = await state();
    const second = await send(zipSet(smallSet));
    expect(await countsOf(second)).toEqual({
      school: { unchanged: 2 },
      person: { unchanged: 3 },
      group: { unchanged: 3 },
    });
    expect(await state()).toEqual(before);
  });

  it('a delta of nothing new changes nothing, and lets nobody go', async () => {
    await send(zipSet(smallSet));
    const before = await state();
    const result = await changed({ 'users.csv': [smallSet['users.csv'][0]] });
    expect(result.status).toBe('completed');
    expect(await state()).toEqual(before);
    expect(await problemsOf(result)).toEqual(['2 person.national-number']);
  });

  it('a delta adds and changes people without touching the others', async () => {
    await send(zipSet(smallSet));
    const result = await changed({
      'users.csv': [
        { ...smallSet['users.csv'][1], familyName: 'Nygård' },
        { sourcedId: 'p9', enabledUser: 'true', username: 'ny', givenName: 'Ny', familyName: 'Elev' },
      ],
      'roles.csv': [
        { sourcedId: 'r9', userSourcedId: 'p9', roleType: 'primary', role: 'student', orgSourcedId: 's2' },
      ],
      'enrollments.csv': [
        {
          sourcedId: 'e9',
          classSourcedId: '7a',
          schoolSourcedId: 's1',
          userSourcedId: 'p2',
          role: 'student',
        },
      ],
    });
    expect(await countsOf(result)).toMatchObject({
      person: { new: 1, changed: 1, unchanged: 2 },
      membership: { new: 1 },
    });
    expect(await rows(`select last_name from users where user_name = 'bjoeso0001'`)).toEqual([
      { last_name: 'Nygård' },
    ]);
    expect(await rows('select expires_on from users where expires_on is not null')).toEqual([]);
    expect(await rows('select name from guardian')).toHaveLength(1);
  });

  it('a delta knows the schools another source brought by its own ids, without their rows', async () => {
    const granlia = school('g1', 'Granlia skole');
    await send(Buffer.from(file(person({ id: '1' }), granlia, members('g1', ['1']))));
    await send(zipSet(smallSet), { acceptLeavers: true });
    expect(await rows('select name, source from school order by 1')).toEqual([
      { name: 'Granlia skole', source: 'sas' },
      { name: 'Solvika skole', source: 'testsas' },
    ]);
    const result = await changed({
      'users.csv': [
        { sourcedId: 'p9', enabledUser: 'true', username: 'ny', givenName: 'Ny', familyName: 'Elev' },
      ],
      'roles.csv': [
        { sourcedId: 'r9', userSourcedId: 'p9', roleType: 'primary', role: 'student', orgSourcedId: 's1' },
      ],
    });
    expect(await problemsOf(result)).toEqual([]);
    expect(
      await rows(`select s.name from users u join school_user su on su.user_id = u.id
                    join school s on s.id = su.school_id where u.last_name = 'Elev'`),
    ).toEqual([{ name: 'Granlia skole' }]);
    expect(await rows('select name from school')).toHaveLength(2);
  });

  it('a school that this source calls something else now is still the one another brought', async () => {
    await send(Buffer.from(file(person({ id: '1' }), school('g1', 'Granlia skole'), members('g1', ['1']))));
    await send(zipSet(smallSet), { acceptLeavers: true });
    const orgs = smallSet['orgs.csv'].map((org) =>
      org.sourcedId === 's1' ? { ...org, name: 'Granlia barne- og ungdomsskole', identifier: '' } : org,
    );
    await send(zipSet({ ...smallSet, 'orgs.csv': orgs }), { acceptLeavers: true });
    expect(await rows('select name from school order by 1')).toEqual([
      { name: 'Granlia skole' },
      { name: 'Solvika skole' },
    ]);
  });

  it('a delta ends memberships, groups and people that it says are gone, and no other', async () => {
    await send(zipSet(smallSet));
    const result = await send(
      zipSet(
        {
          'users.csv': [{ ...smallSet['users.csv'][1], ...gone }],
          'classes.csv': [{ ...smallSet['classes.csv'][1], ...gone }],
          'enrollments.csv': [{ ...smallSet['enrollments.csv'][0], ...gone }],
        },
        { mode: 'delta' },
      ),
      { acceptLeavers: true },
    );
    expect(await countsOf(result)).toMatchObject({
      // One has no class any more.
      person: { left: 1, changed: 1, unchanged: 1 },
      group: { left: 1, unchanged: 2 },
    });
    expect(await rows('select user_name from users where expires_on is not null')).toEqual([
      { user_name: 'bjoeso0001' },
    ]);
    expect(
      await rows(`select u.user_name, g.display_name from membership m join users u on u.id = m.user_id
                    join groups g on g.id = m.group_id where g.type = 'class'`),
    ).toEqual([{ user_name: 'karmoe0001', display_name: '7A' }]);
    // Back again in the next delta, with the same account.
    await changed({ 'users.csv': [smallSet['users.csv'][1]], 'roles.csv': [smallSet['roles.csv'][1]] });
    expect(await rows('select user_name from users where expires_on is not null')).toEqual([]);
  });

  it('whoever has a bad row is not taken for one who left', async () => {
    await send(zipSet(smallSet));
    const roles = smallSet['roles.csv'].map((row) =>
      row.sourcedId === 'r1' ? { ...row, role: 'wizard' } : row,
    );
    const users = smallSet['users.csv'].map((row) =>
      row.sourcedId === 'p2' ? { ...row, givenName: '' } : row,
    );
    const result = await send(zipSet({ ...smallSet, 'roles.csv': roles, 'users.csv': users }), {
      acceptLeavers: true,
    });
    expect(await rows('select user_name from users where expires_on is not null')).toEqual([]);
    expect(await problemsOf(result)).toEqual(
      expect.arrayContaining(['2 membership.unknown-role', '3 record.missing-value']),
    );
  });

  it('leaves nothing on the disk, whatever became of it', async () => {
    const folder = await mkdtemp(`${tmpdir()}/vaktmester-test-`);
    vi.stubEnv('TMPDIR', folder);
    await send(zipSet(smallSet));
    await send(zipSet(smallSet).subarray(0, 900));
    vi.unstubAllEnvs();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('OneRoster 1.1', () => {
  it('leaves what 1.2 leaves, and of changes moves a person to the schools it names alone', async () => {
    await send(zipSet(small11, { dialect: oneRoster11 }));
    const placesOf = () =>
      rows(`select u.user_name, s.code from school_user su join users u on u.id = su.user_id
              join school s on s.id = su.school_id where u.user_name <> 'aseode0001' order by 1, 2`);
    expect(await placesOf()).toEqual([
      { user_name: 'bjoeso0001', code: 'GRA' },
      { user_name: 'karmoe0001', code: 'GRA' },
      { user_name: 'karmoe0001', code: 'SOL' },
    ]);
    const before = await state();
    await send(zipSet(small11, { dialect: oneRoster11 }));
    expect(await state()).toEqual(before);

    const bjorg = small11['users.csv'].find(({ sourcedId }) => sourcedId === 'p2');
    const moved = { 'users.csv': [{ ...bjorg, orgSourcedIds: 's2' }] };
    await send(zipSet(moved, { dialect: oneRoster11, mode: 'delta' }));
    expect(await placesOf()).toEqual([
      { user_name: 'bjoeso0001', code: 'SOL' },
      { user_name: 'karmoe0001', code: 'GRA' },
      { user_name: 'karmoe0001', code: 'SOL' },
    ]);
    expect(await rows('select user_name from users where expires_on is not null')).toEqual([]);
  });
});

describe('School Data Sync', () => {
  const set = zipSet(smallSds, { dialect: schoolDataSync });

  it('makes people, schools and groups, and the same set again changes nothing', async () => {
    expect(await countsOf(await send(set))).toMatchObject({
      school: { new: 2 },
      person: { new: 2 },
      // The owner, two teaching groups and the year.
      group: { new: 4 },
    });
    expect(await rows('select user_name, role, title, source from users order by 1')).toEqual([
      { user_name: 'aseode0001', role: 'student', title: null, source: 'sds' },
      { user_name: 'karmoe0001', role: 'employee', title: 'Rektor', source: 'sds' },
    ]);
    expect(await rows('select name from guardian')).toEqual([{ name: 'Mor Ødegård' }]);
    const before = await state();
    await send(set);
    expect(await state()).toEqual(before);
  });

  it('of a second data source is a register of its own', async () => {
    const [one, two] = [await addSource('Øst'), await addSource('Vest')];
    const feeds: unknown[] = [];
    for (const id of [one, two, one, two]) {
      const result = await send(set, { source: { id, thresholds: {} }, dryRun: true });
      feeds.push(await feedOf(result));
      await pool.query(
        `insert into data_source_state (source_id, feed) values ($1, $2) on conflict do nothing`,
        [id, feeds.at(-1)],
      );
    }
    expect(feeds).toEqual(['sds', `sds ${two}`, 'sds', `sds ${two}`]);
  });
});

describe('CSV', () => {
  const heading = 'Elevnr;Fornavn;Etternavn;Skole;Klasse;Trinn;E-post';
  const table = `${heading}\r\n1;Åse;Ødegård;Granlia skole;7A;7;ase@fjordby.no\n2;Bjørg;Æsøy;Granlia skole;7A;7;\n`;

  it('makes pupils with school, class and grade, and the same file in another encoding changes nothing', async () => {
    const first = await sendTable(encode(table, 'windows-1252'));
    expect(await countsOf(first)).toMatchObject({
      school: { new: 1 },
      person: { new: 2 },
      group: { new: 2 },
    });
    expect(await rows('select class_name, grade from school_user')).toEqual([
      { class_name: '7A', grade: '7' },
      { class_name: '7A', grade: '7' },
    ]);
    const before = await state();
    await sendTable(encode(table.replaceAll(';', '\t'), 'utf-16le with mark'));
    expect(await state()).toEqual(before);
  });

  it('takes the mapping somebody chose', async () => {
    const mapping = CsvMapping.parse({
      feed: 'vikarer',
      fields: { id: 'Nr', fullName: 'Hvem', email: 'Adresse' },
      role: 'teacher',
      extract: 'full',
      school: 'Granlia skole',
    });
    await send(Buffer.from('Nr;Hvem;Adresse\n7;Kari Moe;kari@fjordby.no\n'), { mapping });
    expect(await rows('select user_name, role, email, source from users')).toEqual([
      { user_name: 'karmoe0001', role: 'employee', email: 'kari@fjordby.no', source: 'vikarer' },
    ]);
  });

  it('of changes only lets nobody go', async () => {
    await sendTable(Buffer.from(table));
    await send(Buffer.from(`${heading}\n3;Ny;Elev;Granlia skole;7A;7;\n`), {
      mapping: { ...pupils, extract: 'changes' },
    });
    expect(await rows('select user_name, expires_on from users order by 1')).toEqual([
      { user_name: 'aseode0001', expires_on: null },
      { user_name: 'bjoeso0001', expires_on: null },
      { user_name: 'nyele0001', expires_on: null },
    ]);
  });

  it('whoever has a bad row is not taken for one who left', async () => {
    await sendTable(Buffer.from(table));
    const result = await sendTable(Buffer.from(table.replace('2;Bjørg;Æsøy', '2;"Bjørg;Æsøy')), {
      acceptLeavers: true,
    });
    expect(await problemsOf(result)).toEqual(['3 record.quote']);
    expect(await rows('select user_name from users where expires_on is not null')).toEqual([]);
  });

  it('that nobody has said is the whole list is refused, and lets nobody go', async () => {
    expect(await send(Buffer.from(table))).toMatchObject({
      failure: { code: 'file.no-mapping', found: 'extract' },
    });
  });

  it('with a misspelt school makes no school and lets nobody go, until somebody says which it is', async () => {
    await sendTable(Buffer.from(table));
    const misspelt = Buffer.from(table.replace('Bjørg;Æsøy;Granlia skole', 'Bjørg;Æsøy;Granlia skule'));
    const result = await sendTable(misspelt, { acceptLeavers: true });
    expect(await problemsOf(result)).toEqual(['3 person.school-unknown']);
    expect(await rows('select name from school')).toEqual([{ name: 'Granlia skole' }]);
    expect(await rows('select user_name from users where expires_on is not null')).toEqual([]);

    const [granlia] = await rows<{ code: string }>('select code from school');
    const answered = { ...pupils, schools: { 'granlia skule': granlia?.code ?? '' } };
    const before = await state();
    expect(await problemsOf(await send(misspelt, { mapping: answered }))).toEqual([]);
    expect(await state()).toEqual(before);
    // The answer is remembered with the columns.
    expect(await problemsOf(await send(misspelt))).toEqual([]);
    await send(misspelt, { mapping: { ...pupils, schools: { 'granlia skule': null } } });
    expect(await rows('select name from school order by 1')).toHaveLength(2);
  });

  it('with columns that say nothing is refused', async () => {
    const result = await send(Buffer.from('a;b\n1;2\n'));
    expect(result).toMatchObject({ status: 'failed', failure: { code: 'file.no-mapping' } });
  });
});

const addSource = async (name: string): Promise<number> => {
  await pool.query(`begin; select journal.begin('test.source', 'test');
    insert into data_source (name, kind, folder, run_at, place, created_at)
    values ('${name}', 'csv', 'f', '17:00', 1, now()); commit`);
  const added = await rows<{ id: number }>('select id from data_source where name = $1', [name]);
  return added[0]?.id ?? 0;
};
const feedOf = async ({ runId }: ImportResult): Promise<unknown> =>
  (await rows<{ feed: unknown }>('select feed from import_run where id = $1', [runId]))[0]?.feed;

describe('what was said of a table’s columns', () => {
  const heading = 'Nr;Hvem;Skole';
  const said = CsvMapping.parse({
    feed: 'vikarer',
    fields: { id: 'Nr', fullName: 'Hvem', school: 'Skole' },
    role: 'teacher',
    extract: 'full',
  });
  const one = Buffer.from(`${heading}\n7;Kari Moe;Granlia skole\n`);

  beforeEach(async () => {
    await pool.query(`begin; select journal.begin('test.cleared', 'test');
      delete from site_setting where key = 'csvMappings'; delete from data_source; commit`);
  });
  it('holds for the next file of such headings, without anybody there', async () => {
    await send(one, { mapping: said });
    const again = await send(Buffer.from(`${heading}\n7;Kari Moe;Granlia skole\n8;Ole Lie;Granlia skole\n`));
    expect(await countsOf(again)).toMatchObject({ person: { new: 1, unchanged: 1 } });
    expect(await rows('select distinct source, role from users')).toEqual([
      { source: 'vikarer', role: 'employee' },
    ]);
  });

  it('is not guessed at when two sources have such headings', async () => {
    await send(one, { mapping: said });
    await send(one, { mapping: { ...said, feed: 'assistenter' } });
    expect(await send(one)).toMatchObject({
      status: 'failed',
      failure: { code: 'file.no-mapping', found: 'vikarer, assistenter' },
    });
  });

  it('is each data source’s own', async () => {
    const source = { id: await addSource('Vikarer i øst'), thresholds: {} };
    await send(one, { mapping: said });
    // Its headings alone do not say enough.
    expect(await send(one, { source })).toMatchObject({ status: 'failed' });
    await send(one, { mapping: { ...said, feed: 'Vikarer i øst' } });
    expect(await feedOf(await send(one, { source }))).toBe('Vikarer i øst');
  });

  it('stays with a data source that is renamed, and a heading that is gone is missed', async () => {
    const source = { id: await addSource('Vikarer'), thresholds: {} };
    await pool.query(`insert into data_source_state (source_id, feed) values ($1, 'vikarer')`, [source.id]);
    await send(one, { mapping: said });
    expect(await feedOf(await send(one, { source }))).toBe('vikarer');
    expect(await send(Buffer.from('Nr;Navn;Skole\n7;Kari Moe;Granlia skole\n'), { source })).toMatchObject({
      failure: { code: 'file.missing-column', found: 'Hvem' },
    });
  });
});
