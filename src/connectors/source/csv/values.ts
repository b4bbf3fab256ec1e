/** Single values as people write them in spreadsheets. */
import { readDate } from '../fields.ts';
import { readNationalNumber } from '../national-number.ts';
import type { SourceNationalNumber, SourceRole } from '../port.ts';

/** `17.08.2012`, `17/8/2012`, `17-08-2012`, `20120817` and ISO; undefined for what is no date. */
export function readWrittenDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?: .*)?$/.exec(text) ?? [];
  if (day && month && year) return readDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const [, y, m, d] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return readDate(y ? `${y}-${m}-${d}` : text);
}

/**
 * A spreadsheet takes the number for a number: it loses the leading zero, which can be given back, or all but the
 * first digits (`1,70971E+10`), which cannot.
 */
export function readSheetNumber(text: string): SourceNationalNumber | 'spoilt' | undefined {
  if (/^\d[.,]?\d*E\+?\d+$/i.test(text)) return 'spoilt';
  const digits = text.replaceAll(/[\s-]/g, '').replace(/^'/, '');
  if (/^\d{10}$/.test(digits)) {
    const whole = readNationalNumber(`0${digits}`);
    if (whole && !whole.fault) return whole;
  }
  return readNationalNumber(digits);
}

export function readGender(text: string): 'female' | 'male' | undefined {
  if (/^(k|kvinne|jente|f|female|kvinna|woman|girl)$/i.test(text)) return 'female';
  return /^(m|mann|gutt|male|g|man|boy)$/i.test(text) ? 'male' : undefined;
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

/** `Hansen, Nora Marie` or `Nora Marie Hansen`; one name alone stands in both places. */
export function splitName(full: string): { given: string; family: string } | undefined {
  const text = full.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return undefined;
  const [family, given] = text.split(/\s*,\s*/, 2);
  if (family && given) return { given, family };
  const words = text.split(' ');
  const last = words.at(-1) ?? text;
  return { given: words.slice(0, -1).join(' ') || last, family: last };
}
