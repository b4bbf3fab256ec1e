/** Which rows of a list lie in sight, and which are drawn. All rows are of one height, so it takes no more than counting. */
import type { Sight } from './blocks.ts';

export interface Frame {
  /** Pixels the list is scrolled down, and what of it is seen. */
  top: number;
  height: number;
  /** Pixels of the head, which lies over the rows. */
  head: number;
  rowHeight: number;
  count: number;
}

/** Rows drawn above and below what is in sight, so that a turn of the wheel (three rows) meets rows that are there. */
const beyond = 4;
/** The drawn rows change so many at a time: most small steps draw nothing. */
const step = 4;

const inside = (value: number, lowest: number, highest: number): number =>
  Math.max(lowest, Math.min(highest, value));

export function sightOf({ top, height, head, rowHeight, count }: Frame): Sight {
  const lowest = Math.max(0, count - 1);
  return {
    first: inside(Math.floor(top / rowHeight), 0, lowest),
    last: inside(Math.ceil((top + height - head) / rowHeight) - 1, 0, lowest),
  };
}

export function drawnAround({ first, last }: Sight): Sight {
  return {
    first: Math.max(0, Math.floor((first - beyond) / step) * step),
    last: Math.ceil((last + beyond) / step) * step,
  };
}

/**
 * From top to bottom. The row that has the focus is always drawn, or the focus would be lost when it scrolls out of sight.
 */
export function rowsToDraw({ first, last }: Sight, count: number, focused: number): number[] {
  const end = Math.min(last, count - 1);
  const rows = Array.from({ length: Math.max(0, end - first + 1) }, (_, place) => first + place);
  if (focused < 0 || focused >= count) return rows;
  if (focused < first) return [focused, ...rows];
  return focused > end ? [...rows, focused] : rows;
}

/** Room left under a row that was gone to. */
const below = 8;

/** How far the list must be scrolled for the row to be in sight; undefined: it is. */
export function topFor(row: number, { top, height, head, rowHeight }: Frame): number | undefined {
  const start = row * rowHeight;
  if (start < top) return start;
  const least = start + rowHeight + head + below - height;
  return least > top ? least : undefined;
}

/** Which drawn element a row has: rows of another stretch take over those of the one before. */
export type Slots = ReadonlyMap<number, number>;

/**
 * A jump draws other rows into the elements that are there, which is several times cheaper than making new ones. No element
 * changes places, or it would lose the focus: a row that stays (the focused one) keeps its own, and with two or more the
 * others come and go around them.
 */
export function slotsFor(before: Slots, rows: readonly number[]): Slots {
  if (rows.length === before.size && rows.every((row) => before.has(row))) return before;
  const staying = rows.filter((row) => before.has(row));
  const [stays] = staying;
  const isFirst = stays === rows[0];
  const free = staying.length > 1 ? [] : [...before.keys()].filter((row) => row !== stays);
  const fitting = free.filter((row) => stays === undefined || (isFirst ? row > stays : row < stays));
  let next = Math.max(-1, ...before.values()) + 1;
  const take = (): number => before.get(fitting.shift() ?? -1) ?? next++;
  return new Map(rows.map((row) => [row, before.get(row) ?? take()]));
}
