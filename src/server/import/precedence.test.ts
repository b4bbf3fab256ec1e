/** Several sources about the same people: who they are, whose word counts, and what becomes of them when one lets go. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { CsvMapping } from '#kernel/csv-mapping.ts';
import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { type ImportResult, runImport } from './run.ts';
import { file, group, members, type Person, person, request, school } from './testing.ts';

// Several whole imports each, on cores that others use too.
vi.setConfig({ testTimeout: 60_000 });

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const clock = fixedClock('2026-11-20T17:00:00Z');
const deps = { pool, clock, vault: openVault(Buffer.alloc(32, 7)) };
const NUMBER = '10915596784';

type Row = Record<string, unknown>;
const rows = async (sql: string): Promise<Row[]> => (await pool.query<Row>(sql)).rows;

beforeEach(async () => {
  clock.set('2026-11-20T17:00:00Z');
  await pool.query(`begin; select journal.begin('test.emptied', 'test');
    delete from data_source; delete from membership; delete from groups; delete from users; delete from school;
    delete from user_name_taken; delete from import_run; commit`);
});

/** The file as another system would send it. */
const sentBy = (feed: string, text: string): string =>
  text.replaceAll('<source>sas<', `<source>${feed}<`).replace('<datasource>sas<', `<datasource>${feed}<`);

async function imported(text: string): Promise<ImportResult & { changes: number }> {
  const result = await runImport(deps, request(text));
  if (result.status === 'failed') throw new Error(result.failure.code);
  const { rows: found } = await pool.query<{ n: number }>(
    'select count(*)::integer as n from journal.change where operation_id = $1',
    [result.operationId],
  );
  return { ...result, changes: found[0]?.n ?? 0 };
}

async function sources(
  list: Readonly<Record<string, { place: number; precedence?: object }>>,
): Promise<void> {
  for (const [feed, { place, precedence = {} }] of Object.entries(list)) {
    await pool.query(
      `with started as (select journal.begin('test.source', 'test')),
            added as (insert into data_source (name, kind, folder, run_at, place, precedence, created_at)
                      select $1, 'pifu', $1, '17:00', $2, $3, now() from started returning id)
       insert into data_source_state (source_id, feed) select id, $1 from added`,
      [feed, place, JSON.stringify(precedence)],
    );
  }
}

const granlia = school('s1', 'Granlia skole');
const at = (who: Person, schools = granlia, of = 's1'): string =>
  file(person({ number: NUMBER, ...who }), schools, members(of, [who.id]));

const account = async () =>
  (
    await rows(`select user_name, first_name || ' ' || last_name as name, email, mobile_phone as mobile, source, expires_on
                  from users`)
  )[0];
const filled = () => rows('select field, feed from user_field_source order by field');

const other = (id: string): string => person({ id, family: 'Berg' });
const placesOf = () =>
  rows(`select s.code, su.is_primary from school_user su join school s on s.id = su.school_id
          join users u on u.id = su.user_id where u.user_name = 'norhan0001' order by 1`);
const groupsOf = () =>
  rows(`select g.name from membership m join groups g on g.id = m.group_id join users u on u.id = m.user_id
         where u.user_name = 'norhan0001' order by 1`);
const stateOf = () =>
  rows(`select source, expires_on is not null as ends from users where user_name = 'norhan0001'`);
const placesHeld = () =>
  rows(`select s.code, su.is_primary, su.source, s.id = u.primary_school_id as chosen
          from school_user su join school s on s.id = su.school_id join users u on u.id = su.user_id order by 1`);
const register = () =>
  pool.query(`begin; select journal.begin('test.moved', 'test');
    insert into school_change (user_id, from_school_id, to_school_id, registered_by, registered_at, executed_at)
      select u.id, u.primary_school_id, s.id, 'test', now(), now() from users u, school s where s.code = 'SOL';
    insert into school_user (school_id, user_id, role, is_primary, added_at)
      select id, (select id from users), 'student', false, now() from school where code = 'SOL';
    update school_user su set is_primary = s.code = 'SOL' from school s where s.id = su.school_id;
    update users set primary_school_id = (select id from school where code = 'SOL'); commit`);

