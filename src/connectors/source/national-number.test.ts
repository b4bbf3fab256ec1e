import { expect, it } from 'vitest';

import { NO_NUMBER, readNationalNumber } from './national-number.ts';

it.each([
  ['02013299997', 'fnr', undefined],
  ['10915596784', 'tnr', undefined],
  ['109155 96784', 'tnr', undefined],
  ['17097055655', 'fnr', 'check-digits'],
  ['09119311111', 'fnr', 'check-digits'],
  ['32139912345', 'fnr', 'date'],
  ['201512345609', 'duf', undefined],
  ['201512345600', 'duf', 'check-digits'],
  ['010912A123456', 'provisional', undefined],
  ['010912 ABCDEF', 'provisional', undefined],
  ['290212123456', 'provisional', undefined],
  ['0109129000001', 'provisional', undefined],
])('%s is of kind %s with the fault %s', (text, kind, fault) => {
  expect(readNationalNumber(text)).toEqual({
    value: text.replaceAll(' ', ''),
    kind,
    ...(fault && { fault }),
  });
});

it.each([
  'ukjent',
  '#N/A',
  '0',
  'mangler',
  '-1',
  '1091559678',
  'O1091212345',
  '0109121234S',
  '0109121O3456',
  '010912OOOOOO',
  '320112ABCDEF',
  '290213123456',
  '010912ABCDE',
  '010912ABCDEFGHIJKLMNO',
  '1,09156E+10',
])('%s is no number', (text) => {
  expect(readNationalNumber(text)).toBe(NO_NUMBER);
});

it('nothing is nothing', () => {
  expect(readNationalNumber('  ')).toBeUndefined();
});
