import { readDate } from '../fields.ts';

const DAY_MS = 86_400_000;

/** An ISO date, also without its hyphens, as School Data Sync allows. */
export const readDay = (text: string): string | undefined =>
  readDate(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

/** OneRoster's end dates are the first day without; the portal's are the last day with. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}
