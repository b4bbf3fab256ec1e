/** `8`, `830`, `8.30`, `08:30` → `08:30`; undefined when it is no time of day. */
export function parseClock(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:[.:]?(\d{2}))?$/.exec(typed.trim());
  if (!found) return undefined;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? '0')];
  if (hour > 23 || minute > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
