/**
 * Which school a row of a table means. A name or number the portal does not know is a question for a person
 * ("new, or do you mean …?"); its rows are refused until it is answered, because a misspelt name must not make a school.
 */
import { type CsvMapping, schoolKey } from '#kernel/csv-mapping.ts';

export interface KnownSchool {
  code: string;
  name: string;
  organisationNumber?: string;
  /** What this source calls the school, where the source has named it before. */
  sourceId?: string;
}

export interface NamedSchool {
  id: string;
  name: string;
  organisationNumber?: string;
}

export interface SchoolBook {
  /** `unknown`: the portal has no such school, and nobody has answered for it. */
  find: (name: string | undefined, number: string | undefined) => NamedSchool | 'unknown' | undefined;
  isKnown: (name: string | undefined, number: string | undefined) => boolean;
}

const idOf = (key: string): string => `school ${key}`;
const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** `known` undefined or empty: there is nothing to mistake a school for, so that each one named is new. */
export function createSchoolBook(
  { school, schools }: Pick<CsvMapping, 'school' | 'schools'>,
  known: readonly KnownSchool[] = [],
): SchoolBook {
  const byCode = new Map(known.map((one) => [one.code, one]));
  const bySourceId = new Map(known.flatMap((one) => (one.sourceId ? [[one.sourceId, one]] : [])));
  const byNumber = new Map(
    known.flatMap((one) => (one.organisationNumber ? [[one.organisationNumber, one]] : [])),
  );
  const byName = new Map(known.map((one) => [plain(one.name), one]));

  const matchOf = (name: string | undefined, key: string): KnownSchool | undefined =>
    bySourceId.get(idOf(key)) ?? byNumber.get(key) ?? byName.get(plain(name ?? key));

  const named = (name: string | undefined, number: string | undefined) => {
    const called = name ?? (number === undefined ? school : undefined);
    return { called, key: schoolKey(called, number) };
  };
  return {
    find(name, number) {
      const { called, key } = named(name, number);
      if (!key) return undefined;
      const written: NamedSchool = {
        id: idOf(key),
        name: called ?? key,
        ...(number !== undefined && /^\d{9}$/.test(key) && { organisationNumber: key }),
      };
      const answer = schools[key];
      if (answer === null) return written;
      if (answer !== undefined) {
        const meant = byCode.get(answer);
        return meant ? sameAs(meant) : 'unknown';
      }
      if (known.length === 0) return written;
      const match = matchOf(called, key);
      if (!match) return 'unknown';
      return match.sourceId === undefined ? written : { ...written, id: match.sourceId };
    },
    isKnown(name, number) {
      const { called, key } = named(name, number);
      return known.length === 0 || matchOf(called, key) !== undefined;
    },
  };
}

/** Under the id this source gave the school before, else found again by its number or name. */
function sameAs({ name, organisationNumber, sourceId }: KnownSchool): NamedSchool {
  return {
    id: sourceId ?? idOf(organisationNumber ?? plain(name)),
    name,
    ...(organisationNumber !== undefined && { organisationNumber }),
  };
}

const pairsOf = (text: string): Set<string> => {
  const letters = plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return new Set(
    Array.from(letters, (_, at) => letters.slice(at, at + 2)).filter(({ length }) => length === 2),
  );
};
/** Share of equal pairs of letters from which two names may be the same school. */
const ALIKE = 0.4;
const SUGGESTED = 3;

/** The codes of the schools whose names are most like this one, the most likely first. */
export function likelySchools(name: string, known: readonly KnownSchool[]): string[] {
  const own = pairsOf(name);
  return known
    .map((one) => {
      const other = pairsOf(one.name);
      const shared = own.intersection(other).size;
      // A name within the other counts as alike: «Granlia» for «Granlia skole».
      return { code: one.code, alike: shared / Math.max(1, Math.min(own.size, other.size)) };
    })
    .filter(({ alike }) => alike >= ALIKE)
    .toSorted((a, b) => b.alike - a.alike)
    .slice(0, SUGGESTED)
    .map(({ code }) => code);
}
