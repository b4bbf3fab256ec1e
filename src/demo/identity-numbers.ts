import { mix, topics } from './chance.ts';

export interface Birth {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly woman: boolean;
  /** Which of the day's numbers for this gender is theirs, from 0. */
  readonly serial: number;
}

/** No day of 1950-2039 has fewer valid numbers for one gender than 203 (counted). */
const NUMBERS_PER_DAY = 200;

/** Steps through the days of a year; prime, so that they meet every day before they meet one twice. */
const STEP_WOMEN = 151;
const STEP_MEN = 197;

/**
 * The birth of the n-th person of a year, and with it the place of their number: no two ordinals share
 * day, gender and serial, so numbers are unique without a register of those already given.
 * Throws a RangeError when the year is full.
 */
export function birthOf(seed: number, year: number, ordinal: number): Birth {
  const pair = Math.floor(ordinal / 2);
  const first = (ordinal & 1) === 0;
  const woman = (mix(seed, topics.gender, year, pair) & 1) === 0 ? first : !first;
  const days = isLeapYear(year) ? 366 : 365;
  const serial = Math.floor(pair / days);
  if (serial >= NUMBERS_PER_DAY) throw new RangeError(`No national numbers left for people born in ${year}`);
  const shift = mix(seed, topics.birthday, year, woman ? 1 : 2) % days;
  const dayOfYear = ((pair % days) * (woman ? STEP_WOMEN : STEP_MEN) + shift) % days;
  const date = new Date(Date.UTC(year, 0, 1 + dayOfYear));
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), woman, serial };
}

/**
 * A synthetic fødselsnummer: 80 is added to the month before the check digits are made, as the national
 * register's test people have it, so it can never be a real person's. A D-number adds 40 to the day.
 */
export function nationalNumber(birth: Birth, kind: 'birth' | 'd' = 'birth'): string {
  const day = birth.day + (kind === 'd' ? 40 : 0);
  const date = two(day) + two(birth.month + 80) + two(birth.year % 100);
  const base = weigh(date, firstWeights);
  const base2 = weigh(date, secondWeights);
  // The century decides the series (500-999 from 2000 to 2039), the last of its digits the gender.
  const series = birth.year >= 2000 ? 500 : 0;
  const start = mix(0, topics.serial, birth.year * 400 + birth.month * 31 + birth.day) % 250;
  let remaining = birth.serial;
  for (let step = 0; step < 250; step++) {
    const individual = series + ((start + step * 7) % 250) * 2 + (birth.woman ? 0 : 1);
    const [a, b, c] = [Math.floor(individual / 100), Math.floor(individual / 10) % 10, individual % 10];
    const first = checkDigit(base + a * 4 + b * 5 + c * 2);
    const second = checkDigit(base2 + a * 5 + b * 4 + c * 3 + first * 2);
    if (first === 10 || second === 10) continue;
    if (remaining === 0) return `${date}${a}${b}${c}${first}${second}`;
    remaining -= 1;
  }
  throw new RangeError('The day has no such number');
}

/** The same number with its last digit wrong, as typed by hand. */
export function withWrongCheckDigit(number: string): string {
  return number.slice(0, -1) + String((Number(number.slice(-1)) + 1) % 10);
}

/** The twelve digits the immigration authorities give: year, serial, and two digits of control. */
export function dufNumber(year: number, serial: number): string {
  const base = `${year}${String(serial % 1_000_000).padStart(6, '0')}`;
  return base + two(weigh(base, [4, 6, 3, 2, 4, 6, 3, 2, 7, 5]) % 11);
}

/** A school's own stand-in: birth date and seven digits, too long to be taken for a real number. */
export function provisionalNumber(birth: Birth, serial: number): string {
  return `${two(birth.day)}${two(birth.month)}${two(birth.year % 100)}${String(9_000_000 + (serial % 1_000_000))}`;
}

/** Organisation numbers that begin with 3, which no real unit's does, with the right check digit. */
export function* organisationNumbers(): Generator<string> {
  for (let base = 33_300_021; base < 40_000_000; base += 37) {
    const digit = checkDigit(weigh(String(base), [3, 2, 7, 6, 5, 4, 3, 2]));
    if (digit < 10) yield `${base}${digit}`;
  }
}

const firstWeights = [3, 7, 6, 1, 8, 9] as const;
const secondWeights = [5, 4, 3, 2, 7, 6] as const;

function weigh(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += (digits.charCodeAt(index) - 48) * (weights[index] ?? 0);
  }
  return sum;
}

/** 10 when the base cannot be used. */
function checkDigit(sum: number): number {
  const rest = sum % 11;
  return rest === 0 ? 0 : 11 - rest;
}

export function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
