/** From the address to what the server is asked. */
import type { ListQuery } from '#kernel/list.ts';

import { type ListAddress, isSet } from './address.ts';
import type { AnyList } from './definition.ts';

export type Question = Omit<ListQuery, 'page' | 'pageSize'> & Record<string, unknown>;

type Asked = Pick<ListAddress, 'search' | 'filters' | 'sort'>;

/**
 * A view that is not in the address is the first one, and is asked for by name. Of views that can be several, none
 * is all of them.
 */
export function questionOf(
  list: AnyList,
  { search, filters, sort }: Asked,
  fixed: Readonly<Record<string, unknown>> = {},
): Question {
  const views = Object.entries(list.filters).flatMap(([id, filter]) =>
    filter.kind === 'choice' && filter.asViews && !filter.several ? [[id, filter.choices[0]]] : [],
  );
  return {
    search: search.trim(),
    ...(sort ? { sortBy: sort.by, sortDir: sort.dir } : {}),
    ...Object.fromEntries(views),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => isSet(value))),
    ...fixed,
  };
}
