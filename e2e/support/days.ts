/** Days as people type them, counted from today in Oslo. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' });

/** `dd.mm.yyyy`, so many days from today. */
export function inDays(count: number): string {
  const [year, month, date] = day.format(new Date(Date.now() + count * 86_400_000)).split('-');
  return `${date}.${month}.${year}`;
}
