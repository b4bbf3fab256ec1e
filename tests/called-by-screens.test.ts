/** Every endpoint is called by a screen, or its row of the contract says who else it is for. */
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import type { Route } from '#kernel/contract.ts';
import { endpoints } from '#server/areas.ts';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing|\/dev\//.test(file));
const screens = files
  .filter((file) => /\/web\//.test(file))
  .map((file) => ({ area: file.split('/').slice(0, 3).join('/'), text: readFileSync(file, 'utf8') }));
const contracts = files.filter((file) => file.endsWith('/contract.ts'));
const lookups = new Set(
  files
    .filter((file) => file.startsWith('src/areas/') && !/\/(web|server)\//.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/lookup: '([^']+)'/g)].map(([, path]) => path),
    ),
);

/** Where a route stands in its contract: `users.update`. */
interface Place {
  contract: string;
  key: string;
}

const places = new Map<Route, Place>();
for (const file of contracts) {
  const found: Record<string, unknown> = await import(pathToFileURL(file).href);
  for (const [contract, rows] of Object.entries(found)) {
    if (typeof rows !== 'object' || rows === null) continue;
    for (const [key, row] of Object.entries(rows)) places.set(row, { contract, key });
  }
}

/**
 * By its name (`users.update`). Where a screen chooses among whole contracts, which are handed on as `routes`, or by a key
 * in brackets: by the key within the same area.
 */
function isCalled({ contract, key }: Place): boolean {
  const named = new RegExp(`(?<![\\w.'"]|typeof )${contract}\\.${key}\\b`);
  if (screens.some(({ text }) => named.test(text))) return true;
  const imported = new RegExp(`import \\{[^}]*\\b${contract}\\b[^}]*\\} from '[^']*contract\\.ts'`);
  const ways: [handedOn: RegExp, called: RegExp][] = [
    [
      new RegExp(`(?:routes: |[?:] )${contract}\\b(?!\\.)`),
      new RegExp(`\\broutes(?:Of\\([^)]*\\))?\\.${key}\\b`),
    ],
    [new RegExp(`\\b${contract}\\[`), new RegExp(`['"]${key}['"]`)],
  ];
  return ways.some(([handedOn, byKey]) => {
    const areas = new Set(
      screens.filter(({ text }) => imported.test(text) && handedOn.test(text)).map(({ area }) => area),
    );
    return screens.some(({ area, text }) => areas.has(area) && byKey.test(text));
  });
}

const called = ({ signature }: Route, place: Place | undefined) =>
  lookups.has(signature.split(' ')[1]) || (place !== undefined && isCalled(place));

it('every endpoint is called by a screen, or says who else it is for', () => {
  const wrong = endpoints
    .map(({ route }) => ({ route, place: places.get(route) }))
    .filter(({ route, place }) => called(route, place) === (route.calledBy !== undefined))
    .map(
      ({ route, place }) =>
        `${place?.contract}.${place?.key} (${route.calledBy ?? 'screens'}): ${route.signature}`,
    );
  expect(wrong).toEqual([]);
});
