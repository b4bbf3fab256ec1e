/**
 * What a list's store says about its SQL. The mechanism (`page.ts`, `rows.ts`) puts the pieces together; a store
 * never writes paging, ordering, counting or export itself.
 */
import { type RawBuilder, sql } from 'kysely';

import type { FilterValue, ListQuery } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';

export type Sql = RawBuilder<unknown>;

/** A moment as the wire has it (`Moment`), for answers that go out as the database makes them (`server/http/made.ts`). */
export const utc = (moment: Sql): Sql =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export type Question = ListQuery & Record<string, unknown>;

export interface Asked<F extends string = string> {
  scope: Scope;
  query: Question;
  now: Date;
  /** The calendar day of `now` in Oslo, which expiry and time frames are measured by: `2026-11-20`. */
  today: string;
  /** True when the question sorts by, filters on or searches in one of these. */
  uses: (...ids: string[]) => boolean;
  filter: (id: F) => FilterValue;
}

export interface ListSource<C extends string, F extends string> {
  /** FROM with the joins that conditions and ordering of this question need; nothing that multiplies rows. */
  from: (asked: Asked<F>) => Sql;
  /** The key of a row in `from`. */
  key: (asked: Asked<F>) => Sql;
  /** Whose rows the scope may see; ANDed. Never empty for a scope that is not the whole owner's. */
  within: (asked: Asked<F>) => Sql[];
  filters: { [Id in F]: (value: NonNullable<FilterValue>, asked: Asked<F>) => Sql };
  search?: (words: string, asked: Asked<F>) => Sql;
  /** ORDER BY expressions of each column; columns with `sort: false` have none. */
  order: { [Id in C]?: (asked: Asked<F>) => Sql[] };
  /** Columns that always have a value; turned round they need no "nulls last", so an index can be read backwards. */
  full?: readonly C[];
  /** Breaks ties, so that pages never overlap. */
  tie: (asked: Asked<F>) => Sql;
  /** Joins from `page.key` for the rows of the page alone. */
  details: (asked: Asked<F>) => Sql;
  /** The row's fields as `expression as "field"`, comma separated. */
  select: (asked: Asked<F>) => Sql;
  /** Fields besides those, which files alone are made of: what would be dear to take out of a row of the screen. */
  forFiles?: (asked: Asked<F>) => Sql;
  /** A quicker exact total than counting, for questions that allow it. */
  total?: (asked: Asked<F>) => Sql | undefined;
  /** Give up counting at this many (specification asks for exact totals; only searches over a whole owner are capped). */
  cap?: (asked: Asked<F>) => number | undefined;
}

/** LIKE with the typed text taken literally. */
export function contains(column: Sql, words: string): Sql {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const like = parts.map((part) => sql`${column} like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`);
  return sql`(${all(like)})`;
}

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** `2026-11-01..2026-11-20`, either end open; days in Oslo. */
export function between(column: Sql, range: string): Sql {
  const [from, to] = range.split('..');
  const conditions: Sql[] = [];
  if (from) conditions.push(sql`${column} >= (${from}::date)::timestamp at time zone 'Europe/Oslo'`);
  if (to) conditions.push(sql`${column} < (${to}::date + 1)::timestamp at time zone 'Europe/Oslo'`);
  return all(conditions);
}
