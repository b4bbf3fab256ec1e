import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  Day,
  DaySpan,
  Description,
  Email,
  GivenMoment,
  Moment,
  OperationId,
  orNothing,
  Phone,
  RowId,
  UserTitle,
} from './fields.ts';
import { problemsOf } from './problems.ts';

const keysOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value, { reportInput: true });
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
    ['a day of the year 0, which PostgreSQL does not have', Day, '0000-12-31', ['invalid']],
    ['days from a day on', DaySpan, '2026-02-28..', []],
    ['days to one that does not exist', DaySpan, '2026-02-28..2026-02-30', ['invalid']],
    ['days from the year 0', DaySpan, '0000-01-01..', ['invalid']],
    ['a moment in Oslo', GivenMoment, '2026-11-20T09:00:00+01:00', []],
    ['a word as a moment', GivenMoment, 'tomorrow', ['invalid']],
    ['a moment of a place that is nowhere', GivenMoment, '2026-11-20T10:00:00+23:59', ['invalid']],
    ['a moment of the year 0', GivenMoment, '0000-01-01T00:00:00Z', ['invalid']],
    ['a moment in a year that arithmetic leaves', GivenMoment, '9999-12-31T23:59:59Z', ['invalid']],
    ['the largest id', RowId, '2147483647', []],
    ['an id that no row can have', RowId, '2147483648', ['max']],
    ['an id with decimals', RowId, '1.5', ['invalid']],
    ['yes as an id', RowId, true, ['invalid']],
    ['an operation among very many', OperationId, 2_147_483_648, []],
    ['a list that is too long', z.array(RowId).max(1), [1, 2], ['maxItems']],
    ['a list that is too short', z.array(RowId).min(2), [1], ['minItems']],
    ['a list without what is needed', z.array(RowId).min(1), [], ['required']],
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
