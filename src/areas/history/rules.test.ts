import { expect, it } from 'vitest';

import { compared } from './rules.ts';

const rows = (...names: string[]) => names.map((name) => ({ name }));
const said = (then: string[], now?: string[]) =>
  compared(rows(...then), now && rows(...now), ({ name }) => name).map(
    ({ name, difference }) => `${name} ${difference}`,
  );

it.each([
  [['a', 'b'], undefined, ['a both', 'b both']],
  [
    ['a', 'b'],
    ['b', 'c'],
    ['c added', 'a removed', 'b both'],
  ],
  [[], ['a'], ['a added']],
  [['a'], [], ['a removed']],
  [[], [], []],
])('%j and then %j', (then, now, wanted) => {
  expect(said(then, now)).toEqual(wanted);
});
