import { expect, it } from 'vitest';

import { unstorableIn } from './characters.ts';

it.each([
  ['plain text', { name: 'Åse 😀', members: [{ id: 'kari' }], version: 3, none: null }, []],
  ['U+0000 in a field', { name: 'a\0b' }, ['name']],
  ['half a surrogate pair', { name: 'a\uD83D' }, ['name']],
  [
    'text within lists and objects',
    { members: [{ id: 'kari' }, { id: '\0' }], tags: ['\uDC00'] },
    ['members.1.id', 'tags.0'],
  ],
  ['the name of a field', { mapping: { '\0': 'x' } }, ['mapping']],
])('finds what cannot be kept in %s', (_, sent, paths) => {
  expect(unstorableIn(sent)).toEqual(paths.map((path) => ({ path, key: 'characters', params: {} })));
});
