import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

import { Day, Description, Email, Moment, orNothing, Phone, UserTitle } from './fields.ts';
import { problemsOf } from './problems.ts';

const keysOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? [] : problemsOf(result.error.issues).map(({ key }) => key);
};

describe('the field rules (specification §5)', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['an e-mail address', Email, 'kari.nordmann@fjordby.no', []],
    ['an e-mail address with two suffixes', Email, 'kari@skole.fjordby.no', []],
    ['an e-mail address that begins with a digit', Email, '1kari@fjordby.no', ['email']],
    ['an e-mail address with one letter before the @', Email, 'k@fjordby.no', ['email']],
    ['an e-mail address without a suffix', Email, 'kari@fjordby', ['email']],
    ['an e-mail address of 255 characters', Email, `k${'a'.repeat(60)}@${'b'.repeat(190)}.no`, ['maxLength']],
    ['a phone number', Phone, '41234567', []],
    ['a phone number as people write it', Phone, '+47 412 34 567', []],
    ['a phone number with the long prefix', Phone, '004741234567', []],
    ['a phone number of seven digits', Phone, '4123456', ['invalid']],
    ['a title of 64 characters', UserTitle, 'a'.repeat(64), []],
    ['a title of 65 characters', UserTitle, 'a'.repeat(65), ['maxLength']],
    ['a description with Norwegian letters', Description, 'Æ, ø og å – også 😀', []],
    ['a description with angle brackets', Description, '<b>', ['angles']],
    ['a description of 257 characters', Description, 'a'.repeat(257), ['maxLength']],
    ['a day', Day, '2026-02-28', []],
    ['a day that does not exist', Day, '2026-02-30', ['invalid']],
    ['nothing in an optional field', orNothing(Email), '', []],
  ])('judge %s', (_, schema, value, keys) => {
    expect(keysOf(schema, value)).toEqual(keys);
  });

  it('take the spaces out of a phone number', () => {
    expect(Phone.parse('412 34 567')).toBe('41234567');
  });

  it('say a moment in UTC, wherever it comes from', () => {
    expect(Moment.parse(new Date('2026-11-20T15:00:00Z'))).toBe('2026-11-20T15:00:00.000Z');
    expect(Moment.parse('2026-11-20T16:00:00.5+01:00')).toBe('2026-11-20T15:00:00.500Z');
    expect(Moment.parse('2026-11-20T15:00:00+00:00')).toBe('2026-11-20T15:00:00.000Z');
    expect(Moment.parse('2026-11-20T15:00:00.123456+00:00')).toBe('2026-11-20T15:00:00.123Z');
    expect(keysOf(Moment, 'i går+00:00')).toEqual(['invalid']);
    expect(keysOf(Moment, 'i går')).toEqual(['invalid']);
  });
});
