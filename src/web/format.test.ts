import { expect, test } from 'vitest';

import {
  dateInOslo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatEnd,
  formatExactTime,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTime,
  parseDate,
} from './format.ts';

test('moments are shown in Oslo time, summer and winter', () => {
  expect(formatDateTime('2026-11-20T13:52:07Z')).toBe('20.11.2026 14:52');
  expect(formatDateTime('2026-07-01T22:30:00Z')).toBe('02.07.2026 00:30');
  expect(formatTime('2026-11-20T23:00:00Z')).toBe('00:00');
  expect(formatExactTime('2026-11-20T13:52:07Z')).toBe('20.11.2026 14:52:07');
});

test.each([
  ['nb', 'fredag 20. november', 'lørdag 21. november', 'mandag 23. november'],
  ['nn', 'fredag 20. november', 'laurdag 21. november', 'måndag 23. november'],
  ['en', 'Friday 20 November', 'Saturday 21 November', 'Monday 23 November'],
])('days are named in %s', (language, ...days) => {
  const moments = ['2026-11-20T13:52:07Z', '2026-11-21T13:52:07Z', '2026-11-22T23:30:00Z'];
  expect(moments.map((moment) => formatDay(moment, language))).toEqual(days);
});

test('a period that ends on its day says that day once, by the day in Oslo', () => {
  expect(formatEnd('2026-11-20T13:00:00Z', '2026-11-20T14:30:00Z')).toBe('15:30');
  expect(formatEnd('2026-11-20T13:00:00Z', '2026-11-20T23:30:00Z')).toBe('21.11.2026 00:30');
});

test('a date without time is never moved', () => {
  expect(formatDate('2026-01-01')).toBe('01.01.2026');
  expect(dateInOslo('2026-12-31T23:30:00Z')).toBe('2027-01-01');
});

test('numbers are written the Norwegian way', () => {
  expect(formatNumber(100_000)).toBe('100\u00A0000');
  expect(formatPercent(0.125)).toBe('12,5\u00A0%');
  expect(formatBytes(1_432_000_000)).toBe('1,4 GB');
});

test('relative times use the largest unit that fits', () => {
  expect(formatRelative('2026-11-20T10:00:00Z', '2026-11-20T12:05:00Z', 'nn')).toBe('for 2 timar sidan');
  expect(formatRelative('2026-11-21T12:00:00Z', '2026-11-20T12:00:00Z', 'nn')).toBe('i morgon');
  expect(formatRelative('2026-11-23T12:00:00Z', '2026-11-20T12:00:00Z', 'en')).toBe('in 3 days');
});

test.each([
  ['20.11.2026', '2026-11-20'],
  ['1.2.26', '2026-02-01'],
  ['201126', '2026-11-20'],
  ['20112026', '2026-11-20'],
  ['20/11-2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['20.11', '2026-11-20'],
  ['29.02.2028', '2028-02-29'],
])('%s is read as %s', (typed, date) => {
  expect(parseDate(typed, '2026-06-01')).toBe(date);
});

test.each(['', '31.02.2026', '29.02.2027', '20.13.2026', 'i morgen', '20.11.0026', '123'])(
  '%s is no date',
  (typed) => {
    expect(parseDate(typed, '2026-06-01')).toBeUndefined();
  },
);
