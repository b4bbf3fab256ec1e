/** A school's lessons as they are written: one on each line, `08:30–09:15`. */
import type { Lesson } from '#areas/internet/lock-form/contract.ts';

import { parseClock } from './clock.ts';

export const linesOf = (lessons: readonly Lesson[]): string =>
  lessons.map(({ start, end }) => `${start}–${end}`).join('\n');

/** The lessons, or the first line that is none. */
export function readLessons(text: string): { lessons: Lesson[] } | { fault: string } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const lessons: Lesson[] = [];
  for (const line of lines) {
    const [start, end, ...more] = line.split(/\s*[-–—]\s*/).map(parseClock);
    if (start === undefined || end === undefined || more.length > 0) return { fault: line };
    lessons.push({ start, end });
  }
  return { lessons };
}
