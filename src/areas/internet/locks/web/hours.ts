/** Where a day's locks stand along its hours. The school's day is always shown; it grows for what lies outside. */
import { osloMoment } from '#kernel/dates.ts';
import { formatTime } from '#web/format.ts';

const HOUR = 3_600_000;
const SCHOOL_BEGINS = '08:00';
const SCHOOL_ENDS = '16:00';
/** A bar that can be seen and hit, however short the lock. */
const LEAST_PERCENT = 1.5;
const MOST_LABELS = 12;

export interface Span {
  from: number;
  until: number;
  hours: readonly { label: string; at: number }[];
}

interface Period {
  from: string;
  until: string;
}

export function spanOf(day: string, periods: readonly Period[]): Span {
  const midnight = osloMoment(day, '00:00').getTime();
  const nextMidnight = midnight + 24 * HOUR;
  const within = (moment: number) => Math.min(Math.max(moment, midnight), nextMidnight);
  const begins = periods.map(({ from }) => within(Date.parse(from)));
  const ends = periods.map(({ until }) => within(Date.parse(until)));
  const from = wholeHour(Math.min(osloMoment(day, SCHOOL_BEGINS).getTime(), ...begins), Math.floor);
  const until = wholeHour(Math.max(osloMoment(day, SCHOOL_ENDS).getTime(), ...ends), Math.ceil);
  const count = Math.round((until - from) / HOUR);
  const step = Math.ceil(count / MOST_LABELS);
  const hours = Array.from({ length: Math.floor(count / step) + 1 }, (_, index) => {
    const moment = from + index * step * HOUR;
    return { label: formatTime(moment), at: ((moment - from) / (until - from)) * 100 };
  });
  return { from, until, hours };
}

const wholeHour = (moment: number, round: (hours: number) => number): number => round(moment / HOUR) * HOUR;

/** In per cent of the span. */
export function placeIn({ from, until }: Span, start: string, end: string): { start: number; width: number } {
  const percent = (moment: string) =>
    Math.min(Math.max(((Date.parse(moment) - from) / (until - from)) * 100, 0), 100);
  const width = Math.max(percent(end) - percent(start), LEAST_PERCENT);
  return { start: Math.min(percent(start), 100 - LEAST_PERCENT), width };
}
