import { describe, expect, it } from 'vitest';

import { problemWithPeriod, statusOn } from './rules.ts';

const period = { start: '2026-12-01', end: '2026-12-04' };

describe('a deactivation from 1 to 4 December', () => {
  it.each([
    ['2026-11-30', 'planned'],
    ['2026-12-01', 'active'],
    ['2026-12-03', 'active'],
    ['2026-12-04', 'ended'],
  ])('is on %s %s', (day, status) => {
    expect(statusOn(period, day)).toBe(status);
  });
});

describe('a period asked for on 20 November, with a span of 90 days', () => {
  it.each([
    [{ start: '2026-11-20', end: '2026-11-21' }, undefined],
    [{ start: '2026-11-20', end: '2027-02-18' }, undefined],
    [{ start: '2026-11-19', end: '2026-11-25' }, 'start past'],
    [{ start: '2026-11-25', end: '2026-11-25' }, 'end beforeStart'],
    [{ start: '2026-11-25', end: '2026-11-24' }, 'end beforeStart'],
    [{ start: '2026-11-20', end: '2027-02-19' }, 'end span'],
  ])('%o: %s', (asked, wrong) => {
    const found = problemWithPeriod(asked, '2026-11-20', 90);
    expect(found && `${found.path} ${found.key}`).toBe(wrong);
  });
});
