import { expect, it } from 'vitest';

import { aliasOf, directoryName } from './names.ts';

it.each([
  ['FJB', 'Korps', 'FJB Korps'],
  [undefined, 'Alle rektorer', 'Alle rektorer'],
  ['FJB', 'Engelsk 10A/ENG0030', 'FJB Engelsk 10A-ENG0030'],
  ['FJB', 'a_b', 'FJB a-b'],
  ['LANGFOR', 'x'.repeat(57), `LANGFOR ${'x'.repeat(53)}`],
])('a directory name of %s and %j', (abbreviation, name, expected) => {
  expect(directoryName(abbreviation, name)).toBe(expected);
});

it.each([
  ['FJB Sør-korpset 2', 'fjb-sor-korpset-2'],
  ['Ærlig talt!', 'erlig-talt'],
  ['Група', 'gruppe'],
])('an alias of %j', (name, expected) => {
  expect(aliasOf(name)).toBe(expected);
});
