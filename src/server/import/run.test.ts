import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { type ImportRequest, type ImportResult, runImport } from './run.ts';
import { file, group, members, person, request, school } from './testing.ts';

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const clock = fixedClock('2026-11-20T17:00:00Z');
const vault = openVault(Buffer.alloc(32, 7));
const deps = { pool, clock, vault };

type Row = Record<string, unknown>;

const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>(sql, values)).rows;
const column = async (sql: string): Promise<unknown[]> =>
  (await rows(sql)).map((row) => Object.values(row)[0]);

beforeEach(async () => {
  clock.set('2026-11-20T17:00:00Z');
  await pool.query(`begin; select journal.begin('test.emptied', 'test');
    delete from membership; delete from groups; delete from users; delete from guardian; delete from school;
    delete from user_name_taken; delete from import_run; delete from site_setting; commit`);
});

interface Recorded {
  counts: unknown;
  held: unknown;
  rejected: number;
}

async function imported(
  text: string,
  options: Partial<ImportRequest> = {},
): Promise<ImportResult & Partial<Recorded>> {
  const result = await runImport(deps, request(text, options));
  const { rows: runs } = await pool.query<Recorded>(
    'select counts, held, rejected from import_run where id = $1',
    [result.runId],
  );
  return { ...result, ...runs[0] };
}

/** The changes the journal has of a run. */
const changesOf = (result: ImportResult): Promise<Row[]> =>
  result.status === 'completed'
    ? rows('select table_name, kind, before, after from journal.change where operation_id = $1 order by id', [
        result.operationId ?? 0,
      ])
    : Promise.resolve([]);

const granlia = school('s1', 'Granlia barneskole');
const solvika = school('s2', 'Solvika skole');
const three = ['1', '2', '3'].map((id) => person({ id, family: 'Hansen' }));

