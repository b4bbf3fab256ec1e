import { describe, expect, it } from 'vitest';

import { addDays, addYears, osloDay, osloMoment, showDay, showMoment } from './dates.ts';

describe('days in Oslo', () => {
  it.each([
    ['just before midnight in winter', '2026-01-15T22:59:59Z', '2026-01-15'],
    ['at midnight in winter', '2026-01-15T23:00:00Z', '2026-01-16'],
    ['at midnight in summer', '2026-07-15T22:00:00Z', '2026-07-16'],
    ['the night the clock goes forward', '2026-03-29T00:59:59Z', '2026-03-29'],
    ['the night it goes back', '2026-10-24T22:30:00Z', '2026-10-25'],
  ])('%s', (_, moment, day) => {
    expect(osloDay(new Date(moment))).toBe(day);
  });

  it('are shown as dd.mm.yyyy and hh:mm', () => {
    expect(showDay('2026-11-20')).toBe('20.11.2026');
    expect(showDay(new Date('2026-11-20T23:30:00Z'))).toBe('21.11.2026');
    expect(showMoment('2026-11-20T15:05:00Z')).toBe('20.11.2026 16:05');
  });

  it.each([
    ['2026-03-29T00:59:00Z', '29.03.2026 01:59'],
    ['2026-03-29T01:00:00Z', '29.03.2026 03:00'],
    ['2026-10-25T00:59:00Z', '25.10.2026 02:59'],
    ['2026-10-25T01:00:00Z', '25.10.2026 02:00'],
  ])('are shown by the hour’s own clock: %s', (moment, shown) => {
    expect(showMoment(moment)).toBe(shown);
  });

  it('are added across months, leap days and changes of the clock', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('are the same a calendar year later, whether 365 or 366 days', () => {
    expect(addYears('2026-11-20', 1)).toBe('2027-11-20');
    expect(addYears('2027-09-01', 1)).toBe('2028-09-01');
    expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
  });
});

describe('a clock in Oslo', () => {
  it.each([
    ['in winter', '2026-01-15', '08:30', '2026-01-15T07:30:00.000Z'],
    ['in summer', '2026-07-15', '08:30', '2026-07-15T06:30:00.000Z'],
    ['at midnight', '2026-07-15', '00:00', '2026-07-14T22:00:00.000Z'],
    ['the morning the clock went forward', '2026-03-29', '08:00', '2026-03-29T06:00:00.000Z'],
    ['the morning it went back', '2026-10-25', '08:00', '2026-10-25T07:00:00.000Z'],
    ['just before it goes forward', '2026-03-29', '01:30', '2026-03-29T00:30:00.000Z'],
  ])('%s', (_, day, clock, moment) => {
    expect(osloMoment(day, clock).toISOString()).toBe(moment);
  });
});
