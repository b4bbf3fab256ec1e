import { describe, expect, it } from 'vitest';

import { keysOf } from '#kernel/keys.ts';

import type { SourceItem, SourceProblem } from '../port.ts';
import { drain, encode, inPieces, zip } from '../text/testing.ts';
import { oneRoster11, schoolDataSync } from './columns.ts';
import { readOneRoster } from './read.ts';
import { csvOf, manifestOf, small11, smallSds, smallSet, type TestSet, zipSet } from './testing.ts';
import { zipLimits } from './zip.ts';

async function read(file: Uint8Array, limits = zipLimits): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const batch of readOneRoster(inPieces(file, 500), { limits })) items.push(...batch);
  return items;
}

const ofKind = <Kind extends SourceItem['kind']>(items: readonly SourceItem[], kind: Kind) =>
  items.filter((item): item is Extract<SourceItem, { kind: Kind }> => item.kind === kind);
const problems = (items: readonly SourceItem[]): SourceProblem[] => ofKind(items, 'problem');
const row = (
  name: 'users.csv' | 'roles.csv' | 'enrollments.csv' | 'classes.csv' | 'orgs.csv',
  more: object,
) => ({
  ...smallSet,
  [name]: [...smallSet[name], more],
});

describe('a whole set', () => {
  it('is an extract of the system the manifest names', async () => {
    const items = await read(zipSet(smallSet));
    expect(items[0]).toMatchObject({ kind: 'header', datasource: 'testsas', extract: 'full' });
    expect(problems(items)).toMatchObject([{ code: 'person.national-number', severity: 'flagged', line: 2 }]);
  });

  it('has the owner, its schools and their classes, the terms inclusive of their last day', async () => {
    const groups = ofKind(await read(zipSet(smallSet)), 'group');
    expect(groups.map(({ type, shortName }) => [type, shortName])).toEqual([
      ['owner', 'Fjordby kommune'],
      ['school', 'Granlia skole'],
      ['school', 'Solvika skole'],
      ['basis', '7A'],
      ['instruction', 'MAT0015'],
    ]);
    expect(groups[3]).toMatchObject({
      begin: '2026-08-17',
      end: '2027-06-18',
      period: '2026/2027',
      grepCode: 'aarstrinn7',
      parent: { source: 'testsas', id: 's1' },
    });
    // What a department has belongs to its school.
    expect(groups[4]).toMatchObject({ longName: 'Matematikk 7A', parent: { id: 's1' } });
    expect(groups[1]?.organisationNumber).toBe('976820037');
  });

  it('has people with what every file says of them', async () => {
    const people = ofKind(await read(zipSet(smallSet)), 'person');
    expect(people).toHaveLength(4);
    expect(people[0]).toMatchObject({
      ids: { self: { source: 'testsas', id: 'p1' } },
      givenName: 'Åse',
      nationalNumber: { value: '09119311111', kind: 'fnr' },
      feideId: 'ase@fjordby.no',
      birthDate: '2014-03-02',
      gender: 'female',
      mobilePhone: '+4798765432',
      contacts: [{ relation: 'guardian', person: { source: 'testsas', id: 'g1' } }],
      active: true,
    });
  });

  it('places them: roles at schools, the main one marked, and classes with their contact teacher', async () => {
    const memberships = ofKind(await read(zipSet(smallSet)), 'membership');
    expect(
      memberships.map(({ person, group, role, primary, subrole }) =>
        [person.id, group.id, role, primary ? 'main' : '', subrole ?? ''].join(' ').trim(),
      ),
    ).toEqual([
      'p1 s1 pupil main',
      'p2 s1 pupil',
      't1 s1 teacher',
      't1 s2 leader main rektor',
      'p1 7a pupil',
      't1 7a contact-teacher',
      'p1 7a-mat pupil',
    ]);
    expect(memberships[5]).toMatchObject({ begin: '2026-08-17', end: '2027-06-18' });
  });

  it('may stand in a folder of the zip, with the shadows a Macintosh adds', async () => {
    const files = { ...smallSet };
    const entries = keysOf(files).map((name) => ({
      name: `export/${name}`,
      data: Buffer.from(csvOf(name, files[name])),
    }));
    const manifest = manifestOf(Object.fromEntries(Object.keys(files).map((name) => [name, 'bulk'])));
    const shadows = { name: '__MACOSX/export/._users.csv', data: Buffer.from([0, 5]) };
    const file = zip([{ name: 'export/manifest.csv', data: Buffer.from(manifest) }, ...entries, shadows]);
    expect(ofKind(await read(file), 'person')).toHaveLength(4);
  });
});

