import { describe, expect, it } from 'vitest';

import { move } from './grid-move.ts';

const bounds = { rows: 100, columns: 4, pageRows: 20 };

describe('keys in the grid', () => {
  it('moves by arrows and by j and k', () => {
    expect(move('ArrowDown', { row: 3, column: 1 }, bounds)).toEqual({ row: 4, column: 1 });
    expect(move('j', { row: 3, column: 1 }, bounds)).toEqual({ row: 4, column: 1 });
    expect(move('k', { row: 3, column: 1 }, bounds)).toEqual({ row: 2, column: 1 });
    expect(move('ArrowRight', { row: 3, column: 3 }, bounds)).toEqual({ row: 3, column: 3 });
  });

  it('reaches the head from the first row, and no further', () => {
    expect(move('ArrowUp', { row: 0, column: 2 }, bounds)).toEqual({ row: -1, column: 2 });
    expect(move('PageUp', { row: 5, column: 2 }, bounds)).toEqual({ row: 0, column: 2 });
  });

  it('goes to both ends and by the page', () => {
    expect(move('End', { row: 5, column: 0 }, bounds)).toEqual({ row: 99, column: 0 });
    expect(move('Home', { row: 50, column: 0 }, bounds)).toEqual({ row: 0, column: 0 });
    expect(move('PageDown', { row: 90, column: 0 }, bounds)).toEqual({ row: 99, column: 0 });
  });

  it('leaves other keys alone', () => {
    expect(move('x', { row: 0, column: 0 }, bounds)).toBeUndefined();
  });
});
