/** Rules that hold for every row of the contract, whoever wrote it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { isReserved } from '#areas/groups/rules.ts';
import type { Route } from '#kernel/contract.ts';
import { errorCodes } from '#kernel/errors.ts';
import { permissions } from '#kernel/permissions.ts';
import { endpoints } from '#server/areas.ts';
import { wishedName } from '#server/import/user-name.ts';

import { type JsonSchema, jsonOf } from './fuzz/values.ts';

const LARGEST_INTEGER = 2_147_483_647;

const routes = endpoints.map(({ route }) => route);
const methodOf = ({ signature }: Route) => signature.split(' ')[0] ?? '';
const pathOf = ({ signature }: Route) => signature.split(' ')[1] ?? '';
const signatures = (found: readonly Route[]) => found.map(({ signature }) => signature);

const languages = ['nb', 'nn', 'en'] as const;
const Texts = z.record(z.string(), z.string());
const read = (file: string) => Texts.parse(JSON.parse(readFileSync(file, 'utf8')));

const ListLike = z.object({
  id: z.string(),
  columns: z.record(z.string(), z.unknown()),
  filters: z.record(z.string(), z.unknown()),
});

const lists = await listsOfAreas();

describe('every endpoint', () => {
  it('has an address of its own', () => {
    const taken = routes.map((route) => route.signature.replaceAll(/:\w+/g, ':'));
    expect(taken.filter((address, index) => taken.indexOf(address) !== index)).toEqual([]);
  });

  it('has an address in plain lower-case words', () => {
    const odd = routes.filter((route) => !/^(\/(:[a-z]\w*|[a-z][a-zA-Z-]*))+$/.test(pathOf(route)));
    expect(signatures(odd)).toEqual([]);
  });

  it('changes nothing when it is read with GET', () => {
    expect(
      signatures(routes.filter((route) => methodOf(route) === 'GET' && route.kind === 'command')),
    ).toEqual(
      // Specification §7 has signing out as a GET; the federation's answers come as one too.
      signatures(
        routes.filter(
          (route) => /^GET \/(usersettings\/logout|auth\/)/.test(route.signature) && route.kind === 'command',
        ),
      ),
    );
  });

  it('names its event `noun.what-happened`, and every change has one', () => {
    const unnamed = routes.filter((route) => route.kind === 'command' && route.event === undefined);
    const odd = routes.filter(
      (route) => route.event && !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(route.event),
    );
    expect(signatures([...unnamed, ...odd])).toEqual([]);
  });

  it('says in a sentence what it does', () => {
    expect(signatures(routes.filter(({ summary }) => !/^[A-Z].{8,}[^.]$/.test(summary)))).toEqual([]);
  });

  it('needs a permission somebody can hold', () => {
    const known = new Set<string>([...permissions, 'anyone', 'signed-in']);
    expect(signatures(routes.filter(({ permission }) => !known.has(permission)))).toEqual([]);
  });

  it('logs the export of lists, and counts it among exports', () => {
    const files = routes.filter(({ answers }) => answers === 'file');
    expect(signatures(files.filter(({ event, rate }) => event === undefined || rate !== 'export'))).toEqual(
      [],
    );
  });

  it('takes no whole number that does not fit where it is kept', () => {
    // Operations of the journal outgrow `integer`; nothing else does.
    const ofJournal = /^(GET \/(logging\/operation|jobs|bulk)\/|POST \/(bulk|operation)\/)/;
    const lax = routes.flatMap((route) =>
      numbersOf(jsonOf(route.input))
        .filter(({ from: { minimum = -Infinity, maximum = Infinity } }) => {
          const isOperation = ofJournal.test(route.signature) && maximum === Number.MAX_SAFE_INTEGER;
          return minimum < -LARGEST_INTEGER || (maximum > LARGEST_INTEGER && !isOperation);
        })
        .map(({ at }) => `${route.signature} ${at}`),
    );
    expect(lax).toEqual([]);
  });

  it('never takes a secret or a national number in its address', () => {
    const open = routes.filter((route) => {
      const inAddress = methodOf(route) === 'GET' ? Object.keys(route.input.shape) : [];
      const inPath = [...pathOf(route).matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      return [...inAddress, ...inPath].some((name) => /password|secret|^ssn|nationalNumber/i.test(name));
    });
    expect(signatures(open)).toEqual([]);
  });
});

/** Refused as names by the conventions, of whatever they would be the name of. */
const neverNames = ['info', 'list', 'iktgroupadmins', 'all', 'localadmins', 'lastlogin', 'token'];

