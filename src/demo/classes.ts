import { levelOf, type Municipality, type School } from './municipality.ts';
import { ADULTS, cohortOf, sizeOf } from './people.ts';
import { stageOf, type Stage } from './subjects.ts';

/** A class and the places of a birth year that belong to it. */
export interface SchoolClass {
  readonly id: string;
  readonly name: string;
  /** 1-10, or 0 where adults learn. */
  readonly grade: number;
  readonly stage: Stage;
  readonly cohort: number;
  readonly from: number;
  readonly to: number;
}

const PUPILS_PER_CLASS = 22;

export function gradesOf({ kind }: School): readonly number[] {
  if (kind === 'adult') return [];
  if (kind === 'primary') return [1, 2, 3, 4, 5, 6, 7];
  if (kind === 'lower') return [8, 9, 10];
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
}

/** The school's classes in the order of their grades. A grade without pupils has none. */
export function classesOf(m: Municipality, school: School): SchoolClass[] {
  if (school.kind === 'adult') {
    const from = m.adultBounds[school.index] ?? 0;
    const to = m.adultBounds[school.index + 1] ?? 0;
    return split(m, school, { grade: 0, stage: 'voksen', cohort: ADULTS, from, to });
  }
  return gradesOf(school).flatMap((grade) => {
    const cohort = cohortOf(m, grade);
    const bounds = m.bounds(levelOf(grade), sizeOf(m, cohort));
    const from = bounds[school.index] ?? 0;
    const to = bounds[school.index + 1] ?? 0;
    return split(m, school, { grade, stage: stageOf(grade), cohort, from, to });
  });
}

function split(m: Municipality, school: School, whole: Omit<SchoolClass, 'id' | 'name'>): SchoolClass[] {
  const { from, to, grade } = whole;
  const count = to > from ? Math.max(1, Math.round((to - from) / PUPILS_PER_CLASS)) : 0;
  return Array.from({ length: count }, (_, number) => {
    const name = className(school, grade, number);
    return {
      ...whole,
      id: `${school.code}-${m.schoolYear}-${name.replaceAll(' ', '')}`,
      name,
      from: from + Math.round(((to - from) * number) / count),
      to: from + Math.round(((to - from) * (number + 1)) / count),
    };
  });
}

const animals = ['Kanin', 'Bever', 'Ekorn', 'Rev', 'Elg', 'Gaupe', 'Ørn', 'Måke'];
const adultClasses = ['FVO 1', 'FVO 2', 'Norsk A1', 'Norsk A2', 'Norsk B1', 'Norsk B2'];

/** Most schools use letters; some have ways of their own, which names of groups must bear. */
function className({ kind, index }: School, grade: number, number: number): string {
  if (kind === 'adult') return adultClasses[number] ?? `Kveldskurs ${number - adultClasses.length + 1}`;
  const style = index % 12;
  const animal = animals[number];
  if (style === 4 && grade <= 3 && animal !== undefined) return `${grade} ${animal}`;
  if (style === 2) return number === 2 ? `${grade}-2/3` : `${grade}-${number + 1}`;
  return `${grade}${letters(number)}`;
}

function letters(number: number): string {
  const letter = String.fromCharCode(65 + (number % 26));
  return number < 26 ? letter : `${letters(Math.floor(number / 26) - 1)}${letter}`;
}
