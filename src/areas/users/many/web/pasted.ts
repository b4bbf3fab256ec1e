/** What became of a pasted list: pure, so that the page only draws it. */
import type { Call, Output } from '#kernel/contract.ts';

import type { Candidate, manyUsers } from '../contract.ts';
import { meaningOf } from '../rules.ts';

export interface Line {
  place: number;
  /** As it is shown: a national number only by its first half. */
  text: string;
  isNumber: boolean;
  candidates: readonly Candidate[];
}

/** A decision about a doubtful line: a user name, or nobody. */
export type Decisions = ReadonlyMap<number, string | undefined>;

const SHOWN_DIGITS = 6;

/** The number stays in the box it was typed into; what is repeated on the screen is masked. */
export function shownText(line: string): string {
  const { nationalNumber } = meaningOf(line, 0);
  if (nationalNumber === undefined) return line;
  return nationalNumber.slice(0, SHOWN_DIGITS).padEnd(nationalNumber.length, '*');
}

export const linesWith = (
  { lines }: Call<typeof manyUsers.resolve>,
  { Items }: Output<typeof manyUsers.resolve>,
): Line[] =>
  Items.map(({ line, candidates }) => {
    const pasted = lines[line] ?? '';
    const isNumber = meaningOf(pasted, line).nationalNumber !== undefined;
    return { place: line, text: shownText(pasted), isNumber, candidates };
  });

export interface Sorted {
  found: readonly Candidate[];
  doubtful: readonly Line[];
  unknown: readonly Line[];
  /** How many lines meant somebody an earlier line meant already. */
  twice: number;
}

/** Each person once, whoever's lines name them; a decided line counts among the found. */
export function sortLines(lines: readonly Line[], decisions: Decisions): Sorted {
  const found = new Map<string, Candidate>();
  let named = 0;
  for (const { place, candidates } of lines) {
    const only = candidates.length === 1 ? candidates[0] : undefined;
    const person = only ?? candidates.find(({ userName }) => userName === decisions.get(place));
    if (!person) continue;
    named += 1;
    if (!found.has(person.userName)) found.set(person.userName, person);
  }
  return {
    found: [...found.values()],
    doubtful: lines.filter(({ candidates }) => candidates.length > 1),
    unknown: lines.filter(({ candidates }) => candidates.length === 0),
    twice: named - found.size,
  };
}
