import { describe, expect, it } from 'vitest';

import { told, withVersionOf } from './stale.ts';

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

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `10.20.3.${from + at} maskin${from + at}`);

describe('what is told of a version', () => {
  it.each([
    ['a word, whole', 'Elvebakken', 'Granlia', { text: 'Elvebakken', more: 0 }],
    ['a number', 7, 8, { text: '7', more: 0 }],
    ['of many lines those that differ', 'a 1\nb 2\nc 3', 'a 1\nc 3', { text: 'b 2', more: 0 }],
    ['of a list what the other has not', ['7A', '7B'], ['7A'], { text: '7B', more: 0 }],
    ['nothing, when the other has it all', 'a 1', 'a 1\nb 2', { text: '', more: 0 }],
    ['no long word to its end', 'x'.repeat(200), '', { text: `${'x'.repeat(120)} …`, more: 0 }],
    [
      'of a whole machine list the first few',
      lines(0, 200).join('\n'),
      '',
      { text: lines(0, 3).join(', '), more: 197 },
    ],
  ])('is %s', (_, value, other, said) => {
    expect(told(value, other)).toEqual(said);
  });
});
