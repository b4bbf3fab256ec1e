import { describe, expect, it } from 'vitest';

import { wantedBlocks } from './blocks.ts';

describe('the blocks of a long list', () => {
  it('asks for nothing more when the first page is the whole list', () => {
    expect(wantedBlocks({ first: 0, last: 29 }, 30)).toEqual([]);
  });

  it('fetches the block in sight and, near its end, the next', () => {
    expect(wantedBlocks({ first: 0, last: 20 }, 100_000)).toEqual([0]);
    expect(wantedBlocks({ first: 300, last: 320 }, 100_000)).toEqual([0, 1]);
    expect(wantedBlocks({ first: 490, last: 510 }, 100_000)).toEqual([0, 1]);
  });

  it('fetches the middle after a jump, and nothing in between', () => {
    expect(wantedBlocks({ first: 50_250, last: 50_270 }, 100_000)).toEqual([100]);
  });

  it('never asks past the end', () => {
    expect(wantedBlocks({ first: 99_980, last: 99_999 }, 100_000)).toEqual([199]);
    expect(wantedBlocks({ first: 600, last: 620 }, 40)).toEqual([0]);
  });
});
