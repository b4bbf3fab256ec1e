/** Which kind of national number a source sent, and what is wrong with it. Nothing here drops a person. */
import { idnr } from '@navikt/fnrvalidator';

import { readDate } from './fields.ts';
import type { SourceNationalNumber } from './port.ts';

/** Something stands where the number should be, and it cannot be one: `ukjent`, `#N/A`, a lost digit. */
export const NO_NUMBER = 'no-number';

const elevenDigits = /^\d{11}$/;
/** Year of registration, serial number, check digits. */
const duf = /^(?:19|20)\d{10}$/;
/** Birth date as ddmmyy, then 6 to 14 letters or digits: too long to be taken for a national number. */
const provisional = /^(\d{2})(\d{2})(\d{2})([\dA-Za-z]{6,14})$/;
/** Letters alone that people type for digits. */
const mistakenDigits = /^[\dOoIl]*[OoIl][\dOoIl]*$/;

/** Spaces and hyphens are how people write the number; they are not part of it. `undefined`: nothing was sent. */
export function readNationalNumber(text: string): SourceNationalNumber | typeof NO_NUMBER | undefined {
  const value = text.replaceAll(/[\s-]/g, '');
  if (value === '') return undefined;
  if (duf.test(value)) {
    return hasDufCheckDigits(value) ? { value, kind: 'duf' } : { value, kind: 'duf', fault: 'check-digits' };
  }
  if (!elevenDigits.test(value)) return isProvisional(value) ? { value, kind: 'provisional' } : NO_NUMBER;

  const kind = kindOf(value);
  const result = idnr(value);
  if (result.status === 'valid') return { value, kind };
  return { value, kind, fault: result.reasons.includes('invalid date') ? 'date' : 'check-digits' };
}

/** The rule is in docs/import.md: a number that a school makes up must look like no other kind. */
function isProvisional(value: string): boolean {
  const [, day = '', month = '', year = '', rest = ''] = provisional.exec(value) ?? [];
  return readDate(`20${year}-${month}-${day}`) !== undefined && !mistakenDigits.test(rest);
}

const dufWeights = [4, 6, 3, 2, 4, 6, 3, 2, 7, 5];

/** The two last digits are the weighted sum of the ten first, modulo 11. */
function hasDufCheckDigits(digits: string): boolean {
  const sum = dufWeights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return sum % 11 === Number(digits.slice(10));
}

/**
 * The marks on day and month: +40 on the day for a D-number, +40 on the month for an auxiliary number,
 * +80 for the synthetic numbers of the test register.
 */
function kindOf(digits: string): 'fnr' | 'dnr' | 'hnr' | 'tnr' {
  const month = digits.charAt(2);
  if (month >= '8') return 'tnr';
  if (month >= '4') return 'hnr';
  return digits.charAt(0) >= '4' ? 'dnr' : 'fnr';
}
