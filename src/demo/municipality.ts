import { fraction, topics } from './chance.ts';
import { organisationNumbers } from './identity-numbers.ts';
import { fjordbySchools, nameBeginnings, nameEndings, type SchoolKind } from './names/school-names.ts';
import { checkParameters, schoolYearOf, type Parameters } from './parameters.ts';

export interface School {
  readonly index: number;
  readonly name: string;
  readonly code: string;
  readonly kind: SchoolKind;
  readonly nynorsk: boolean;
  readonly organisationNumber: string;
  /** Employees of the school are those with index from staffFrom up to, not including, staffTo. */
  readonly staffFrom: number;
  readonly staffTo: number;
}

/**
 * What is known before anybody is born: schools, and how many people each has. This is all that is kept
 * in memory, a few hundred bytes for each school, so a nation costs no more than a village.
 */
export interface Municipality {
  readonly parameters: Parameters;
  /** The year the school year begins in. */
  readonly schoolYear: number;
  readonly organisationNumber: string;
  readonly schools: readonly School[];
  readonly adultPupils: number;
  /** Pupils of one birth year; those of a year ending in `digit`. */
  readonly cohortSize: (birthYear: number) => number;
  /** Ranks of a birth year at a school: from [index] up to, not including, [index + 1]. */
  readonly bounds: (level: Level, cohortSize: number) => Int32Array;
  readonly adultBounds: Int32Array;
}

type Level = 'primary' | 'lower';

export const levelOf = (grade: number): Level => (grade <= 7 ? 'primary' : 'lower');

/** Adults in school: a fortieth of the pupils, where there are enough schools for one of their own. */
const ADULT_SHARE = 1 / 40;
/** Share of employees at the school owner's office. */
const CENTRAL_SHARE = 0.012;

export function planMunicipality(parameters: Parameters): Municipality {
  checkParameters(parameters);
  const { seed, pupils, employees } = parameters;
  const numbers = organisationNumbers();
  const nextNumber = (): string => String(numbers.next().value);
  const organisationNumber = nextNumber();
  const named = nameSchools(parameters.schools);

  const size = (index: number): number => 0.65 + fraction(seed, topics.schoolSize, index) * 0.8;
  const primary = running(named, ({ kind }, index) =>
    kind === 'primary' || kind === 'combined' ? size(index) : 0,
  );
  // A lower secondary school takes pupils from several primary schools.
  const lower = running(named, ({ kind }, index) =>
    kind === 'lower' ? size(index) * 3.5 : kind === 'combined' ? size(index) : 0,
  );
  const adult = running(named, ({ kind }) => (kind === 'adult' ? 1 : 0));
  const adultPupils = (adult.at(-1) ?? 0) > 0 ? Math.round(pupils * ADULT_SHARE) : 0;

  const perYear = Math.floor((pupils - adultPupils) / 10);
  const extraYears = (pupils - adultPupils) % 10;
  const cohortSize = (birthYear: number): number => perYear + (birthYear % 10 < extraYears ? 1 : 0);
  const cuts = new Map<string, Int32Array>();
  const bounds = (level: Level, count: number): Int32Array => {
    const key = `${level}${count}`;
    let known = cuts.get(key);
    if (!known) cuts.set(key, (known = cut(level === 'primary' ? primary : lower, count)));
    return known;
  };
  const adultBounds = cut(adult, adultPupils);

  const central = Math.max(1, Math.round((employees - named.length) * CENTRAL_SHARE));
  const staff = cutStaff(
    employees - central,
    running(named, (_, index) => {
      const p = width(bounds('primary', perYear), index) * 7;
      const l = width(bounds('lower', perYear), index) * 3;
      return p + l * 1.2 + width(adultBounds, index) * 0.6;
    }),
  );
  const schools = named.map((school, index): School => ({
    index,
    name: school.name,
    code: school.code,
    kind: school.kind,
    nynorsk: school.nynorsk ?? false,
    organisationNumber: nextNumber(),
    staffFrom: staff[index] ?? 0,
    staffTo: staff[index + 1] ?? 0,
  }));
  const { withoutSchool } = parameters;
  if (withoutSchool !== undefined && !schools.some(({ code }) => code === withoutSchool)) {
    throw new RangeError(`There is no school "${withoutSchool}"`);
  }
  return {
    parameters,
    schoolYear: schoolYearOf(parameters.date),
    organisationNumber,
    schools,
    adultPupils,
    cohortSize,
    bounds,
    adultBounds,
  };
}

