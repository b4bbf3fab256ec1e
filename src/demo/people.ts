import { fraction, mix, topics } from './chance.ts';
import { levelOf, partOf, type Municipality, type School } from './municipality.ts';

/**
 * A pupil is a birth year and a rank in it; an adult pupil has birth year 0. Neither changes when the
 * pupil moves up a grade, so the same people are found again in next year's file.
 */
export interface Pupil {
  readonly cohort: number;
  readonly rank: number;
}

export const ADULTS = 0;

export type Change = 'none' | 'left' | 'moved' | 'renamed';

/** What the night did to somebody. A quarter of the changes are newcomers, who are found elsewhere. */
function changeOf({ parameters }: Municipality, group: number, index: number): Change {
  if (parameters.changes === 0) return 'none';
  const where = fraction(parameters.seed, topics.change, group, index * 16 + parameters.night);
  const quarter = parameters.changes / 4;
  if (where >= quarter * 3) return 'none';
  if (where < quarter) return 'left';
  return where < quarter * 2 ? 'moved' : 'renamed';
}

/** The first of a birth year and the story's deviating numbers stay as they are, so tests can rely on them. */
const UNTOUCHED_RANKS = 6;

export function pupilChange(m: Municipality, { cohort, rank }: Pupil): Change {
  return rank < UNTOUCHED_RANKS ? 'none' : changeOf(m, cohort, rank);
}

/** The leaders, the ICT staff, the office and the first teachers of a school stay as well. */
export const UNTOUCHED_STAFF = 8;

export function employeeChange(m: Municipality, employee: number, position: number): Change {
  return position < UNTOUCHED_STAFF ? 'none' : changeOf(m, -1, employee);
}

export function sizeOf(m: Municipality, cohort: number): number {
  return cohort === ADULTS ? m.adultPupils : m.cohortSize(cohort);
}

export function gradeOf(m: Municipality, cohort: number): number {
  return m.schoolYear - 5 - cohort;
}

export function cohortOf(m: Municipality, grade: number): number {
  return m.schoolYear - 5 - grade;
}

/** Those who sit at the places of a birth year from `from` up to `to` on this file's day, in a fixed order. */
export function pupilsAt(m: Municipality, cohort: number, from: number, to: number): Pupil[] {
  const pupils: Pupil[] = [];
  const size = sizeOf(m, cohort);
  for (let rank = from; rank < to; rank++) {
    const change = pupilChange(m, { cohort, rank });
    if (change !== 'left' && change !== 'moved') pupils.push({ cohort, rank });
  }
  if (m.parameters.changes === 0) return pupils;

  // Whoever moves goes half a birth year away: to another class, and as a rule to another school.
  const half = Math.floor(size / 2);
  for (let place = from; place < to; place++) {
    const rank = (place - half + size) % size;
    if (pupilChange(m, { cohort, rank }) === 'moved') pupils.push({ cohort, rank });
  }
  const block = newcomerBlock(m);
  const offset = mix(m.parameters.seed, topics.newcomer, cohort, m.parameters.night) % block;
  for (let number = Math.floor(from / block); number * block < to; number++) {
    const place = number * block + offset;
    if (place >= from && place < to) pupils.push({ cohort, rank: newcomerRank(m, size, number) });
  }
  return pupils;
}

/** One newcomer in so many pupils. */
function newcomerBlock({ parameters }: Municipality): number {
  return Math.floor(4 / parameters.changes);
}

/** Each night has newcomers of its own, so that two nights never give two people one number. */
function newcomerRank(m: Municipality, size: number, number: number): number {
  const perNight = Math.ceil(size / newcomerBlock(m)) + 1;
  return size + (m.parameters.night - 1) * perNight + number;
}

/** Where a pupil of the grades sits, or undefined when the pupil is not in the file. */
export function schoolOfPupil(m: Municipality, pupil: Pupil): School | undefined {
  const size = sizeOf(m, pupil.cohort);
  if (pupil.rank >= size) return undefined;
  const change = pupilChange(m, pupil);
  if (change === 'left') return undefined;
  const place = change === 'moved' ? (pupil.rank + Math.floor(size / 2)) % size : pupil.rank;
  const grade = gradeOf(m, pupil.cohort);
  if (grade < 1 || grade > 10) return undefined;
  const school = m.schools[partOf(m.bounds(levelOf(grade), size), place)];
  return school && !isMissing(m, school) ? school : undefined;
}

export function isMissing(m: Municipality, school: School): boolean {
  return school.code === m.parameters.withoutSchool;
}

const padded = (value: number): string => String(value).padStart(6, '0');

/** The id a pupil has at the source for all of their school life, unless the source gives a new one. */
export function pupilId({ cohort, rank }: Pupil): string {
  return cohort === ADULTS ? `V${padded(rank)}` : `E${cohort}${padded(rank)}`;
}

export function employeeId(employee: number): string {
  return `A${padded(employee)}`;
}

/** Of the household that begins with this pupil; the first or the second guardian. */
export function guardianId({ cohort, rank }: Pupil, which: 1 | 2): string {
  return `F${cohort}${padded(rank)}${which}`;
}

/**
 * Ordinals of everybody born as an adult, for `birthOf`: employees first, then adult pupils, then
 * employees who came later. They share birth years, so they must not share ordinals.
 */
export function adultBirth(ordinal: number): { year: number; ordinal: number } {
  return { year: 1958 + ((ordinal * 17) % 45), ordinal: Math.floor(ordinal / 45) };
}

export function adultPupilOrdinal(m: Municipality, rank: number): number {
  return newEmployee(m, m.schools.length * NIGHTS, 0) + rank;
}

const NIGHTS = 10;
const NEW_PER_SCHOOL = 8;

/** How many begin at a school with so many employees, and who they are. */
export function newEmployees(m: Municipality, school: School): number[] {
  const { seed, changes, night } = m.parameters;
  const expected = (school.staffTo - school.staffFrom) * (changes / 4);
  const count = Math.floor(expected + fraction(seed, topics.newcomer, -school.index - 1, night));
  return Array.from({ length: changes === 0 ? 0 : Math.min(count, NEW_PER_SCHOOL) }, (_, number) =>
    newEmployee(m, (night - 1) * m.schools.length + school.index, number),
  );
}

function newEmployee({ parameters }: Municipality, slot: number, number: number): number {
  return parameters.employees + slot * NEW_PER_SCHOOL + number;
}
