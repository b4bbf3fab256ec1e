/** Which kind of national number a source sent, and what is wrong with it. Nothing here drops a person. */
import { idnr } from '@navikt/fnrvalidator';

import type { SourceNationalNumber } from './port.ts';

const elevenDigits = /^\d{11}$/;
/** Year of registration, serial number, check digits. */
const duf = /^(?:19|20)\d{10}$/;

/** Spaces and hyphens are how people write the number; they are not part of it. */
export function readNationalNumber(text: string): SourceNationalNumber | undefined {
  const value = text.replaceAll(/[\s-]/g, '');
  if (value === '') return undefined;
  if (duf.test(value)) return { value, kind: 'duf' };
  if (!elevenDigits.test(value)) return { value, kind: 'provisional' };

  const kind = kindOf(value);
  const result = idnr(value);
  if (result.status === 'valid') return { value, kind };
  return { value, kind, fault: result.reasons.includes('invalid date') ? 'date' : 'check-digits' };
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