/** The index of the part a place falls into, given where the parts begin. */
export function partOf(cuts: Int32Array, place: number): number {
  let low = 0;
  let high = cuts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((cuts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function width(cuts: Int32Array, index: number): number {
  return (cuts[index + 1] ?? 0) - (cuts[index] ?? 0);
}

function running<Item>(items: readonly Item[], weight: (item: Item, index: number) => number): Float64Array {
  const sums = new Float64Array(items.length + 1);
  items.forEach((item, index) => {
    sums[index + 1] = (sums[index] ?? 0) + weight(item, index);
  });
  return sums;
}

/** Shares out whole people by weight so that the parts always add up to the count. */
function cut(sums: Float64Array, count: number): Int32Array {
  const total = sums.at(-1) ?? 0;
  return Int32Array.from(sums, (sum) => (total === 0 ? 0 : Math.round((sum / total) * count)));
}

/** Every school has a principal, the rest follow the pupils. */
function cutStaff(count: number, sums: Float64Array): Int32Array {
  return cut(sums, count - (sums.length - 1)).map((place, index) => place + index);
}

interface NamedSchool {
  readonly name: string;
  readonly code: string;
  readonly kind: SchoolKind;
  readonly nynorsk?: boolean;
}

/** The known schools of Fjordby first (the adults' only in a full dozen), then invented ones. */
function nameSchools(count: number): readonly NamedSchool[] {
  // One school teaches every grade; two are enough only if one of them is combined.
  const known = count === 1 ? fjordbySchools.slice(1, 2) : fjordbySchools;
  const schools: NamedSchool[] = known.slice(0, count);
  const used = new Set(fjordbySchools.map(({ code }) => code));
  for (let n = 0; schools.length < count; n++) {
    const beginning = nameBeginnings[(n * 7) % nameBeginnings.length] ?? 'Ny';
    const ending =
      nameEndings[(n * 11 + Math.floor(n / nameBeginnings.length)) % nameEndings.length] ?? 'åsen';
    const kind = kinds[n % kinds.length] ?? 'primary';
    const code = codeAfter(n, used);
    used.add(code);
    const nynorsk = n % 8 === 5;
    schools.push({ name: `${beginning}${ending} ${kindWord(kind, nynorsk)}`, code, kind, nynorsk });
  }
  return schools;
}

const kinds: readonly SchoolKind[] = [
  ...([
    'primary',
    'primary',
    'lower',
    'primary',
    'combined',
    'primary',
    'primary',
    'lower',
    'primary',
  ] as const),
  ...([
    'combined',
    'primary',
    'primary',
    'primary',
    'lower',
    'primary',
    'combined',
    'primary',
    'primary',
  ] as const),
  ...([
    'primary',
    'lower',
    'primary',
    'combined',
    'primary',
    'primary',
    'primary',
    'lower',
    'primary',
  ] as const),
  ...(['combined', 'primary', 'adult'] as const),
];

function kindWord(kind: SchoolKind, nynorsk: boolean): string {
  if (kind === 'adult') return nynorsk ? 'vaksenopplæring' : 'voksenopplæring';
  const word = nynorsk ? 'skule' : 'skole';
  if (kind === 'combined') return word;
  return kind === 'primary' ? `barne${word}` : `ungdoms${word}`;
}

function codeAfter(n: number, used: ReadonlySet<string>): string {
  for (let step = 0; ; step++) {
    const value = (n * 7919 + step + 1234) % 17_576;
    const letters = [Math.floor(value / 676), Math.floor(value / 26) % 26, value % 26];
    const code = letters.map((letter) => String.fromCharCode(65 + letter)).join('');
    if (!used.has(code)) return code;
  }
}
