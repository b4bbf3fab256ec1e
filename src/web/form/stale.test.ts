import { describe, expect, it } from 'vitest';

import { withVersionOf } from './stale.ts';

describe('what is sent along after a save', () => {
  it.each([
    ['a number', { version: 2 }, { name: 'a', version: 1 }, { name: 'a', version: 2 }],
    ['a mark', { version: 'b7' }, { version: 'a1' }, { version: 'b7' }],
    ['nothing of the kind', { version: 2 }, { name: 'a' }, { name: 'a' }],
    ['an answer without one', { id: 4 }, { version: 1 }, { version: 1 }],
    ['no answer', undefined, { version: 1 }, { version: 1 }],
    ['something else of that name', { version: '2.4' }, { version: 1 }, { version: 1 }],
  ])('is the version of the answer: %s', (_, answer, fixed, then) => {
    expect(withVersionOf(answer, fixed)).toEqual(then);
  });
});
