/**
 * Names of groups: what the screen shows has at most 57 characters (specification §9); the directory's name has the
 * school's abbreviation before it and stays within 64.
 */
import type { SourceGroup, SourceGroupType } from '#connectors/source/port.ts';
import { limits } from '#kernel/limits.ts';

/** Class names are short by nature; of the others the long name says more. */
const namedShortly: ReadonlySet<SourceGroup['type']> = new Set(['owner', 'school', 'basis']);

export function displayNameOf({ type, shortName, longName }: SourceGroup): string {
  const name = namedShortly.has(type) ? shortName : (longName ?? shortName);
  return (
    endWithWordOrPair(
      name
        .replaceAll(/[<>]/g, '')
        .replace(/^[\s-]+/, '')
        .slice(0, limits.groupName),
    ) || shortName
  );
}

/** Room for `_` and three digits, should the school have several groups of the same name. */
const STEM = limits.groupName - 4;

/** The part after the school's abbreviation: without what a directory or an address cannot hold, and without `_`. */
export function nameStemOf(displayName: string): string {
  const clean = displayName.replaceAll(/["/\\[\]:;|=,+*?<>@#&%_]+/g, '-').replaceAll(/\s+/g, ' ');
  const short = endWithWordOrPair(clean.replace(/^[\s-]+/, '').slice(0, STEM));
  return endWithWord(short.replaceAll(/[«»“”„‘’()]/g, '')) || 'gruppe';
}

/** A group name ends with a letter or digit (specification §5). */
const endWithWord = (name: string): string => name.replace(/[^\p{L}\p{N}]+$/u, '');

const pairs: Record<string, string> = { '»': '«', '”': '“', '’': '‘', ')': '(', ']': '[' };

/** What the source calls the group may also end with the second sign of a pair: `«ny»`, `Matte (ny)`. */
function endWithWordOrPair(name: string): string {
  const end = /[^\p{L}\p{N}]*$/u.exec(name)?.[0] ?? '';
  const word = name.slice(0, name.length - end.length);
  const kept = Array.from(end).findLastIndex((sign) => word.includes(pairs[sign] ?? '\0'));
  return (
    word +
    Array.from(end)
      .slice(0, kept + 1)
      .join('')
  );
}

/** `MAT0015` wherever it stands in the names of a teaching or subject group. */
export function subjectCodeOf({ shortName, longName }: SourceGroup): string | undefined {
  return /\b[A-ZÆØÅ]{3}\d{4}\b/.exec(`${shortName} ${longName ?? ''}`)?.[0];
}

const graded: ReadonlySet<SourceGroup['type']> = new Set<SourceGroupType>(['basis', 'grade']);

/** `7` of `7A`, `7. trinn` or `7`; `Vg2` of `Vg2` or `2STA`; undefined where the name does not tell. */
export function gradeOf({ type, shortName, longName, grepCode }: SourceGroup): string | undefined {
  if (!graded.has(type)) return undefined;
  const secondary = /\bvg\s?([1-4])\b/i.exec(`${shortName} ${longName ?? ''} ${grepCode ?? ''}`)?.[1];
  if (secondary) return `Vg${secondary}`;
  const upper = /^([1-3])[A-ZÆØÅ]{2,}/.exec(shortName)?.[1];
  if (upper && type === 'basis') return `Vg${upper}`;
  const year = /^(10|[1-9])(?!\d)/.exec(shortName)?.[1] ?? /aarstrinn(10|[1-9])\b/.exec(grepCode ?? '')?.[1];
  return year;
}