describe('who they are', () => {
  it('is known by number and name; the school by its name, which the second source does not change', async () => {
    await imported(at({ id: '1' }));
    const { runId } = await imported(sentBy('hr', at({ id: 'a' }, school('x', 'GRANLIA SKOLE'), 'x')));
    expect(await rows(`select key, outcome, reason from import_plan where run_id = ${runId}`)).toEqual([
      { key: 'norhan0001', outcome: 'changed', reason: 'linked' },
    ]);
    expect(await rows('select user_name, source from users')).toEqual([
      { user_name: 'norhan0001', source: 'sas' },
    ]);
    expect(await rows('select name, source from school')).toEqual([{ name: 'Granlia skole', source: 'sas' }]);
    expect(await rows('select source, kind from user_source order by source')).toEqual([
      { source: 'hr', kind: 'current' },
      { source: 'sas', kind: 'current' },
    ]);
  });

  it('is for a person to say where only the number is the same', async () => {
    await imported(at({ id: '1' }));
    await imported(sentBy('hr', at({ id: 'a', given: 'Eleonora' })));
    expect(await rows('select from users')).toHaveLength(1);
    expect(await rows('select kind, source from identity_case')).toEqual([
      { kind: 'same-number', source: 'hr' },
    ]);
  });

  it('is a new account without a number', async () => {
    await imported(file(person({ id: '1' }), granlia, members('s1', ['1'])));
    await imported(sentBy('hr', file(person({ id: '1' }), granlia, members('s1', ['1']))));
    expect(await rows('select from users')).toHaveLength(2);
  });
});

describe('whose word counts', () => {
  const mine = at({ id: '1', given: 'Nora', email: 'sas@skole.no', mobile: '40000001' });
  const theirs = sentBy('hr', at({ id: 'a', email: 'hr@skole.no', mobile: '40000002' }));

  it('is the account’s own where nobody has said', async () => {
    await imported(mine);
    await imported(theirs);
    expect(await account()).toMatchObject({ email: 'sas@skole.no', mobile: '+4740000001' });
    expect(await filled()).toEqual([]);
  });

  it('is that of the lower place, field by field, and each file again changes nothing', async () => {
    await sources({ sas: { place: 1 }, hr: { place: 2, precedence: { email: 1, mobilePhone: 1 } } });
    await pool.query(`begin; select journal.begin('test.set', 'test');
      update data_source set precedence = '{"email": 2}' where name = 'sas'; commit`);
    await imported(mine);
    await imported(theirs);
    // The telephone's places are even: the account's own source.
    expect(await account()).toMatchObject({ email: 'hr@skole.no', mobile: '+4740000001' });
    expect(await filled()).toEqual([{ field: 'email', feed: 'hr' }]);
    for (const text of [mine, theirs, mine, theirs]) expect((await imported(text)).changes).toBe(0);
    expect(await rows('select owned_fields from users')).toEqual([
      { owned_fields: ['email', 'mobilePhone'] },
    ]);
  });

  it('is the other’s for what one’s own does not know, until it does', async () => {
    await imported(at({ id: '1' }));
    await imported(theirs);
    expect(await account()).toMatchObject({ email: 'hr@skole.no', mobile: '+4740000002' });
    for (const text of [at({ id: '1' }), theirs]) expect((await imported(text)).changes).toBe(0);
    await imported(mine);
    expect(await account()).toMatchObject({ email: 'sas@skole.no', mobile: '+4740000001' });
    expect(await filled()).toEqual([]);
  });

  it('falls back when the believed source says nothing any more', async () => {
    await sources({ sas: { place: 2 }, hr: { place: 1 } });
    await imported(mine);
    await imported(theirs);
    await imported(sentBy('hr', at({ id: 'a' })));
    expect(await account()).toMatchObject({ email: null });
    await imported(mine);
    expect(await account()).toMatchObject({ email: 'sas@skole.no' });
  });
});

