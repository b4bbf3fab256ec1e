import { dateInOslo, formatTime } from '#web/format.ts';

const MINUTE_MS = 60_000;

/** The moment a clock on a wall in Oslo shows `day` (yyyy-mm-dd) and `time` (hh:mm). */
export function momentInOslo(day: string, time: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // Asked twice: near a change between summer and winter time the first guess may be on the other side of it.
  const guess = wall - aheadOfUtc(wall);
  return new Date(wall - aheadOfUtc(guess));
}

function aheadOfUtc(moment: number): number {
  const minute = Math.floor(moment / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${dateInOslo(minute)}T${formatTime(minute)}:00Z`) - minute;
}

/** `7.30`, `0730`, `7:30` → `07:30`; undefined when it is no time of day. */
export function parseTime(typed: string): string | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[.: ]?(\d{2})$/.exec(typed.trim()) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