/** The words that stand where an address of the area has a name. */
const wordsUnder = (area: string): string[] => [
  ...neverNames,
  ...routes
    .map((route) => pathOf(route).split('/'))
    .filter(
      ([, first, word, ...rest]) =>
        first === area && word !== undefined && !word.startsWith(':') && rest.length === 0,
    )
    .map(([, , word = '']) => word),
];

describe('names', () => {
  it('of groups never stand where an address has a word of its own', () => {
    const words = wordsUnder('group');
    expect(words).toContain('deleteprevention');
    expect(words.filter((word) => !isReserved(word))).toEqual([]);
  });

  it('of people never stand where an address has a word of its own', () => {
    const words = wordsUnder('user');
    const scheme = { fromSource: true, given: 3, family: 3, digits: 4 };
    expect(words).toContain('newusers');
    expect(wishedName('kari.nordmann', scheme)).toBe('kari.nordmann');
    expect(words.filter((word) => wishedName(word, scheme) !== undefined)).toEqual([]);
  });
});

describe('texts', () => {
  it.each(languages)('say every refusal in %s', (language) => {
    const texts = read(`src/web/errors.${language}.json`);
    expect(errorCodes.filter((code) => !texts[code])).toEqual([]);
  });

  it.each(languages)('say every event of the contract and of the portal’s own work in %s', (language) => {
    const texts = read(`src/areas/logs/web/text.${language}.json`);
    const events = new Set([
      ...routes.flatMap(({ event, eventWith = {} }) => [event ?? [], Object.values(eventWith)].flat()),
      ...eventsInCode(),
    ]);
    expect(events.size).toBeGreaterThan(15);
    expect([...events].filter((event) => !texts[`choice.event.${event}`])).toEqual([]);
  });

  it.each(lists)('name every column and filter of the list $list.id', ({ area, list }) => {
    const keys = Object.keys(read(`src/areas/${area}/web/text.nb.json`));
    const wanted = [
      ...Object.keys(list.columns).map((id) => `column.${id}`),
      ...Object.keys(list.filters).map((id) => `filter.${id}`),
    ];
    // An area with several lists puts a word of its own before the keys of each.
    const lacking = wanted.filter((key) => !keys.some((known) => known === key || known.endsWith(`.${key}`)));
    expect(lacking).toEqual([]);
  });
});

/** The numbers a caller may send, wherever they stand. */
function numbersOf(from: JsonSchema, at = ''): { at: string; from: JsonSchema }[] {
  if (from.type === 'integer' || from.type === 'number') return [{ at, from }];
  const options = [...(from.anyOf ?? []), ...(from.oneOf ?? []), ...(from.items ? [from.items] : [])];
  return [
    ...options.flatMap((option) => numbersOf(option, at)),
    ...Object.entries(from.properties ?? {}).flatMap(([name, field]) => numbersOf(field, `${at}.${name}`)),
  ];
}

/** Every list definition of an area: in its contract, or in a file of shapes beside it. */
async function listsOfAreas(): Promise<{ area: string; list: z.infer<typeof ListLike> }[]> {
  const shared = readdirSync('src/areas', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\/(server|web)\/|\.test\.ts$/.test(file));
  const found = await Promise.all(
    shared.map(async (file) => {
      const module: unknown = await import(pathToFileURL(`src/areas/${file}`).href);
      return Object.values(Object(module)).flatMap((value) => {
        const list = ListLike.safeParse(value);
        return list.success ? [{ area: path.posix.dirname(file), list: list.data }] : [];
      });
    }),
  );
  return found.flat();
}

/** Events of operations that no request began, as the code writes them. */
function eventsInCode(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') && !/test(ing)?\b|demo\/commands/.test(file) && !file.endsWith('contract.ts'),
    )
    .flatMap((file) =>
      Array.from(
        readFileSync(`src/${file}`, 'utf8').matchAll(/\bevent: '([a-z-]+\.[a-z-]+)'/g),
        ([, event = '']) => event,
      ),
    );
}
