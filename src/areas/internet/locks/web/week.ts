/** The weeks a school plans by: Monday to Sunday, known by their number (ISO 8601). */
import { addDays, osloMoment } from '#kernel/dates.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;
export const THURSDAY = 3;

/** The seven days (`2026-11-16`) of the week that `day` is in, from Monday. */
export function weekOf(day: string): string[] {
  const monday = addDays(day, -sinceMonday(day));
  return Array.from({ length: DAYS }, (_, after) => addDays(monday, after));
}

/** A week belongs to the year that has its Thursday. */
export function weekNumber(day: string): number {
  const thursday = addDays(day, THURSDAY - sinceMonday(day));
  const newYear = `${thursday.slice(0, 'yyyy'.length)}-01-01`;
  return 1 + Math.floor((Date.parse(thursday) - Date.parse(newYear)) / DAY_MS / DAYS);
}

const sinceMonday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + DAYS - 1) % DAYS;

/** Those that are in force some time of the day, Oslo's; a lock may go on through several. */
export function duringDay<Lock extends { activeFrom: string; end: string }>(
  locks: readonly Lock[],
  day: string,
): Lock[] {
  const begins = osloMoment(day, '00:00').getTime();
  const ends = osloMoment(addDays(day, 1), '00:00').getTime();
  return locks.filter(({ activeFrom, end }) => Date.parse(activeFrom) < ends && Date.parse(end) > begins);
}
