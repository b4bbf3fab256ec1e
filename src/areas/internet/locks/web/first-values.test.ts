import { describe, expect, it } from 'vitest';

import { firstValues, type LockWish } from './first-values.ts';

const exam = { name: 'FJB eksamen 1', displayName: 'Norsk hovedmål', kind: 'exam' } as const;
const wish: Extract<LockWish, { kind: 'new' }> = {
  kind: 'new',
  groups: [exam],
  day: { name: 'Norsk hovedmål', day: '2026-11-25' },
};

describe('a lock that is made from an exam', () => {
  it('has the exam’s name, day and school hours, and does not begin at once', () => {
    expect(firstValues(wish, '2026-11-24T10:00:00Z')).toMatchObject({
      description: 'Norsk hovedmål',
      groupNames: ['FJB eksamen 1'],
      immediate: false,
      // 08:30 and 15:00 in Oslo, in winter.
      start: '2026-11-25T07:30:00.000Z',
      end: '2026-11-25T14:00:00.000Z',
      examResources: true,
    });
  });

  it('keeps the hours of Oslo on a day in summer time', () => {
    const spring = { ...wish, day: { name: 'Matematikk', day: '2027-05-21' } };
    expect(firstValues(spring, '2026-11-24T10:00:00Z')).toMatchObject({
      start: '2027-05-21T06:30:00.000Z',
      end: '2027-05-21T13:00:00.000Z',
    });
  });

  it.each([
    ['while the hours last begins at once', '2026-11-25T08:00:00Z', '2026-11-25T14:00:00.000Z'],
    ['after them asks for an end', '2026-11-25T15:00:00Z', ''],
  ])('%s', (_what, now, end) => {
    expect(firstValues(wish, now)).toMatchObject({ immediate: true, start: '', end });
  });
});

it('a lock that is made of nothing begins at once, for whoever it is opened from', () => {
  const { day: _, ...plain } = wish;
  expect(firstValues(plain, '2026-11-24T10:00:00Z')).toMatchObject({
    description: '',
    groupNames: ['FJB eksamen 1'],
    immediate: true,
    start: '',
    end: '',
    examResources: false,
  });
});
