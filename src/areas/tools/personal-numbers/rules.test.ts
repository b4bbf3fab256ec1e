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
    ['fnr', undefined, '01010112345', false, undefined],
    ['fnr', 'check-digits', '01010112345', false, 'checkDigits'],
    ['dnr', 'date', '71010112345', false, 'date'],
    ['tnr', undefined, '01810112345', false, 'synthetic'],
    ['tnr', undefined, '01810112345', true, undefined],
    ['fnr', undefined, '01010112345', true, 'notSynthetic'],
    ['duf', undefined, '202612345678', true, undefined],
    ['provisional', undefined, '010112ABCDEF', false, undefined],
    ['provisional', undefined, '0101', false, 'short'],
  ] as const)('%s, %s, %s (demo: %s): %s', (kind, fault, value, isDemo, wrong) => {
    expect(faultOf({ kind, fault, value }, isDemo)).toBe(wrong);
  });
});
