/** The greeting of the home page by the clock of the portal, in Oslo's time. */
import { formatTime } from '#web/format.ts';

export const partsOfDay = ['night', 'morning', 'day', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

const begins: readonly (readonly [hour: number, part: PartOfDay])[] = [
  [18, 'evening'],
  [12, 'afternoon'],
  [10, 'day'],
  [5, 'morning'],
];

export function partOfDay(moment: Date | string | number): PartOfDay {
  const hour = Number(formatTime(moment).slice(0, 2));
  return begins.find(([from]) => hour >= from)?.[1] ?? 'night';
}