describe('somebody one source lets go', () => {
  const solvika = school('s2', 'Solvika skole');
  const sas = file(
    person({ id: '1', number: NUMBER }),
    other('2'),
    granlia,
    group('7a', 's1', 1, '7A'),
    members('s1', ['1', '2']),
    members('7a', ['1', '2']),
  );
  const hr = sentBy(
    'hr',
    file(
      person({ id: 'a', number: NUMBER }),
      other('b'),
      solvika,
      group('c', 's2', 1, 'Kor'),
      members('s2', ['a', 'b']),
      members('c', ['a', 'b']),
    ),
  );
  it('has the places and groups of both, and loses those of the second with it', async () => {
    await imported(sas);
    await imported(hr);
    expect(await placesOf()).toEqual([
      { code: 'GRA', is_primary: true },
      { code: 'SOL', is_primary: false },
    ]);
    expect(await groupsOf()).toEqual([{ name: 'GRA 7A' }, { name: 'SOL Kor' }]);
    expect((await imported(sas)).changes).toBe(0);

    const without = sentBy(
      'hr',
      file(other('b'), solvika, group('c', 's2', 1, 'Kor'), members('s2', ['b']), members('c', ['b'])),
    );
    await imported(without);
    expect(await placesOf()).toEqual([{ code: 'GRA', is_primary: true }]);
    expect(await groupsOf()).toEqual([{ name: 'GRA 7A' }]);
    expect(await account()).toMatchObject({ expires_on: null });
    expect((await imported(without)).changes).toBe(0);
  });

  it('goes over to the other with the same account, and back', async () => {
    await imported(sas);
    await imported(hr);
    const without = file(
      other('2'),
      granlia,
      group('7a', 's1', 1, '7A'),
      members('s1', ['2']),
      members('7a', ['2']),
    );
    await imported(without);
    expect(await rows(`select source, expires_on from users where user_name = 'norhan0001'`)).toEqual([
      { source: 'hr', expires_on: null },
    ]);
    expect(await placesOf()).toEqual([{ code: 'SOL', is_primary: true }]);
    for (const text of [without, hr]) expect((await imported(text)).changes).toBe(0);
    await imported(sas);
    expect(await placesOf()).toEqual([
      { code: 'GRA', is_primary: false },
      { code: 'SOL', is_primary: true },
    ]);
  });

  it('gets a place from another source also when their own has them at no school', async () => {
    const owner = school('owner', 'Fjordby kommune').replace('level="2">skole<', 'level="1">skoleeier<');
    const atOwner = members('owner', [{ person: '1', role: '02' }]);
    await imported(file(person({ id: '1', number: NUMBER }), owner, granlia, atOwner));
    expect(await rows('select primary_school_id from users')).toEqual([{ primary_school_id: null }]);
    const theirs = sentBy('hr', at({ id: 'a' }));
    expect((await imported(theirs)).status).toBe('completed');
    expect(await placesOf()).toEqual([{ code: 'GRA', is_primary: false }]);
    expect((await imported(theirs)).changes).toBe(0);
  });

  it('leaves with the days of grace when no other has them, and returns by another', async () => {
    await imported(at({ id: '1' }));
    await runImport(deps, request(file(other('9'), granlia, members('s1', ['9'])), { acceptLeavers: true }));
    expect(await stateOf()).toEqual([{ source: 'sas', ends: true }]);
    await imported(hr);
    expect(await stateOf()).toEqual([{ source: 'hr', ends: false }]);
    expect((await imported(hr)).changes).toBe(0);
  });
});

/** Who has an account where, and who says so. */
const known = () =>
  rows(`select u.user_name, u.source as of, u.expires_on, s.code, su.source
          from users u join school_user su on su.user_id = u.id join school s on s.id = su.school_id
         order by u.user_name, s.code`);

describe('a file of changes', () => {
  const heading = 'Nr;Fornavn;Etternavn;Fnr;Skole';
  const mapping = CsvMapping.parse({
    feed: 'hr',
    fields: {
      id: 'Nr',
      givenName: 'Fornavn',
      familyName: 'Etternavn',
      nationalNumber: 'Fnr',
      school: 'Skole',
    },
    role: 'teacher',
    schools: { 'solvika skole': null },
  });
  const sent = async (extract: 'full' | 'changes', ...lines: string[]): Promise<ImportResult> =>
    runImport(deps, request([heading, ...lines, ''].join('\n'), { mapping: { ...mapping, extract } }));
  it('of a second source leaves those alone it does not speak of, at the schools of the first, too', async () => {
    await imported(at({ id: '1' }));
    await sent('full', `a;Nora;Hansen;${NUMBER};Solvika skole`, 'b;Berit;Berg;;Granlia skole');
    const before = [
      { user_name: 'berber0001', of: 'hr', expires_on: null, code: 'GRA', source: 'hr' },
      { user_name: 'norhan0001', of: 'sas', expires_on: null, code: 'GRA', source: 'sas' },
      { user_name: 'norhan0001', of: 'sas', expires_on: null, code: 'SOL', source: 'hr' },
    ];
    expect(await known()).toEqual(before);
    for (const place of ['Solvika skole', 'Granlia skole']) {
      await sent('changes', `c;Carl;Moe;;${place}`);
      expect((await known()).filter(({ user_name: name }) => name !== 'carmoe0001')).toEqual(before);
    }
    expect(await rows(`select from user_source where kind <> 'current'`)).toEqual([]);
    expect(await rows('select name from school order by 1')).toEqual([
      { name: 'Granlia skole' },
      { name: 'Solvika skole' },
    ]);
  });
});

describe('a change of primary school that somebody registered', () => {
  const solvika = school('s2', 'Solvika skole');
  const fileAt = (...of: string[]): string =>
    file(person({ id: '1' }), granlia, solvika, ...of.map((id) => members(id, ['1'])));

  it('holds as long as the file names the old school, and the file has the word again when it names another', async () => {
    await imported(fileAt('s1'));
    await register();
    expect((await imported(fileAt('s1'))).changes).toBe(0);
    expect(await placesHeld()).toEqual([
      { code: 'GRA', is_primary: false, source: 'sas', chosen: false },
      { code: 'SOL', is_primary: true, source: 'manual', chosen: true },
    ]);
    await runImport(deps, request(fileAt('s2'), { acceptLeavers: true }));
    expect(await placesHeld()).toEqual([{ code: 'SOL', is_primary: true, source: 'sas', chosen: true }]);
    await runImport(deps, request(fileAt('s1'), { acceptLeavers: true }));
    expect((await imported(fileAt('s1'))).changes).toBe(0);
  });
});
