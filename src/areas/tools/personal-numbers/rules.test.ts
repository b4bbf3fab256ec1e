import { describe, expect, it } from 'vitest';

import { faultOf, isClosed, usualWindow } from './rules.ts';

describe('changes are closed', () => {
  it.each([
    ['2026-11-20T14:59:59Z', false, false],
    ['2026-11-20T15:00:00Z', false, true],
    ['2026-11-20T20:59:59Z', false, true],
    ['2026-11-20T21:00:00Z', false, false],
    ['2026-11-20T09:00:00Z', true, true],
    // Summer time: 16:00 in Oslo is 14:00 in UTC.
    ['2026-06-19T13:59:00Z', false, false],
    ['2026-06-19T14:00:00Z', false, true],
  ])('at %s while an import runs (%s): %s', (at, runs, closed) => {
    expect(isClosed(new Date(at), usualWindow, runs)).toBe(closed);
  });
});

describe('a number that is typed in', () => {
  it.each([
    ['fnr', undefined, false, undefined],
    ['fnr', 'check-digits', false, 'checkDigits'],
    ['dnr', 'date', false, 'date'],
    ['tnr', undefined, false, 'synthetic'],
    ['tnr', undefined, true, undefined],
    ['fnr', undefined, true, 'notSynthetic'],
    ['duf', undefined, true, undefined],
    ['duf', 'check-digits', true, 'checkDigits'],
    ['provisional', undefined, false, undefined],
  ] as const)('%s, %s (demo: %s): %s', (kind, fault, isDemo, wrong) => {
    expect(faultOf({ kind, fault }, isDemo)).toBe(wrong);
  });

  it('is none', () => {
    expect(faultOf('no-number', false)).toBe('notANumber');
  });
});
