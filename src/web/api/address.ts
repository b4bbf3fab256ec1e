/** From a contract row and its input to method, address and body. */
import type { Route } from '#kernel/contract.ts';

interface Addressed {
  method: string;
  /** `/api/…` with the query; parameters in a fixed order, so that one question has one address. */
  address: string;
  body: Record<string, unknown> | undefined;
}

export function addressOf(route: Route, input: Readonly<Record<string, unknown>>): Addressed {
  const [method = '', template = ''] = route.signature.split(' ');
  const rest: Record<string, unknown> = { ...input };
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  if (method !== 'GET') return { method, address: `/api${path}`, body: rest };
  const query = queryOf(rest);
  return { method, address: query === '' ? `/api${path}` : `/api${path}?${query}`, body: undefined };
}

/** Lists are written with commas, as the list mechanism reads them; nothing is sent for what is not set. */
function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const text = textOf(value);
    if (text !== '') query.set(name, text);
  }
  return query.toString();
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
