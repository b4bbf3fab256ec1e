/** What a generated municipality is made from. The same parameters always give the same bytes. */
export interface Parameters {
  /** 32-bit whole number; another seed gives other people in the same kind of municipality. */
  readonly seed: number;
  readonly municipality: string;
  readonly schools: number;
  readonly pupils: number;
  readonly employees: number;
  /** yyyy-mm-dd, the day the file is made. It decides the school year, and so who is in which grade. */
  readonly date: string;
  /** Share of the households whose guardians are in the file, 0-1. */
  readonly guardians: number;
  /** Share of people that differ from the first night's file, 0-0.5: a quarter each new, left, moved, renamed. */
  readonly changes: number;
  /** Which night the changes are of; each night differs from the first in other people. From 1. */
  readonly night: number;
  /** Abbreviation of a school that is missing from the file, as when a source loses one. */
  readonly withoutSchool?: string;
}

/** Fjordby: a mid-sized municipality that does not exist. */
export const demoDefaults: Parameters = {
  seed: 20_260_801,
  municipality: 'Fjordby kommune',
  schools: 12,
  pupils: 3600,
  employees: 650,
  date: '2026-11-20',
  guardians: 1,
  changes: 0,
  night: 1,
};

const limits = {
  schools: 3500,
  pupils: 1_300_000,
  employees: 400_000,
  earliest: 2019,
  latest: 2040,
} as const;

/**
 * The year a school year begins in: it runs from 1 August to 31 July.
 */
export function schoolYearOf(date: string): number {
  const year = Number(date.slice(0, 4));
  return Number(date.slice(5, 7)) >= 8 ? year : year - 1;
}

/** Throws a RangeError that names the parameter when a municipality cannot be made from these. */
export function checkParameters(parameters: Parameters): void {
  const { seed, municipality, schools, pupils, employees, date, guardians, changes, night } = parameters;
  whole('seed', seed, -0x8000_0000, 0xffff_ffff);
  whole('schools', schools, 1, limits.schools);
  whole('pupils', pupils, 10, limits.pupils);
  // A principal for every school, and somebody at the school owner's office.
  whole('employees', employees, schools + 1, limits.employees);
  whole('night', night, 1, 10);
  between('guardians', guardians, 0, 1);
  between('changes', changes, 0, 0.5);
  if (municipality.trim() === '' || municipality.length > 60) {
    throw new RangeError('municipality must be 1-60 characters');
  }
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));
  const isRealDay = isDate && new Date(date).toISOString().startsWith(date);
  if (!isRealDay) throw new RangeError(`date must be a day as yyyy-mm-dd, not "${date}"`);
  // Birth years of pupils and adults must not meet, or two people could be given one number.
  whole('school year of date', schoolYearOf(date), limits.earliest, limits.latest);
}

function whole(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be a whole number`);
  between(name, value, least, most);
}

function between(name: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) {
    throw new RangeError(`${name} must be between ${least} and ${most}, not ${value}`);
  }
}
