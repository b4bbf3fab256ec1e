/** The keys of the chosen rows, for acts that name each row. */
import type { Route } from '#kernel/contract.ts';
import { limits } from '#kernel/limits.ts';

import { call } from '../api/hooks.ts';
import { loose } from '../loose.ts';
import type { Chosen } from './BulkBar.tsx';
import { type AnyList, type AnyPage, keyOf } from './definition.ts';

/**
 * "Everything that matches" is a filter, so it is asked for what it matches. Undefined when they are more than `most`,
 * which is what such an act takes at once.
 */
export async function chosenKeys(
  list: AnyList,
  route: Route,
  { selection, question, count }: Chosen,
  most: number,
): Promise<string[] | undefined> {
  if (count > most) return undefined;
  if (!selection.all) return selection.keys;
  const except = new Set(selection.except);
  const keys: string[] = [];
  for (let page = 1, isMore = true; isMore; page += 1) {
    const asked = { ...question, page, pageSize: limits.maximumPageSize };
    // oxlint-disable-next-line no-unsafe-type-assertion -- the list's own route answers the list's pages
    const { Items, TotalItems } = (await call(route, loose(asked))) as AnyPage;
    keys.push(...Items.map((row) => keyOf(list, row)).filter((key) => !except.has(key)));
    isMore = page * limits.maximumPageSize < TotalItems;
  }
  return keys;
}