describe('a file', () => {
  it('makes schools, people, groups and memberships', async () => {
    const result = await imported(
      file(
        person({
          id: '1',
          given: 'Åse-Marie',
          family: 'Ødegård',
          email: 'ase@skole.no',
          number: '10915596784',
        }),
        person({ id: '2', given: 'Ola', family: 'Lærer' }),
        granlia,
        group('7a', 's1', 1, '7A'),
        group('fau', 's1', 12, 'FAU'),
        members('s1', ['1', { person: '2', role: '02' }]),
        members('7a', ['1', { person: '2', role: '06' }]),
      ),
    );
    expect(result.counts).toEqual({
      school: { new: 1 },
      person: { new: 2 },
      group: { new: 2 },
      membership: { new: 2 },
    });
    expect(
      await rows(
        `select u.user_name, u.role, u.email, u.owned_fields, su.class_name, su.grade, su.is_primary, s.code
           from users u join school_user su on su.user_id = u.id join school s on s.id = su.school_id order by u.id`,
      ),
    ).toEqual([
      {
        user_name: 'aseode0001',
        role: 'student',
        email: 'ase@skole.no',
        owned_fields: ['email'],
        class_name: '7A',
        grade: '7',
        is_primary: true,
        code: 'GRA',
      },
      {
        user_name: 'olaler0001',
        role: 'employee',
        email: null,
        owned_fields: [],
        class_name: null,
        grade: null,
        is_primary: true,
        code: 'GRA',
      },
    ]);
    expect(await rows('select name, display_name, type, source_type from groups order by name')).toEqual([
      { name: 'GRA 7A', display_name: '7A', type: 'class', source_type: null },
      { name: 'GRA FAU', display_name: 'FAU', type: 'other', source_type: 'parents-council' },
    ]);
    expect(await column('select role from membership order by role')).toEqual(['contactTeacher', 'student']);
  });

  it('imported twice changes nothing the second time', async () => {
    const text = file(
      person({ id: '1', number: '10915596784', email: 'a@skole.no', mobile: '98765432', guardians: ['9'] }),
      person({ id: '2', old: 'gammel', duplicate: 'x', email: 'a@skole.no' }),
      person({ id: '9', given: 'Mor', family: 'Hansen' }),
      granlia,
      group('7a', 's1', 1, '7A'),
      members('s1', ['1', '2']),
      members('7a', [{ person: '1', begin: '2026-08-01', end: '2027-07-31' }, '2']),
    );
    expect((await changesOf(await imported(text))).length).toBeGreaterThan(10);
    const again = await imported(text);
    expect(again.status).toBe('completed');
    expect(await changesOf(again)).toEqual([]);
    expect(again.counts).toEqual({
      school: { unchanged: 1 },
      person: { unchanged: 2 },
      group: { unchanged: 1 },
    });
  });

  it('leaves national numbers in clear nowhere', async () => {
    await imported(file(person({ id: '1', number: '10915596784' }), granlia, members('s1', ['1'])));
    const [user] = await rows(
      'select national_number_cipher, national_number_hash, national_number_masked from users',
    );
    expect(user?.['national_number_masked']).toBe('109155*****');
    expect(user?.['national_number_hash']).toEqual(vault.hash('10915596784'));
    const cipher = user?.['national_number_cipher'];
    expect(Buffer.isBuffer(cipher) && vault.decrypt(cipher)).toBe('10915596784');
    expect(
      await column(`select count(*) from journal.change where after::text like '%10915596784%'`),
    ).toEqual([0]);
  });

  it('nor when the source uses them as ids', async () => {
    const text = file(
      person({ id: '10915596784', guardians: ['17097055655'] }),
      person({ id: '17097055655' }),
      granlia,
      group('7a', 's1', 1, '7A'),
      members('s1', ['10915596784', '09119311111']),
      members('7a', ['10915596784']),
    );
    const result = await imported(text);
    expect(result.counts).toMatchObject({ person: { new: 1 }, membership: { new: 1 } });
    expect(await column('select count(*) from user_guardian')).toEqual([1]);
    expect(await changesOf(await imported(text))).toEqual([]);
    const everything =
      await rows(`select (select jsonb_agg(c) from journal.change c)::text || (select jsonb_agg(k) from user_source k)::text
      || (select jsonb_agg(g) from guardian g)::text || (select jsonb_agg(p) from import_problem p)::text
      || (select jsonb_agg(p) from import_plan p)::text as texts`);
    expect(String(everything[0]?.['texts'])).not.toMatch(/10915596784|17097055655|09119311111/);
  });

  const example = path.resolve('../shared/data/pifu/PIFU-IMS_SAS_eksempel.xml');
  it.skipIf(!existsSync(example))(
    'the official example brings its people, groups and deviations',
    async () => {
      const result = await imported('', { bytes: createReadStream(example) });
      expect(result.counts).toMatchObject({ school: { new: 1 }, person: { new: 2 }, group: { new: 8 } });
      expect(
        await rows('select first_name, invalid_columns, national_number_kind from users order by first_name'),
      ).toEqual([
        { first_name: 'Janne', invalid_columns: ['nationalNumber'], national_number_kind: 'fnr' },
        { first_name: 'Ola Tobias', invalid_columns: ['nationalNumber'], national_number_kind: 'fnr' },
      ]);
      expect(await column('select name from guardian order by name')).toEqual([
        'Bertha Nordmann',
        'Jon Nordmann',
        'Morten Stor',
      ]);
      expect(
        await column(`select found from import_problem where severity = 'rejected' order by number`),
      ).toEqual([
        '2007-08-20–2007-06-30 · global_ID_basis_Måneflekken_7A',
        'global_ID_gr_Astr001_Måneflekken07',
        'global_ID_gr_Astr001_Måneflekken07',
        'global_ID_fag_Astr001',
        'global_ID_fag_Astr001',
      ]);
      expect(
        await column("select count(*) from journal.change where after::text like '%4bee4fc53ab2%'"),
      ).toEqual([0]);
    },
  );
});

const nora = (contact: { email?: string } = {}): string =>
  file(person({ id: '1', ...contact }), granlia, members('s1', ['1']));

