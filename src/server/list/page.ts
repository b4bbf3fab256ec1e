/**
 * One page of a list with its exact total, in one statement: one round trip, one snapshot, and the rows arrive as JSON,
 * which costs the process a fraction of what thirty rows of twenty columns cost it otherwise.
 */
import { type RawBuilder, sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

import { compose, type Composed, type Definition } from './compose.ts';
import type { ListSource, Question, Sql } from './source.ts';

interface Answer<Row> {
  total: number;
  rows: Row[];
}

/** The statement behind a page, and the count it stops at, if any. */
export function pageStatement<Row, C extends string, F extends string>(
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  scope: Scope,
  query: Question,
  now: Date,
): { statement: RawBuilder<Answer<Row>>; cap: number | undefined } {
  const composed = compose(definition, source, scope, query, now);
  const quick = source.total?.(composed.asked);
  const cap = quick ? undefined : source.cap?.(composed.asked);
  const statement = sql<Answer<Row>>`
    select (${quick ?? counted(composed, cap)})::int as total,
           (select coalesce(json_agg(to_json(list_row)), '[]') from (${pageOf(source, composed)}) list_row) as rows`;
  return { statement, cap };
}

export async function listPage<Row, C extends string, F extends string>(
  db: Db,
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  scope: Scope,
  query: Question,
  now: Date,
): Promise<Page<Row>> {
  const { statement, cap } = pageStatement<Row, C, F>(definition, source, scope, query, now);
  // The fields are named by the source; nothing is left for the plugin that renames columns.
  const { rows } = await statement.execute(db.withoutPlugins());
  const { total = 0, rows: items = [] } = rows[0] ?? {};
  return cap !== undefined && total > cap
    ? { Items: items, TotalItems: cap, TotalIsCapped: true }
    : { Items: items, TotalItems: total };
}

/** Keys first, in order, from the narrowest table that can answer; then the details of those rows alone. */
function pageOf<F extends string>(
  source: ListSource<string, F>,
  { asked, from, where, order }: Composed<F>,
): Sql {
  const { page, pageSize } = asked.query;
  return sql`
    select ${source.select(asked)}
      from (select ${source.key(asked)} as key, row_number() over (order by ${order}) as place
              from ${from} where ${where}
             order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}) page
      ${source.details(asked)}
     order by page.place`;
}

/** Never counts past `cap`: whoever searches a whole owner wants a narrower search, not the last digit. */
function counted<F extends string>({ from, where }: Composed<F>, cap: number | undefined): Sql {
  return cap === undefined
    ? sql`select count(*) from ${from} where ${where}`
    : sql`select count(*) from (select 1 from ${from} where ${where} limit ${cap + 1}) hits`;
}
