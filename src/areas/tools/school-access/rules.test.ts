import { describe, expect, it } from 'vitest';

import { type EntryState, problemWithDates, statusOn, stepAtImport } from './rules.ts';

const entry = (status: EntryState['status'], endsNext = false): EntryState => ({
  status,
  start: '2026-12-01',
  end: '2026-12-10',
  endsNext,
});

describe('the state of an entry on a day', () => {
  it.each([
    ['planned', false, '2026-11-29', 'planned', 'nothing'],
    ['planned', false, '2026-11-30', 'waitingImport', 'start'],
    ['planned', false, '2026-12-05', 'waitingImport', 'start'],
    ['planned', false, '2026-12-10', 'waitingImport', 'lapse'],
    ['active', false, '2026-12-01', 'active', 'nothing'],
    ['active', false, '2026-12-09', 'active', 'nothing'],
    ['active', false, '2026-12-10', 'ending', 'end'],
    ['active', false, '2026-12-12', 'ending', 'end'],
    ['active', true, '2026-12-02', 'ending', 'end'],
    ['ended', false, '2026-12-02', 'ended', 'nothing'],
    ['failed', false, '2026-12-02', 'failed', 'nothing'],
  ] as const)(
    '%s (ended by hand: %s) on %s is %s and the import does: %s',
    (status, endsNext, day, is, does) => {
      expect([statusOn(entry(status, endsNext), day), stepAtImport(entry(status, endsNext), day)]).toEqual([
        is,
        does,
      ]);
    },
  );
});

describe('the days that may be asked for on 20 November 2026', () => {
  const today = '2026-11-20';
  it.each([
    [{ start: '2026-11-20', end: '2026-11-20' }, undefined],
    [{ start: '2026-11-21', end: '2027-11-21' }, undefined],
    [{ start: '2027-11-20', end: '2028-11-19' }, undefined],
    [{ start: '2026-11-19', end: '2026-12-01' }, 'start past'],
    [{ start: '2027-11-21', end: '2027-12-01' }, 'start startAhead'],
    [{ start: '2026-12-02', end: '2026-12-01' }, 'end beforeStart'],
    [{ start: '2026-12-01', end: '2027-12-02' }, 'end span'],
    [{ start: '2027-09-01', end: '2028-09-01' }, undefined],
    [{ start: '2027-09-01', end: '2028-09-02' }, 'end span'],
    [{ start: '2026-12-01', end: '2026-12-10', renew: '2026-12-10' }, undefined],
    [{ start: '2026-12-01', end: '2026-12-10', renew: null }, undefined],
    [{ start: '2026-12-01', end: '2026-12-10', renew: '2026-12-11' }, 'renewDate outside'],
  ])('%o: %s', (dates, wrong) => {
    const found = problemWithDates(dates, today);
    expect(found && `${found.path} ${found.key}`).toBe(wrong);
  });

  it.each([
    [{ start: '2026-10-01', end: '2026-12-01' }, undefined],
    [{ start: '2026-10-01', end: '2026-11-19' }, 'end past'],
    [{ start: '2026-10-01', end: '2027-10-02' }, 'end span'],
  ])('of one that has begun, %o: %s', (dates, wrong) => {
    const found = problemWithDates(dates, today, true);
    expect(found && `${found.path} ${found.key}`).toBe(wrong);
  });
});