describe('a person', () => {
  it('whose id changed keeps the account', async () => {
    await imported(file(person({ id: '1' }), granlia, members('s1', ['1'])));
    const result = await imported(file(person({ id: '77', old: '1' }), granlia, members('s1', ['77'])));
    expect(result.counts).toMatchObject({ person: { renamed: 1 } });
    expect(await rows('select source_id, kind from user_source order by source_id')).toEqual([
      { source_id: '1', kind: 'old' },
      { source_id: '77', kind: 'current' },
    ]);
    expect(await column('select count(*) from users')).toEqual([1]);
    const third = await imported(file(person({ id: '77' }), granlia, members('s1', ['77'])));
    expect(await changesOf(third)).toEqual([]);
  });

  it("who claims somebody else's account by a former id is left for a human", async () => {
    await imported(file(person({ id: '1' }), granlia, members('s1', ['1'])));
    const result = await imported(
      file(person({ id: '1' }), person({ id: '2', old: '1' }), granlia, members('s1', ['1', '2'])),
    );
    expect(result.counts).toMatchObject({ person: { unchanged: 1, conflict: 1 } });
    expect(await column('select count(*) from users')).toEqual([1]);
  });

  it('who is absent expires after the days of grace, and returns to the same account', async () => {
    const all = file(...three, granlia, members('s1', ['1', '2', '3']));
    await imported(all);
    const gone = await imported(file(...three.slice(0, 2), granlia, members('s1', ['1', '2'])), {
      acceptLeavers: true,
    });
    expect(gone.counts).toMatchObject({ person: { unchanged: 2, left: 1 } });
    expect(await rows('select user_name, expires_on from users where expires_on is not null')).toEqual([
      { user_name: 'norhan0003', expires_on: '2026-12-20' },
    ]);

    clock.set('2026-11-21T17:00:00Z');
    const still = await imported(file(...three.slice(0, 2), granlia, members('s1', ['1', '2'])));
    expect(await changesOf(still)).toEqual([]);

    clock.set('2027-02-01T17:00:00Z');
    const back = await imported(all);
    expect(back.counts).toMatchObject({ person: { unchanged: 2, returned: 1 } });
    expect(await column('select expires_on from users order by user_name')).toEqual([null, null, null]);
  });

  it('refused for its own faults has not left', async () => {
    await imported(file(...three, granlia, members('s1', ['1', '2', '3'])));
    const nameless = '<person><sourcedid><source>sas</source><id>3</id></sourcedid></person>';
    const result = await imported(
      file(three[0] ?? '', three[1] ?? '', nameless, granlia, members('s1', ['1', '2', '3'])),
    );
    expect(result).toMatchObject({ rejected: 2, counts: { person: { unchanged: 2 } } });
    expect(await column('select expires_on from users order by user_name')).toEqual([null, null, null]);
  });

  it('keeps what was edited in the portal where the source says nothing, and loses it where it does', async () => {
    await imported(nora());
    await pool.query(
      `begin; select journal.begin('test.edited', 'test'); update users set email = 'edited@skole.no'; commit`,
    );
    expect(await changesOf(await imported(nora()))).toEqual([]);
    await imported(nora({ email: 'source@skole.no' }));
    expect(await rows('select email, owned_fields from users')).toEqual([
      { email: 'source@skole.no', owned_fields: ['email'] },
    ]);
  });

  it('has the title of the sub-role at the primary school, the leader first', async () => {
    const roles = [
      { person: '1', role: '02', subrole: 'faglærer' },
      { person: '1', role: '05', subrole: 'rektor' },
      { person: '2', role: '07', subrole: 'iktansvarlig' },
      { person: '3', role: '01', subrole: 'E' },
    ];
    await imported(file(...three, granlia, members('s1', roles)));
    expect(await rows('select title, owned_fields from users order by user_name')).toEqual([
      { title: 'Rektor', owned_fields: ['title'] },
      { title: 'IKT-ansvarlig', owned_fields: ['title'] },
      { title: null, owned_fields: [] },
    ]);
    await imported(
      file(...three, granlia, members('s1', ['3', ...['1', '2'].map((id) => ({ person: id, role: '02' }))])),
    );
    expect(await column('select title from users')).toEqual([null, null, null]);
  });

  it('who moves is at the new school only', async () => {
    await imported(file(...three, granlia, solvika, members('s1', ['1', '2', '3'])));
    await imported(file(...three, granlia, solvika, members('s1', ['1', '2']), members('s2', ['3'])), {
      acceptLeavers: true,
    });
    expect(
      await rows(`select u.user_name, s.code from school_user su join users u on u.id = su.user_id
                    join school s on s.id = su.school_id order by 1`),
    ).toEqual([
      { user_name: 'norhan0001', code: 'GRA' },
      { user_name: 'norhan0002', code: 'GRA' },
      { user_name: 'norhan0003', code: 'SOL' },
    ]);
  });

  it('whose memberships are over has left, and one whose are to come is there', async () => {
    await imported(file(...three, granlia, members('s1', ['1', '2', '3'])));
    const result = await imported(
      file(
        ...three,
        granlia,
        members('s1', ['1', { person: '2', end: '2026-11-19' }, { person: '3', begin: '2027-01-04' }]),
      ),
      { acceptLeavers: true },
    );
    expect(result.counts).toMatchObject({ person: { unchanged: 2, left: 1 } });
    expect(await column('select user_name from users where expires_on is not null')).toEqual(['norhan0002']);
    expect(await column('select start_on from school_user where start_on is not null')).toEqual([
      '2027-01-04',
    ]);
  });
});

