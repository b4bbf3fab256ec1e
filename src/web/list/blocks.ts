/**
 * Which parts of a long list are fetched: the first 30 rows at once, then blocks of 500 around what is in sight
 * (specification §9). A jump to the middle fetches the middle, and nothing in between.
 */
import { limits } from '#kernel/limits.ts';

export const blockSize = limits.backgroundPageSize;

/** Rows from the end of a block at which the next one is fetched. */
const margin = 200;

export interface Sight {
  /** Index of the first and last row on the screen. */
  first: number;
  last: number;
}

/** The numbers of the blocks wanted now, nearest first. */
export function wantedBlocks({ first, last }: Sight, total: number): number[] {
  if (total <= limits.pageSize) return [];
  const lastBlock = Math.floor((total - 1) / blockSize);
  const blocks: number[] = [];
  const add = (row: number) => {
    const block = Math.min(lastBlock, Math.max(0, Math.floor(row / blockSize)));
    if (!blocks.includes(block)) blocks.push(block);
  };
  add(first);
  add(last);
  add(last + margin);
  add(first - margin);
  return blocks;
}