const placed = (items: readonly SourceItem[]) =>
  ofKind(items, 'membership').map(({ person, group, role, primary, subrole }) =>
    [person.id, group.id, role, primary ? 'main' : '', subrole ?? ''].join(' ').trim(),
  );

describe('OneRoster 1.1', () => {
  const set11 = zipSet(small11, { dialect: oneRoster11 });

  it('is the same people and groups; the role stands with the person, for all their schools', async () => {
    const [items, as12] = [await read(set11), await read(zipSet(smallSet))];
    expect(items[0]).toMatchObject({ datasource: 'testsas', extract: 'full', namesAllSchools: true });
    expect(ofKind(items, 'person')).toEqual(ofKind(as12, 'person'));
    expect(ofKind(items, 'group')).toEqual(ofKind(as12, 'group'));
    expect(problems(items)).toEqual(problems(as12));
    expect(placed(items)).toEqual([
      'p1 s1 pupil main',
      'p2 s1 pupil main',
      't1 s1 teacher main',
      't1 s2 teacher',
      'p1 7a pupil',
      't1 7a contact-teacher',
      'p1 7a-mat pupil',
    ]);
  });

  it('of changes says who is gone, and names a wrong role once', async () => {
    const [ase, bjorg] = small11['users.csv'];
    const users = [
      { ...ase, status: 'tobedeleted', dateLastModified: '2026-11-20T10:00:00Z' },
      { ...bjorg, role: 'wizard' },
    ];
    const items = await read(zipSet({ 'users.csv': users }, { dialect: oneRoster11, mode: 'delta' }));
    expect(items[0]).toMatchObject({ extract: 'changes' });
    expect(ofKind(items, 'person').map(({ active }) => active)).toEqual([false, true]);
    expect(problems(items).map(({ code }) => code)).toEqual([
      'person.national-number',
      'membership.unknown-role',
    ]);
  });

  it('does not take the columns of 1.2', async () => {
    const users = csvOf('users.csv', smallSet['users.csv']);
    const file = zipSet(small11, { dialect: oneRoster11, files: { 'users.csv': users } });
    await expect(read(file)).rejects.toMatchObject({
      code: 'file.missing-column',
      found: 'users.csv: orgSourcedIds, role',
    });
  });
});

describe('School Data Sync 2.1', () => {
  const set = zipSet(smallSds, { dialect: schoolDataSync });

  it('is always whole, of a system that does not name itself', async () => {
    const items = await read(set);
    expect(items[0]).toMatchObject({ kind: 'header', datasource: 'sds', extract: 'full' });
    expect(
      ofKind(items, 'group').map(({ type, shortName, parent }) => [type, shortName, parent?.id]),
    ).toEqual([
      ['owner', 'Fjordby kommune', undefined],
      ['school', 'Granlia skole', 'o'],
      ['school', 'Solvika skole', 'o'],
      ['instruction', 'MAT0015', 's1'],
      ['instruction', '7A', 's1'],
      ['grade', '7. trinn', 's1'],
    ]);
    expect(ofKind(items, 'group')[3]).toMatchObject({ begin: '2026-08-17', end: '2027-06-18' });
  });

  it('has people with birth date and next of kin, but no password', async () => {
    const items = await read(set);
    expect(ofKind(items, 'person')[0]).toMatchObject({
      ids: { self: { source: 'sds', id: 'p1' } },
      birthDate: '2014-03-02',
      gender: 'female',
      contacts: [{ relation: 'guardian', person: { id: 'g1' } }],
    });
    expect(JSON.stringify(items)).not.toContain('hemmelig');
    // A doctor is nobody's family.
    expect(problems(items)).toMatchObject([
      {
        code: 'membership.unknown-role',
        found: 'relationships.csv, relationshipRole: doctor',
        id: { id: 'p1' },
      },
    ]);
  });

  it('places them, with days that are included and the session’s where the role has none', async () => {
    const items = await read(set);
    expect(placed(items)).toEqual([
      'p1 s1 pupil',
      'p1 grade 7 s1 pupil',
      't1 s1 teacher',
      't1 s2 leader main rektor',
      'p1 m7 pupil',
      't1 m7 teacher',
    ]);
    const [ase, , , kari] = ofKind(items, 'membership');
    expect(ase).toMatchObject({ begin: '2026-08-17', end: '2027-06-18' });
    expect(kari).toMatchObject({ begin: '2026-08-01', end: '2027-07-31' });
  });

  it('names a missing column by the format’s own name', async () => {
    const file = zipSet(smallSds, {
      dialect: schoolDataSync,
      files: { 'classes.csv': 'sourcedId,title\n1,7A\n' },
    });
    await expect(read(file)).rejects.toMatchObject({ found: 'classes.csv: orgSourcedId' });
  });

  it('takes a zip with some of its files for no set', async () => {
    const { 'roles.csv': _, ...rest } = smallSds;
    await expect(read(zipSet(rest, { dialect: schoolDataSync }))).rejects.toMatchObject({
      code: 'file.no-manifest',
    });
  });
});