describe('user names', () => {
  it('are never given again, not even after the account is gone', async () => {
    await imported(file(...three, granlia, members('s1', ['1', '2', '3'])));
    await pool.query(`begin; select journal.begin('test.deleted', 'test');
      delete from users where user_name = 'norhan0003'; commit`);
    await imported(file(...three, granlia, members('s1', ['1', '2', '3'])));
    expect(await column('select user_name from users order by 1')).toEqual([
      'norhan0001',
      'norhan0002',
      'norhan0004',
    ]);
  });

  it('may be taken from the source where the site says so, and only once', async () => {
    await pool.query(`begin; select journal.begin('test.set', 'test');
      insert into site_setting values ('import', '{"userName": {"fromSource": true, "digits": 2}}'); commit`);
    await imported(
      file(
        person({ id: '1', username: 'Kari' }),
        person({ id: '2', username: 'kari' }),
        person({ id: '3', username: 'info' }),
        granlia,
        members('s1', ['1', '2', '3']),
      ),
    );
    expect(await column('select user_name from users order by 1')).toEqual(['kari', 'norhan01', 'norhan02']);
  });
});

describe('the guard', () => {
  const crowd = Array.from({ length: 40 }, (_, i) => String(i + 1));
  const people = crowd.map((id) => person({ id }));

  it('holds the leavers of a school that would lose too many, and only those', async () => {
    await imported(
      file(...people, granlia, solvika, members('s1', crowd.slice(0, 30)), members('s2', crowd.slice(30))),
    );
    const next = file(
      ...people.slice(25),
      granlia,
      solvika,
      members('s1', crowd.slice(25, 30)),
      members('s2', crowd.slice(30, 39)),
    );
    const result = await imported(next);
    expect(result.counts).toMatchObject({ person: { unchanged: 14, held: 25, left: 1 } });
    expect(result.held).toMatchObject([{ school: 'Granlia barneskole', leaving: 25, people: 30 }]);
    expect(await column('select count(*) from users where expires_on is not null')).toEqual([1]);

    expect(await changesOf(await imported(next))).toEqual([]);

    const accepted = await imported(next, { acceptLeavers: true });
    expect(accepted.counts).toMatchObject({ person: { left: 25 } });
    expect(await column('select count(*) from users where expires_on is not null')).toEqual([26]);
  });

  it('keeps the primary school of those who are elsewhere too', async () => {
    const here = members(
      's1',
      crowd.slice(0, 30).map((id) => ({ person: id, primary: true as const })),
    );
    await imported(file(...people, granlia, solvika, here, members('s2', crowd.slice(25))));
    const result = await imported(
      file(...people.slice(25), granlia, solvika, members('s2', crowd.slice(25))),
    );
    // Five of those who are held are at the other school, too, and in the file.
    expect(result.counts).toMatchObject({ person: { unchanged: 10, held: 30 } });
    expect(await changesOf(result)).toEqual([]);
  });
});
