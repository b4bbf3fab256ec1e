/** From a question and a source to the SQL pieces that page, count and export share. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import { keysOf } from '#kernel/keys.ts';
import type { Filter, FilterValue } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';

import { all, type Asked, type ListSource, type Question, type Sql } from './source.ts';

/** The part of a list definition the server needs. */
export interface Definition<C extends string, F extends string> {
  columns: Record<C, unknown>;
  filters: Record<F, Filter>;
  sort: { by: C; dir: 'asc' | 'desc' };
}

export interface Composed<F extends string> {
  asked: Asked<F>;
  from: Sql;
  where: Sql;
  order: Sql;
  /** The same, key by key: what is ordered by, and which way. */
  orderedBy: { key: Sql; turned: Sql }[];
}

export function compose<C extends string, F extends string>(
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  scope: Scope,
  query: Question,
  now: Date,
): Composed<F> {
  const sortBy = keysOf(definition.columns).find((id) => id === query.sortBy) ?? definition.sort.by;
  const direction = query.sortDir ?? (query.sortBy ? 'asc' : definition.sort.dir);
  const filterIds = given(definition.filters, query);
  const used = new Set<string>([sortBy, ...filterIds, ...(query.search ? ['search'] : [])]);

  const asked: Asked<F> = {
    scope,
    query,
    now,
    today: osloDay(now),
    uses: (...ids) => ids.some((id) => used.has(id)),
    filter: (id) => valueOf(query, id),
  };
  const conditions = [...source.within(asked)];
  for (const id of filterIds) {
    const value = valueOf(query, id);
    if (value !== undefined) conditions.push(source.filters[id](value, asked));
  }
  if (query.search && source.search) conditions.push(source.search(query.search, asked));

  const keys = source.order[sortBy]?.(asked) ?? [];
  // Nothing known sorts last whichever way the column is turned.
  const turned = source.full?.includes(sortBy) ? sql`desc` : sql`desc nulls last`;
  const orderedBy = [
    ...keys.map((key) => ({ key, turned: direction === 'asc' ? sql`asc` : turned })),
    { key: source.tie(asked), turned: direction === 'asc' ? sql`asc` : sql`desc` },
  ];
  const order = sql.join(orderedBy.map((by) => sql`${by.key} ${by.turned}`));
  return { asked, from: source.from(asked), where: all(conditions), order, orderedBy };
}

const given = <F extends string>(filters: Record<F, Filter>, query: Question): F[] =>
  keysOf(filters).filter((id) => valueOf(query, id) !== undefined);

function valueOf(query: Question, id: string): FilterValue {
  // oxlint-disable-next-line no-unsafe-type-assertion -- parsed by the filter's schema
  const value = query[id] as FilterValue;
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
