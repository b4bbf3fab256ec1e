const DAY_MS = 86_400_000;

/** OneRoster's end dates are the first day without; the portal's are the last day with. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}
