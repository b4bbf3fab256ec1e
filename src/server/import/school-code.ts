/** Codes and abbreviations of schools that are new: given once, and never changed by an import again. */
import { asciiLetters } from './latin.ts';

export interface NewSchool {
  name: string;
  /** What the source calls the school for short. */
  shortName: string | null;
}

/** With a space it leaves 57 of the directory's 64 characters for the group's own name. */
const LONGEST = 6;

/** `GRA` for Granlia barneskole; the next one with the same letters is `GRA2`. `taken` is added to. */
export function codeFor({ name, shortName }: NewSchool, taken: Set<string>): string {
  const short = asciiLettersAndDigits(shortName ?? '');
  const base =
    short.length >= 2 && short.length <= LONGEST ? short : asciiLetters(name).slice(0, 3).padEnd(2, 'x');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const code = base.toUpperCase().slice(0, LONGEST - suffix.length) + suffix;
    if (taken.has(code)) continue;
    taken.add(code);
    return code;
  }
}

const asciiLettersAndDigits = (text: string): string =>
  text.replaceAll(/\p{L}+/gu, asciiLetters).replaceAll(/[^a-z0-9]/g, '');
