import { describe, expect, it } from 'vitest';

import { parseClock } from './clock.ts';
import { placeIn, spanOf } from './hours.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}:00+01:00`).toISOString();

describe('a day along its hours', () => {
  it('is the school’s day when nothing lies outside it', () => {
    const span = spanOf('2026-11-20', [{ from: at('09:10'), until: at('10:20') }]);
    expect(span.hours.map(({ label }) => label)).toEqual([
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
    ]);
    expect(placeIn(span, at('10:00'), at('12:00'))).toEqual({ start: 25, width: 25 });
  });

  it('grows for a lock outside of it, and no further than the day itself', () => {
    const late = spanOf('2026-11-20', [{ from: at('15:30'), until: at('18:10') }]);
    expect(late.hours.at(-1)?.label).toBe('19:00');
    const yesterday = new Date('2026-11-19T10:00:00Z').toISOString();
    const whole = spanOf('2026-11-20', [{ from: yesterday, until: at('10:00') }]);
    expect(whole.hours[0]?.label).toBe('00:00');
    expect(placeIn(whole, yesterday, at('08:00')).start).toBe(0);
  });

  it('draws the shortest lock so that it can be seen', () => {
    const span = spanOf('2026-11-20', []);
    expect(placeIn(span, at('10:00'), at('10:01')).width).toBe(1.5);
    expect(placeIn(span, at('23:00'), at('23:30')).start).toBe(98.5);
  });
});

describe('a time of day as it is typed', () => {
  it.each([
    ['8', '08:00'],
    ['830', '08:30'],
    ['0830', '08:30'],
    ['8.30', '08:30'],
    ['08:30', '08:30'],
    ['23:59', '23:59'],
    ['24:00', undefined],
    ['8:60', undefined],
    ['half past', undefined],
    ['', undefined],
  ])('%j is %j', (typed, clock) => {
    expect(parseClock(typed)).toBe(clock);
  });
});
