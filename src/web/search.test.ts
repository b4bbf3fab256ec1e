import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseSearch, stringifySearch } from './search.ts';

it('writes texts, numbers and truth values as one would type them', () => {
  expect(stringifySearch({ search: '2027', page: 2, shielded: true, status: 'locked,expired' })).toBe(
    '?search=2027&page=2&shielded=true&status=locked,expired',
  );
});

it('leaves out what has no value', () => {
  expect(stringifySearch({ open: undefined, search: '' })).toBe('');
});

it('reads back every text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z.]{1,10}$/), fc.string({ minLength: 1 })), (search) => {
      expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search });
    }),
  );
});