describe('what changed', () => {
  it('is told from a whole set, with what is no longer there', async () => {
    const items = await read(
      zipSet(
        {
          'users.csv': [
            { ...smallSet['users.csv'][1], status: 'tobedeleted', dateLastModified: '2026-11-20T10:00:00Z' },
          ],
          'enrollments.csv': [
            {
              ...smallSet['enrollments.csv'][0],
              status: 'tobedeleted',
              dateLastModified: '2026-11-20T10:00:00Z',
            },
          ],
          'classes.csv': [
            {
              ...smallSet['classes.csv'][1],
              status: 'tobedeleted',
              dateLastModified: '2026-11-20T10:00:00Z',
            },
          ],
        },
        { mode: 'delta' },
      ),
    );
    expect(items[0]).toMatchObject({ extract: 'changes' });
    expect(ofKind(items, 'person')).toMatchObject([{ active: false }]);
    expect(ofKind(items, 'membership')).toMatchObject([{ active: false }]);
    expect(ofKind(items, 'group')).toMatchObject([{ ended: true }]);
  });

  it('mixed with whole files is read as changes, and said', async () => {
    const modes = Object.fromEntries(Object.keys(smallSet).map((name) => [name, 'bulk']));
    const manifest = manifestOf({ ...modes, 'enrollments.csv': 'delta' });
    const items = await read(zipSet(smallSet, { manifest }));
    expect(items[0]).toMatchObject({ extract: 'changes' });
    expect(problems(items).map(({ code }) => code)).toContain('record.unknown-file');
  });
});

