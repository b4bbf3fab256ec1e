import { expect, it } from 'vitest';

import { duringDay, weekNumber, weekOf } from './week.ts';

it.each([
  ['2026-11-22', '2026-11-16', '2026-11-22'],
  ['2026-11-23', '2026-11-23', '2026-11-29'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
])('goes from Monday to Sunday: %s', (day, monday, sunday) => {
  const week = weekOf(day);
  expect(week).toHaveLength(7);
  expect([week[0], week[6]]).toEqual([monday, sunday]);
});

it.each([
  ['2026-11-22', 47],
  ['2026-01-01', 1],
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2024-12-30', 1],
])('has the number that its Thursday gives it: %s is in week %i', (day, number) => {
  expect(weekNumber(day)).toBe(number);
});

it('has a lock on each day it is in force, by the clock in Oslo', () => {
  const overnight = { activeFrom: '2026-11-16T21:00:00Z', end: '2026-11-17T07:00:00Z' };
  const untilMidnight = { activeFrom: '2026-11-16T08:00:00Z', end: '2026-11-16T23:00:00Z' };
  const on = (day: string) => duringDay([overnight, untilMidnight], day);
  expect(on('2026-11-15')).toEqual([]);
  expect(on('2026-11-16')).toEqual([overnight, untilMidnight]);
  expect(on('2026-11-17')).toEqual([overnight]);
});
