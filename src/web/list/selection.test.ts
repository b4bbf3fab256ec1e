import { describe, expect, it } from 'vitest';

import {
  countSelected,
  everythingSelected,
  headState,
  isSelected,
  nothingSelected,
  sendSelection,
  setSelected,
  toggle,
  toggleAll,
  withoutGone,
} from './selection.ts';

describe('the selection of a list', () => {
  it('names the rows that are chosen one by one', () => {
    const chosen = toggle(toggle(toggle(nothingSelected, 'a'), 'b'), 'a');
    expect(sendSelection(chosen)).toEqual({ all: false, keys: ['b'] });
    expect(countSelected(chosen, 100_000)).toBe(1);
  });

  it('sends everything that matches as a filter with exceptions, never as a list of keys', () => {
    const chosen = toggle(toggle(everythingSelected, 'a'), 'b');
    expect(sendSelection(chosen)).toEqual({ all: true, except: ['a', 'b'] });
    expect(countSelected(chosen, 100_000)).toBe(99_998);
    expect(isSelected(chosen, 'a')).toBe(false);
    expect(isSelected(chosen, 'never fetched')).toBe(true);
  });

  it('takes an exception back when the row is chosen again', () => {
    expect(sendSelection(toggle(toggle(everythingSelected, 'a'), 'a'))).toEqual({ all: true, except: [] });
  });

  it('adds a stretch of rows, also under everything', () => {
    expect(sendSelection(setSelected(nothingSelected, ['a', 'b'], true))).toEqual({
      all: false,
      keys: ['a', 'b'],
    });
    const without = setSelected(everythingSelected, ['a', 'b'], false);
    expect(sendSelection(setSelected(without, ['b'], true))).toEqual({ all: true, except: ['a'] });
  });

  it('draws the box of the head by how many are chosen', () => {
    expect(headState(nothingSelected, 3)).toBe('none');
    expect(headState(setSelected(nothingSelected, ['a'], true), 3)).toBe('some');
    expect(headState(setSelected(nothingSelected, ['a', 'b', 'c'], true), 3)).toBe('all');
    expect(headState(everythingSelected, 3)).toBe('all');
    expect(headState(everythingSelected, 0)).toBe('none');
  });

  it('chooses all from nothing, and clears from anything', () => {
    expect(toggleAll(nothingSelected, 3)).toBe(everythingSelected);
    expect(toggleAll(toggle(nothingSelected, 'a'), 3)).toBe(nothingSelected);
    expect(toggleAll(everythingSelected, 3)).toBe(nothingSelected);
  });

  it('lets go of rows that were here and are gone, and of no others', () => {
    const chosen = setSelected(nothingSelected, ['a', 'b', 'never fetched'], true);
    const left = withoutGone(chosen, new Set(['a', 'b', 'c']), new Set(['b', 'c']));
    expect(sendSelection(left)).toEqual({ all: false, keys: ['b', 'never fetched'] });
    expect(withoutGone(left, new Set(['b']), new Set(['b']))).toBe(left);
  });

  it('of everything keeps everything, until nothing is left', () => {
    const all = toggle(everythingSelected, 'a');
    expect(withoutGone(all, new Set(['a', 'b']), new Set(['b']))).toBe(all);
    expect(withoutGone(all, new Set(['a', 'b']), new Set())).toBe(nothingSelected);
  });
});
