/** Valid national numbers for tests. */
import { idnr } from '@navikt/fnrvalidator';

/** `count` numbers with right check digits of a birth date (`ddmmyy`), from the individual digits that are not in use. */
export function numbersOf(date: string, count: number): string[] {
  const found: string[] = [];
  for (let rest = 0; found.length < count; rest += 1) {
    const number = `${date}${String(rest).padStart(5, '0')}`;
    if (idnr(number).status === 'valid') found.push(number);
  }
  return found;
}
