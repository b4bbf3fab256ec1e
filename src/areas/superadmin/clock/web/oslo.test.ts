import { expect, it } from 'vitest';

import { momentInOslo, parseTime } from './oslo.ts';

it('knows summer and winter time in Oslo, also on the days they change', () => {
  expect(momentInOslo('2026-11-20', '16:00').toISOString()).toBe('2026-11-20T15:00:00.000Z');
  expect(momentInOslo('2026-07-01', '00:00').toISOString()).toBe('2026-06-30T22:00:00.000Z');
  expect(momentInOslo('2027-03-28', '01:59').toISOString()).toBe('2027-03-28T00:59:00.000Z');
  expect(momentInOslo('2027-03-28', '03:00').toISOString()).toBe('2027-03-28T01:00:00.000Z');
  expect(momentInOslo('2026-10-25', '12:00').toISOString()).toBe('2026-10-25T11:00:00.000Z');
});

it('reads times as people type them', () => {
  expect(['7:30', '07.30', '0730', '23:59'].map(parseTime)).toEqual(['07:30', '07:30', '07:30', '23:59']);
  expect(['24:00', '12:60', '7', '', 'ti'].map(parseTime)).toEqual(Array(5).fill(undefined));
});
