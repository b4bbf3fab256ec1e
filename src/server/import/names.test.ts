import { describe, expect, it } from 'vitest';

import type { SourceGroup } from '#connectors/source/port.ts';

import { displayNameOf, gradeOf, nameStemOf, subjectCodeOf } from './group-name.ts';
import { asciiLetters } from './latin.ts';
import { codeFor } from './school-code.ts';
import { defaultSettings } from './settings.ts';
import { stemOf, wishedName } from './user-name.ts';

const scheme = defaultSettings.userName;

it.each([
  ['Åse-Marie', 'asemarie'],
  ['Ødegård', 'odegard'],
  ['Læret', 'leret'],
  ['Đặng Thị Hương', 'dangthihuong'],
  ['Áile Máret', 'ailemaret'],
  ['Núñez', 'nunez'],
  ["O'Connor", 'oconnor'],
  ['Straße', 'strasse'],
  ['Ŋuvdo Šiljo', 'nuvdosiljo'],
  ['محمد', ''],
])('%s has the letters "%s"', (name, letters) => {
  expect(asciiLetters(name)).toBe(letters);
});

describe('the letters of a user name', () => {
  it.each([
    ['Nora', 'Hansen', 'norhan'],
    ['Bo', 'Å', 'boa'],
    ['محمد', 'علي', 'user'],
    ['Tok', 'Enger', 'utokeng'],
  ])('of %s %s are %s', (given, family, stem) => {
    expect(stemOf(given, family, scheme)).toBe(stem);
  });

  it('leave room for the number within 20 characters, however long the site wants them', () => {
    const longest = stemOf('Tokenhild', 'Abcdefghijk', { ...scheme, given: 8, family: 8 });
    expect(longest.length + 3).toBeLessThanOrEqual(20);
  });
});

describe('a name the source proposes', () => {
  const taking = { ...scheme, fromSource: true };
  it.each([
    ['Jannest', 'jannest'],
    ['info', undefined],
    ['tokenizer', undefined],
    ['kåre', undefined],
    ['a', undefined],
    ['abcdefghijklmnopqrstu', undefined],
  ])('%s is taken as %s', (proposed, name) => {
    expect(wishedName(proposed, taking)).toBe(name);
  });

  it('is not taken unless the site says so', () => {
    expect(wishedName('jannest', scheme)).toBeUndefined();
  });
});

const group = (type: SourceGroup['type'], shortName: string, longName?: string): SourceGroup => ({
  kind: 'group',
  line: 1,
  ids: { self: { source: 's', id: 'g' }, former: [], duplicates: [] },
  type,
  shortName,
  ...(longName !== undefined && { longName }),
});

describe('a group', () => {
  it('shows at most 57 characters and no angle brackets', () => {
    expect(
      displayNameOf(group('instruction', 'MAT', `<b>${'Matematikk '.repeat(10)}`)).length,
    ).toBeLessThanOrEqual(57);
    expect(displayNameOf(group('basis', '7A', 'Basisgruppe 7A'))).toBe('7A');
  });

  it.each([
    ['Engelsk 10A/ENG0030', 'Engelsk 10A-ENG0030'],
    ['-7A.', '7A'],
    ['Matte_1', 'Matte-1'],
    ['!!!', 'gruppe'],
    ['«ny»', 'ny'],
    ['Matte (ny)', 'Matte ny'],
  ])('%s is %s in the directory', (name, stem) => {
    expect(nameStemOf(name)).toBe(stem);
  });

  it.each([
    ['«ny»', '«ny»'],
    ['Matte (ny)', 'Matte (ny)'],
    ['7A.', '7A'],
    ['7A)', '7A'],
    ['Matte (ny).', 'Matte (ny)'],
    ['»', '»'],
  ])('%s is shown as %s', (name, display) => {
    expect(displayNameOf(group('basis', name))).toBe(display);
  });

  it.each([
    [group('basis', '7A'), '7'],
    [group('basis', '10B'), '10'],
    [group('basis', '2STA'), 'Vg2'],
    [group('grade', 'Vg1'), 'Vg1'],
    [group('grade', '7', '7. trinn'), '7'],
    [group('instruction', '7A Matte'), undefined],
  ])('%# tells its grade', (one, grade) => {
    expect(gradeOf(one)).toBe(grade);
  });

  it('tells its subject code', () => {
    expect(subjectCodeOf(group('instruction', 'MAT0008-8A'))).toBe('MAT0008');
  });
});

it('school codes are what the source uses for short, else letters of the name, and never the same', () => {
  const taken = new Set(['GRA']);
  expect(codeFor({ name: 'Bjørkehaugen skole', shortName: 'BJØ' }, taken)).toBe('BJO');
  expect(codeFor({ name: 'Granlia skole', shortName: null }, taken)).toBe('GRA2');
  expect(codeFor({ name: 'Måneflekken skole', shortName: 'Måneflekken' }, taken)).toBe('MAN');
});
