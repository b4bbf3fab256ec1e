import { expect, it } from 'vitest';

import { readNationalNumber } from './national-number.ts';

it.each([
  ['02013299997', 'fnr', undefined],
  ['10915596784', 'tnr', undefined],
  ['109155 96784', 'tnr', undefined],
  ['17097055655', 'fnr', 'check-digits'],
  ['09119311111', 'fnr', 'check-digits'],
  ['32139912345', 'fnr', 'date'],
  ['201512345678', 'duf', undefined],
  ['010912A123456', 'provisional', undefined],
])('%s is of kind %s with the fault %s', (text, kind, fault) => {
  const number = readNationalNumber(text);
  expect(number?.kind).toBe(kind);
  expect(number?.fault).toBe(fault);
});

it('no number is no number', () => {
  expect(readNationalNumber('  ')).toBeUndefined();
});
