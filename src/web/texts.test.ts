import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { describe, expect, test } from 'vitest';

import { errorCodes } from '#kernel/errors.ts';
import { roles } from '#kernel/permissions.ts';

// What stands in a `testing` folder is read by tests only, in one language.
const sources = globSync('src/**/{text,errors}.nb.json')
  .filter((path) => !path.includes('/testing/'))
  .toSorted();

const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'));
const inLanguage = (path: string, language: string) => path.replace('.nb.json', `.${language}.json`);
const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).toSorted();

describe.each(sources)('%s', (path) => {
  const languages = ['nn', 'en', ...(/areas\/login|web\/ui/.test(dirname(path)) ? ['fr'] : [])];

  test.each(languages)('has every key and placeholder in %s too', (language) => {
    const source = read(path);
    const translated = read(inLanguage(path, language));
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(source).toSorted());
    for (const [key, text] of Object.entries(source)) {
      expect([key, placeholders(translated[key])]).toEqual([key, placeholders(text)]);
      expect([key, translated[key]?.trim()]).not.toEqual([key, '']);
    }
  });
});

test('every refusal of the error catalogue has a text', () => {
  const texts = read('src/web/errors.nb.json');
  expect(errorCodes.filter((code) => texts[code] === undefined)).toEqual([]);
});

test('every role has a name', () => {
  const texts = read('src/web/text.nb.json');
  expect(roles.filter((role) => texts[`role.${role}`] === undefined)).toEqual([]);
});

test('no two areas share a namespace', () => {
  const folders = sources
    .filter((path) => basename(path).startsWith('text'))
    .map((path) =>
      path.startsWith('src/areas/') ? basename(dirname(dirname(path))) : basename(dirname(path)),
    );
  expect(new Set(folders).size).toBe(folders.length);
});
