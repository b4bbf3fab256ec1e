/** Whom an act on many is for, as a subselect `(place, key, name, shielded)` for `bulk.start`. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { compose, type Definition } from '#server/list/compose.ts';
import { all, type ListSource, type Question, type Sql } from '#server/list/source.ts';

export interface Names {
  /** A table and its alias, joined by the list's key: `users n on n.id = found.key`. */
  table: Sql;
  key: Sql;
  name: Sql;
  shielded: Sql;
  /** Whose names the caller may learn; of the others nothing but the key they sent is kept. */
  reach: Sql;
}

/** Rows by their keys, as they were sent. Whether they can be reached is decided row by row. */
export const namedRows = (keys: readonly string[], { table, key, name, shielded, reach }: Names): Sql => sql`(
  select given.place, given.key, ${name} as name, coalesce(${shielded}, false) as shielded
    from (select distinct on (lower(key)) place, key from unnest(${[...keys]}::text[]) with ordinality as k (key, place)
           order by lower(key), place) given
    left join ${table} on lower(${key}) = lower(given.key) and ${reach})`;

interface ByQuestion<C extends string, F extends string> {
  definition: Definition<C, F>;
  source: ListSource<C, F>;
  scope: Scope;
  question: Question;
  now: Date;
  except: readonly string[];
}

/** Everything that matches, in the list's order, but the exceptions. `on`: how the list's key finds the name. */
export function matchingRows<C extends string, F extends string>(
  { definition, source, scope, question, now, except }: ByQuestion<C, F>,
  { table, key, name, shielded }: Names,
  on: Sql,
): Sql {
  const { asked, from, where, order } = compose(definition, source, scope, question, now);
  const kept = except.map((one) => one.toLowerCase());
  return sql`(
    select found.place, ${key} as key, ${name} as name, ${shielded} as shielded
      from (select ${source.key(asked)} as key, row_number() over (order by ${order}) as place
              from ${from} where ${all([where])}) found
      join ${table} on ${on}
     where not lower(${key}) = any(${kept}))`;
}
