import { describe, expect, it } from 'vitest';

import { type Frame, drawnAround, rowsToDraw, sightOf, type Slots, slotsFor, topFor } from './row-window.ts';

/** Ten whole rows below the head. */
const frame: Frame = { top: 0, height: 456, head: 36, rowHeight: 42, count: 100_000 };

describe('what is in sight', () => {
  it.each([
    ['the top', {}, { first: 0, last: 9 }],
    ['a pixel further down', { top: 1 }, { first: 0, last: 10 }],
    ['a row further down', { top: 42 }, { first: 1, last: 10 }],
    ['the very end', { top: 100_000 * 42 + 36 - 456 }, { first: 99_990, last: 99_999 }],
    ['fewer rows than there is room for', { count: 3 }, { first: 0, last: 2 }],
    ['nothing at all', { count: 0 }, { first: 0, last: 0 }],
  ])('%s', (_, change, sight) => {
    expect(sightOf({ ...frame, ...change })).toEqual(sight);
  });
});

describe('what is drawn', () => {
  it('is more than what is in sight, and the same for the next steps', () => {
    expect(drawnAround({ first: 100, last: 109 })).toEqual({ first: 96, last: 116 });
    expect(drawnAround({ first: 103, last: 112 })).toEqual({ first: 96, last: 116 });
    expect(drawnAround({ first: 3, last: 12 }).first).toBe(0);
  });

  it('ends with the list, and has the focused row wherever it is', () => {
    expect(rowsToDraw({ first: 0, last: 20 }, 3, 0)).toEqual([0, 1, 2]);
    expect(rowsToDraw({ first: 8, last: 10 }, 100, 2)).toEqual([2, 8, 9, 10]);
    expect(rowsToDraw({ first: 8, last: 10 }, 100, 12)).toEqual([8, 9, 10, 12]);
    expect(rowsToDraw({ first: 8, last: 10 }, 100, 9)).toEqual([8, 9, 10]);
    expect(rowsToDraw({ first: 8, last: 10 }, 100, 100)).toEqual([8, 9, 10]);
    expect(rowsToDraw({ first: 8, last: 10 }, 0, 0)).toEqual([]);
  });
});

describe('going to a row', () => {
  it('moves no further than it must, and not at all to a row in sight', () => {
    expect(topFor(5, frame)).toBeUndefined();
    expect(topFor(10, frame)).toBe(11 * 42 + 36 + 8 - 456);
    expect(topFor(5, { ...frame, top: 420 })).toBe(210);
    expect(topFor(10, { ...frame, top: 420 })).toBeUndefined();
  });
});

const at = (rows: readonly number[]) => slotsFor(new Map(), rows);
const slots = (before: Slots, rows: readonly number[]) => rows.map((row) => slotsFor(before, rows).get(row));

describe('the elements of rows', () => {
  it('are the same as long as the rows are', () => {
    const before = at([0, 1, 2]);
    expect(slotsFor(before, [0, 1, 2])).toBe(before);
  });

  it('are taken over in their order after a jump, and made where there are too few', () => {
    expect(slots(at([0, 1, 2]), [50, 51, 52])).toEqual([0, 1, 2]);
    expect(slots(at([0, 1]), [50, 51, 52])).toEqual([0, 1, 2]);
  });

  it('stay with rows that stay, and new rows have new ones', () => {
    expect(slots(at([0, 1, 2]), [1, 2, 3])).toEqual([1, 2, 3]);
    expect(slots(at([5, 6, 7]), [4, 5, 6])).toEqual([3, 0, 1]);
  });

  it('never pass the one of the focused row, wherever it comes to stand', () => {
    expect(slots(at([10, 11, 12]), [11, 50, 51])).toEqual([1, 2, 3]);
    expect(slots(at([10, 11, 12]), [0, 1, 11])).toEqual([0, 3, 1]);
  });

  it('are one for each row, through any number of jumps', () => {
    let now = at([0, 1, 2, 3]);
    for (const first of [100, 102, 7, 3, 60, 61, 0]) {
      const rows = rowsToDraw({ first, last: first + 3 }, 1_000, 2);
      now = slotsFor(now, rows);
      expect(new Set(now.values()).size).toBe(rows.length);
    }
  });
});
