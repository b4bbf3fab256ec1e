/**
 * What stands behind `?`, as plain texts: `?search=2027&page=2`. The router's own way would quote texts that look
 * like numbers (`?page=%222%22`), and such an address cannot be read or typed.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Parameters without a value are left out. Commas and colons are good in a query, and read better as they are. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  const text = new URLSearchParams(given).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}
