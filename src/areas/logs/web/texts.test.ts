/** Every event, table and field that can come into the journal has a name people can read. */
import { globSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { endpoints } from '#server/areas.ts';

const texts: Record<string, string> = JSON.parse(readFileSync('src/areas/logs/web/text.nb.json', 'utf8'));
const read = (pattern: string) => globSync(pattern).map((path) => readFileSync(path, 'utf8'));
const migrations = read('db/migrations/*.sql').join('\n');
const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name);

const lacking = (keys: readonly string[]) =>
  [...new Set(keys)].filter((key) => texts[key] === undefined).toSorted();

it('events of the contract', () => {
  const events = endpoints.flatMap(({ route }) => (route.event === undefined ? [] : [route.event]));
  expect(events.length).toBeGreaterThan(10);
  expect(lacking(events.map((event) => `choice.event.${event}`))).toEqual([]);
});

it('events the portal leaves by itself', () => {
  const sources = read('src/server/**/!(*.test).ts').join('\n');
  const events = [
    ...found(sources, /\bevent: '([a-z-]+\.[a-z-]+)'/g),
    ...found(readFileSync('src/server/session/events.ts', 'utf8'), /\| '([a-z-]+\.[a-z-]+)'/g),
  ];
  expect(events).toContain('import.applied');
  expect(events).toContain('federation.linked');
  expect(lacking(events.map((event) => `choice.event.${event}`))).toEqual([]);
});

it.each([
  ['nb', 'Jente/kvinne', 'Gutt/mann'],
  ['nn', 'Jente/kvinne', 'Gut/mann'],
  ['en', 'Girl/woman', 'Boy/man'],
])('genders in %s, by the numbers the table has them under', (language, female, male) => {
  const [, numbers = ''] = /gender is 'PIFU-IMS: (.*?) \(/.exec(migrations) ?? [];
  expect(numbers).toBe('0 unknown, 1 female, 2 male');
  const words = JSON.parse(readFileSync(`src/areas/logs/web/text.${language}.json`, 'utf8'));
  expect(words).toMatchObject({ 'value.gender.1': female, 'value.gender.2': male });
});

const watched = found(migrations, /journal\.watch\('(\w+)', array\[/g).filter((table) => table !== 'person');

it('watched tables', () => {
  expect(watched.length).toBeGreaterThan(15);
  expect(lacking(watched.map((table) => `table.${table}`))).toEqual([]);
});

/** Columns that never reach the screen: kept out of the journal, or the key that the target already names. */
const unseen = new Set([
  'searchText',
  'sortName',
  'nameSort',
  'version',
  'lastLoginAt',
  'nationalNumberMasked',
  'handoverCode',
]);

const nameOf = (table: string) =>
  table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

it('fields of watched tables', () => {
  const types = readFileSync('src/server/tables.gen.ts', 'utf8');
  const fields = watched.flatMap((table) => {
    const [body = ''] = found(types, new RegExp(`export interface ${nameOf(table)} \\{([^}]*)\\}`, 'g'));
    return found(body, /^ {2}(\w+):/gm);
  });
  expect(fields.length).toBeGreaterThan(80);
  expect(lacking(fields.filter((field) => !unseen.has(field)).map((field) => `field.${field}`))).toEqual([]);
});
