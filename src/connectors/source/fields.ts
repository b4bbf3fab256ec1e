/** Readings of single values that every source format shares. */

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*|Z|[+-]\d{2}:\d{2})?$/;

/** An ISO date that exists in the calendar, without time or zone; undefined when it is none. */
export function readDate(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = isoDate.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (year < '1800' || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) {
    return undefined;
  }
  return `${year}-${month}-${day}`;
}

/** Looser than the specification's own e-mail rule: sources send addresses with Norwegian letters. */
export function readEmail(text: string): string | undefined {
  return text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text) ? text : undefined;
}

/** Any international number with its plus sign; Norwegian ones also in the forms people type. */
export function readPhone(text: string): string | undefined {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  if (/^\+\d{5,15}$/.test(digits)) return digits;
  if (/^(?:47)?\d{8}$/.test(digits)) return `+47${digits.slice(-8)}`;
  return undefined;
}

const weights = [3, 2, 7, 6, 5, 4, 3, 2];

/** Nine digits whose last is the modulo 11 check digit of the first eight. */
export function isOrganisationNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = weights.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  return (11 - (sum % 11)) % 11 === Number(text[8]);
}

/** Leaves out what is undefined, so that a missing value and a missing field are the same thing. */
export function defined<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const kept: Partial<T> = {};
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the condition is what makes the type true
  return kept as { [Key in keyof T]?: NonNullable<T[Key]> };
}
