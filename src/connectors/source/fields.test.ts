import { describe, expect, it } from 'vitest';

import { isOrganisationNumber, readDate, readEmail, readPhone } from './fields.ts';

describe('a date', () => {
  it.each([
    ['2026-08-17', '2026-08-17'],
    ['2026-08-17T10:02:01', '2026-08-17'],
    ['2024-02-29', '2024-02-29'],
    ['2026-08-17+02:00', '2026-08-17'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['17.08.2026', undefined],
    ['0000-00-00', undefined],
    ['', undefined],
  ])('"%s" reads as %s', (text, date) => {
    expect(readDate(text)).toBe(date);
  });
});

describe('a phone number', () => {
  it.each([
    ['+4798765432', '+4798765432'],
    ['987 65 432', '+4798765432'],
    ['004798765432', '+4798765432'],
    ['4798765432', '+4798765432'],
    ['+46701234567', '+46701234567'],
    ['12345', undefined],
    ['ring mor', undefined],
  ])('"%s" reads as %s', (text, phone) => {
    expect(readPhone(text)).toBe(phone);
  });
});

it('an e-mail address may hold Norwegian letters but not two at signs', () => {
  expect(readEmail('janne@måne.kommune.no')).toBe('janne@måne.kommune.no');
  expect(readEmail('janne@@skole.no')).toBeUndefined();
});

it.each([
  ['974589648', true],
  ['976820037', true],
  ['333000334', true],
  ['333000333', false],
  ['99900099', false],
])('organisation number %s is valid: %s', (number, valid) => {
  expect(isOrganisationNumber(number)).toBe(valid);
});
