import { describe, expect, it } from 'vitest';

import { daysIn, spansWith } from './days.ts';
import { partOfDay } from './greeting.ts';
import { placeOf, shareOfDay } from './import-window.ts';

describe('the greeting', () => {
  it.each([
    ['2026-11-20T03:59:00Z', 'night'],
    ['2026-11-20T04:00:00Z', 'morning'],
    ['2026-11-20T09:00:00Z', 'day'],
    ['2026-11-20T11:00:00Z', 'afternoon'],
    ['2026-11-20T17:00:00Z', 'evening'],
    ['2026-11-20T23:30:00Z', 'night'],
    ['2026-07-01T03:00:00Z', 'morning'],
  ])('follows the clock of Oslo: %s is %s', (moment, part) => {
    expect(partOfDay(moment)).toBe(part);
  });
});

describe('the import window', () => {
  const evening = { from: '16:00', to: '22:00' };

  it.each([
    ['15:59', 'before'],
    ['16:00', 'within'],
    ['21:59', 'within'],
    ['22:00', 'after'],
  ])('at %s the clock stands %s it', (time, place) => {
    expect(placeOf(time, evening)).toBe(place);
  });

  it('has its place in the day', () => {
    expect([shareOfDay('00:00'), shareOfDay('16:00'), shareOfDay('22:30')]).toEqual([0, 2 / 3, 0.9375]);
  });
});

describe('the span of the widgets', () => {
  it('is read from the address when it is one of those there are', () => {
    expect([daysIn('7'), daysIn(90), daysIn('12'), daysIn(undefined)]).toEqual([7, 90, undefined, undefined]);
  });

  it('can also be the site’s own', () => {
    expect([spansWith(undefined), spansWith(30), spansWith(14)]).toEqual([
      [7, 30, 90],
      [7, 30, 90],
      [7, 14, 30, 90],
    ]);
  });
});
