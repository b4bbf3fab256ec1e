/** Single values as people write them in spreadsheets. */
import { readDate } from '../fields.ts';
import { type NO_NUMBER, readNationalNumber } from '../national-number.ts';
import type { SourceNationalNumber, SourceRole } from '../port.ts';

/** `mixed`: the column has both, and a date that could be either is not read. */
export type DateOrder = 'day-first' | 'month-first' | 'mixed';

const writtenDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?: .*)?$/;
const MONTHS = 12;
/** One date of the other order among this many is a slip of the pen. */
const SLIP = 50;

/** The order within a column of dates: `17/8` can only be one of them. Where none says, as Norwegians write: day first. */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const text of texts) {
    const [, first, second] = writtenDate.exec(text) ?? [];
    if (Number(first) > MONTHS && Number(second) <= MONTHS) dayFirst += 1;
    if (Number(first) <= MONTHS && Number(second) > MONTHS) monthFirst += 1;
  }
  if (monthFirst * SLIP <= dayFirst) return 'day-first';
  return dayFirst * SLIP <= monthFirst ? 'month-first' : 'mixed';
}

/** `17.08.2012`, `17/8/2012`, `17-08-2012`, `20120817` and ISO; undefined for what is no date. */
export function readWrittenDate(text: string, order: DateOrder = 'day-first'): string | undefined {
  const [, first, second, year] = writtenDate.exec(text) ?? [];
  if (first && second && year) {
    const couldBeBoth =
      Number(first) <= MONTHS && Number(second) <= MONTHS && Number(first) !== Number(second);
    if (order === 'mixed' && couldBeBoth) return undefined;
    const isMonthFirst = order === 'mixed' ? Number(second) > MONTHS : order === 'month-first';
    const [day, month] = isMonthFirst ? [second, first] : [first, second];
    return readDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  }
  const [, y, m, d] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return readDate(y ? `${y}-${m}-${d}` : text);
}

/**
 * A spreadsheet takes the number for a number: it loses the leading zero, which can be given back, or all but the
 * first digits (`1,70971E+10`), which cannot.
 */
export function readSheetNumber(
  text: string,
): SourceNationalNumber | 'spoilt' | typeof NO_NUMBER | undefined {
  if (/^\d[.,]?\d*E\+?\d+$/i.test(text)) return 'spoilt';
  const digits = text.replaceAll(/[\s-]/g, '').replace(/^'/, '');
  if (/^\d{10}$/.test(digits)) {
    const whole = readNationalNumber(`0${digits}`);
    if (typeof whole === 'object' && !whole.fault) return whole;
  }
  return readNationalNumber(digits);
}

/** Numbers are not read: PIFU-IMS and ISO 5218 use 1 for opposite genders. */
export function readGender(text: string): 'female' | 'male' | undefined {
  if (/^(k|kvinne|kvinna|j|jente|f|female|woman|girl)$/i.test(text)) return 'female';
  return /^(m|mann|gutt|gut|male|g|man|boy)$/i.test(text) ? 'male' : undefined;
}

export interface ReadRole {
  role: SourceRole;
  /** A leader's own word becomes the title. */
  subrole?: string;
}

const roles: readonly (readonly [RegExp, SourceRole])[] = [
  [/^(elev|elever|pupil|student|learner|barn|deltaker|lærling)$/, 'pupil'],
  [/^(kontaktlærer|kontaktlærar|contactteacher|homeroomteacher|klassestyrer)$/, 'contact-teacher'],
  [/^(lærer|lærar|teacher|adjunkt|lektor|faglærer|spesialpedagog|pedagog|undervisning.*)$/, 'teacher'],
  [
    /^(rektor|leder|leiar|skoleleder|inspektør|undervisningsinspektør|avdelingsleder|assisterenderektor|principal|leader)$/,
    'leader',
  ],
  [
    /^(assistent|fagarbeider|barneogungdomsarbeider|miljøarbeider|miljøterapeut|aide|assistant|skoleassistent)$/,
    'assistant',
  ],
  [
    /^(administrasjon|administrator|sekretær|skolesekretær|kontor|konsulent|iktansvarlig|siteadministrator)$/,
    'administrator',
  ],
  [/^(ansatt|tilsett|employee|staff|annet|andre|other|vaktmester|helsesykepleier|sfo.*)$/, 'other'],
];

export function readRole(text: string): ReadRole | undefined {
  const word = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const role = roles.find(([pattern]) => pattern.test(word))?.[1];
  if (role === undefined) return undefined;
  const says = role === 'leader' || role === 'administrator';
  return { role, ...(says && !/^(leder|leiar|leader|administrator)$/.test(word) && { subrole: word }) };
}

/** `Hansen, Nora Marie` or `Nora Marie Hansen`; one name alone is the family name. */
export function splitName(full: string): { given: string; family: string } | undefined {
  const text = full.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return undefined;
  const [family, given] = text.split(/\s*,\s*/, 2);
  if (family && given) return { given, family };
  const words = text.split(' ');
  const last = words.at(-1) ?? text;
  return { given: words.slice(0, -1).join(' '), family: last };
}