describe('a bad row is reported with file, line and column, and the rest goes on', () => {
  const user = { sourcedId: 'x', enabledUser: 'true', username: 'x', givenName: 'X', familyName: 'Y' };
  it.each<[code: string, found: string, set: TestSet]>([
    ['record.missing-value', 'users.csv, familyName', row('users.csv', { ...user, familyName: '' })],
    ['person.email', 'users.csv, email: x@@y', row('users.csv', { ...user, email: 'x@@y' })],
    ['person.mobile-phone', 'users.csv, sms: 12', row('users.csv', { ...user, sms: '12' })],
    [
      'membership.unknown-role',
      'roles.csv, role: wizard',
      row('roles.csv', { ...smallSet['roles.csv'][0], role: 'wizard' }),
    ],
    [
      'membership.date',
      'enrollments.csv, beginDate, endDate: 2027-01-01–2026-01-01',
      row('enrollments.csv', {
        ...smallSet['enrollments.csv'][0],
        beginDate: '2027-01-01',
        endDate: '2026-01-01',
      }),
    ],
    [
      'group.unknown-type',
      'classes.csv, classType: club',
      row('classes.csv', { ...smallSet['classes.csv'][0], sourcedId: 'c', classType: 'club' }),
    ],
    [
      'group.unknown-type',
      'orgs.csv, type: planet',
      row('orgs.csv', { sourcedId: 'c', name: 'Mars', type: 'planet' }),
    ],
  ])('%s: %s', async (code, found, set) => {
    const items = await read(zipSet(set));
    expect(problems(items).filter((problem) => problem.code === code)).toMatchObject([{ found }]);
    expect(ofKind(items, 'person').length).toBeGreaterThanOrEqual(4);
    expect(ofKind(items, 'membership')).toHaveLength(7);
  });

  it('and names whose row it was', async () => {
    const items = await read(zipSet(row('roles.csv', { ...smallSet['roles.csv'][0], role: 'wizard' })));
    expect(problems(items).at(-1)).toMatchObject({ line: 7, id: { source: 'testsas', id: 'p1' } });
  });

  it('names columns and files it does not know, and passwords are not read', async () => {
    const users = csvOf('users.csv', smallSet['users.csv']).replace('pronouns', 'pronouns,metadata.shoe');
    const withShoes = users
      .split('\r\n')
      .map((line, at) => (at === 0 || line === '' ? line : `${line},42`))
      .join('\r\n');
    const items = await read(
      zipSet(smallSet, {
        files: { 'users.csv': withShoes, 'results.csv': 'sourcedId\n', 'lunsj.csv': 'x\n' },
      }),
    );
    expect(problems(items).map(({ code, found }) => `${code} ${found}`)).toEqual(
      expect.arrayContaining([
        'record.unknown-column users.csv: metadata.shoe',
        'record.unknown-file results.csv',
        'record.unknown-file lunsj.csv',
      ]),
    );
    expect(ofKind(items, 'person')).toHaveLength(4);
    const secret = row('users.csv', { ...user, password: 'hemmelig-1' });
    expect(JSON.stringify(await read(zipSet(secret)))).not.toContain('hemmelig');
  });

  it('in Windows-1252 although the standard says UTF-8', async () => {
    const data = encode(csvOf('users.csv', smallSet['users.csv']), 'windows-1252');
    const rest = keysOf(smallSet)
      .filter((name) => name !== 'users.csv')
      .map((name) => ({ name, data: Buffer.from(csvOf(name, smallSet[name])) }));
    const manifest = manifestOf(Object.fromEntries(Object.keys(smallSet).map((name) => [name, 'bulk'])));
    const file = zip([
      { name: 'users.csv', data },
      ...rest,
      { name: 'manifest.csv', data: Buffer.from(manifest) },
    ]);
    expect(ofKind(await read(file), 'person')[0]).toMatchObject({ givenName: 'Åse', familyName: 'Ødegård' });
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('PK\u0003\u0004');
  for (;;) yield await Promise.resolve(Buffer.alloc(1_000));
}

const named = (name: string) => zip([{ name, data: Buffer.from('x') }]);

describe('a zip that cannot be trusted is refused', () => {
  const { 'users.csv': users, ...withoutUsers } = smallSet;
  const good = zipSet(smallSet);
  it.each<[code: string, what: string, file: Buffer]>([
    ['file.broken-zip', 'cut off', good.subarray(0, good.length - 30)],
    ['file.broken-zip', 'nothing but a signature', Buffer.from('PK\u0003\u0004')],
    [
      'file.broken-zip',
      'more than it says',
      zip([{ name: 'manifest.csv', data: Buffer.alloc(5_000, 'a'), claimed: 10 }]),
    ],
    ['file.unsafe-zip', 'a way out', named('../../etc/passwd')],
    ['file.unsafe-zip', 'a place of its own', named('/etc/passwd')],
    ['file.unsafe-zip', 'a Windows path', named('C:\\users.csv')],
    [
      'file.unsafe-zip',
      'the same name twice',
      zip([
        { name: 'a.csv', data: Buffer.from('x') },
        { name: 'a.csv', data: Buffer.from('y') },
      ]),
    ],
    [
      'file.unsafe-zip',
      'several folders',
      zip([
        { name: 'a/a.csv', data: Buffer.from('x') },
        { name: 'b/b.csv', data: Buffer.from('y') },
      ]),
    ],
    ['file.unsafe-zip', 'a bomb', zip([{ name: 'users.csv', data: Buffer.alloc(60_000_000) }])],
    [
      'file.unsafe-zip',
      'a claim of gigabytes',
      zip([{ name: 'users.csv', data: Buffer.from('x'), claimed: 0xff_ff_ff_f0 }]),
    ],
    [
      'file.unsafe-zip',
      'a thousand files',
      zip(Array.from({ length: 1_000 }, (_, at) => ({ name: `${at}.csv`, data: Buffer.from('x') }))),
    ],
    ['file.no-manifest', 'an Excel workbook', named('[Content_Types].xml')],
    [
      'file.no-manifest',
      'no version',
      zipSet(smallSet, { manifest: 'propertyName,value\nfile.users,bulk\n' }),
    ],
    [
      'file.unknown-version',
      'OneRoster 1.0',
      zipSet(smallSet, { manifest: manifestOf({}).replace('1.2', '1.0') }),
    ],
    ['file.missing-part', 'no users', zipSet(withoutUsers)],
    [
      'file.missing-part',
      'a file the manifest promises',
      zipSet(withoutUsers, {
        manifest: manifestOf({ 'users.csv': 'bulk', 'orgs.csv': 'bulk', 'roles.csv': 'bulk' }),
      }),
    ],
    [
      'file.missing-column',
      'a column of users',
      zipSet(
        { ...withoutUsers, 'users.csv': users },
        { files: { 'users.csv': 'sourcedId,givenName\n1,Kari\n' } },
      ),
    ],
    ['file.no-people', 'nobody', zipSet({ ...withoutUsers, 'users.csv': [] })],
  ])('%s: %s', async (code, _what, file) => {
    await expect(read(file)).rejects.toMatchObject({ code });
  });

  it('when it is larger than the limit, before all of it is here', async () => {
    const reading = drain(readOneRoster(endless(), { limits: { ...zipLimits, packed: 50_000 } }));
    await expect(reading).rejects.toMatchObject({ code: 'file.unsafe-zip' });
  });
});
