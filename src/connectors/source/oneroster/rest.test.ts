import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { SourceItem } from '../port.ts';
import { inPieces } from '../text/testing.ts';
import { readOneRoster } from './read.ts';
import { restClient, restPath, type RestProvider, serveRest } from './rest-testing.ts';
import { readRest, tryRest } from './rest.ts';
import { smallSet, zipSet } from './testing.ts';

let provider: RestProvider;
beforeAll(async () => {
  provider = await serveRest();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.asked.length = 0;
  provider.broken.clear();
});

const service = () => ({
  address: provider.address + restPath,
  tokenAddress: `${provider.address}/token`,
  ...restClient,
  feed: 'testsas',
});

async function all(source: AsyncIterable<readonly SourceItem[]>): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const batch of source) items.push(...batch);
  return items;
}
/** Without what depends on the order of rows and files. */
const plain = (items: readonly SourceItem[], kind: SourceItem['kind']) =>
  items
    .filter((item) => item.kind === kind)
    .map((item) => JSON.stringify({ ...item, line: 0 }))
    .toSorted();

it('brings what the same set brings as CSV', async () => {
  const [rest, csv] = [await all(readRest(service())), await all(readOneRoster(inPieces(zipSet(smallSet))))];
  expect(rest[0]).toMatchObject({ kind: 'header', datasource: 'testsas', extract: 'full' });
  for (const kind of ['group', 'person', 'membership'] as const) {
    expect(plain(rest, kind)).toEqual(plain(csv, kind));
  }
});

it('signs in once and asks page by page, whatever the provider makes of the limit', async () => {
  await all(readRest(service()));
  expect(provider.asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /token']);
  expect(provider.asked.filter((line) => line.includes('/users'))).toEqual([
    `GET ${restPath}/users?limit=1000&offset=0`,
    `GET ${restPath}/users?limit=1000&offset=2`,
  ]);
});

it('names a record that lacks what it must have, and takes the rest', async () => {
  const [first, ...rest] = provider.data['users'] ?? [];
  provider.data['users'] = [Object.assign({}, first, { familyName: '' }), ...rest];
  const items = await all(readRest(service()));
  provider.data['users'] = [first, ...rest];
  expect(items.filter(({ kind }) => kind === 'problem')).toMatchObject([
    { code: 'record.missing-value', line: 1, found: 'users, familyName: ', id: { id: 'p1' } },
  ]);
  expect(items.filter(({ kind }) => kind === 'person')).toHaveLength(3);
});

it('says that it may not see birth dates, and goes on', async () => {
  provider.broken.set('demographics', (response) => response.writeHead(403).end());
  const items = await all(readRest(service()));
  expect(items.filter(({ kind }) => kind === 'problem')).toMatchObject([
    { code: 'record.unknown-file', found: 'demographics' },
    { code: 'person.national-number' },
  ]);
});

it.each<[code: string, collection: string, answer: Parameters<RestProvider['broken']['set']>[1]]>([
  ['fetch.wrong-answer', 'users', (response) => response.writeHead(500).end()],
  ['fetch.wrong-answer', 'classes', (response) => response.writeHead(200).end('<html>')],
  ['fetch.wrong-answer', 'enrollments', (response) => response.writeHead(200).end('{"other":[]}')],
  ['fetch.refused', 'users', (response) => response.writeHead(403).end()],
  [
    'file.truncated',
    'enrollments',
    (response) => response.writeHead(200, { 'x-total-count': '9' }).end('{"enrollments":[]}'),
  ],
  ['file.no-people', 'users', (response) => response.writeHead(200).end('{"users":[]}')],
])('is not whole: %s of %s', async (code, collection, answer) => {
  provider.broken.set(collection, answer);
  await expect(all(readRest(service()))).rejects.toMatchObject({ code });
});

it('is tried without reading it all, and a wrong secret is told apart', async () => {
  await tryRest(service());
  expect(provider.asked).toHaveLength(2);
  await expect(tryRest({ ...service(), secret: 'x' })).rejects.toMatchObject({ code: 'fetch.refused' });
});
