/**
 * Days and times of the portal. Day rules (expiry, time frames, midnight) follow Europe/Oslo whatever zone the
 * machine has (specification §9); dates are shown as dd.mm.yyyy and times as hh:mm.
 */
export const ZONE = 'Europe/Oslo';

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const MINUTE = 60_000;
let lastMinute = { number: Number.NaN, day: '' };

/** The calendar day in Oslo: `2026-11-20`. Every request asks, so the answer is kept for the minute. */
export function osloDay(moment: Date): string {
  const number = Math.floor(moment.getTime() / MINUTE);
  if (number !== lastMinute.number) lastMinute = { number, day: parts.format(moment).slice(0, 10) };
  return lastMinute.day;
}

/** `20.11.2026` from a day (`2026-11-20`) or a moment. */
export function showDay(day: string | Date): string {
  const iso = typeof day === 'string' && day.length === 10 ? day : osloDay(new Date(day));
  return `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;
}

/** `20.11.2026 16:00`. */
export function showMoment(moment: string | Date): string {
  const at = new Date(moment).getTime();
  const text = new Date(at + aheadWithinHour(at)).toISOString();
  return `${showDay(text.slice(0, 10))} ${text.slice(11, 16)}`;
}

const HOUR = 60 * MINUTE;
const MOST_HOURS = 10_000;
const aheadByHour = new Map<number, number>();

/** `aheadOfUtc`, kept for each hour: clocks are only ever turned on the hour, and a file shows a million moments. */
function aheadWithinHour(moment: number): number {
  const hour = Math.floor(moment / HOUR);
  const known = aheadByHour.get(hour);
  if (known !== undefined) return known;
  if (aheadByHour.size >= MOST_HOURS) aheadByHour.clear();
  const ahead = aheadOfUtc(hour * HOUR);
  aheadByHour.set(hour, ahead);
  return ahead;
}

/** Adds whole days to a day; no zone is involved. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day in another year; for 29 February the last day of the month, where there is no such day. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const same = `${year}${day.slice(4)}`;
  // A day that there is not rolls over into the next month.
  return addDays(same, 0) === same ? same : addDays(same, -1);
}

/** The moment a clock in Oslo shows `08:30` on a day. An hour that is skipped in spring is the one after it. */
export function osloMoment(day: string, clock: string): Date {
  const wall = Date.parse(`${day}T${clock}:00Z`);
  const first = wall - aheadOfUtc(wall);
  return new Date(wall - aheadOfUtc(first));
}

/** How far Oslo's clocks are ahead of UTC at a moment, in milliseconds. */
const aheadOfUtc = (moment: number): number =>
  Date.parse(`${parts.format(new Date(moment)).replace(' ', 'T')}Z`) - moment;
