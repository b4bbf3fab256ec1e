/** What a process has used of the processor: other work on the machine hardly changes it, unlike time. Linux only. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of one process; 0 where that is not to be had. */
export const processorMs = (process: number | undefined): number => {
  const [own = 0] = ticksOf(process);
  return own * TICK_MS;
};

/** Milliseconds of a process with all it has started, those that have ended included. */
export function treeMs(process: number): number {
  const [own = 0, ended = 0] = ticksOf(process);
  const children = read(`/proc/${process}/task/${process}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + treeMs(Number(child)), (own + ended) * TICK_MS);
}

/** Its own, and those of its children that have ended. */
function ticksOf(process: number | undefined): number[] {
  if (process === undefined) return [];
  // The name of the program, in brackets, may hold anything.
  const [, rest] = /^.*\) (.*)$/s.exec(read(`/proc/${process}/stat`)) ?? [];
  if (rest === undefined) return [];
  const fields = rest.split(' ').map(Number);
  return [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
