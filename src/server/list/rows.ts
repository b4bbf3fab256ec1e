/** Every row of a list, streamed through a cursor in one read-only snapshot: for exports of any size. */
import { sql } from 'kysely';

import type { ListQuery } from '#kernel/list.ts';
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

import { compose, type Definition } from './compose.ts';
import { all, type ListSource } from './source.ts';

const BATCH = 1_000;

/** A question about everything that matches. */
export type Whole = Omit<ListQuery, 'page' | 'pageSize'> & Record<string, unknown>;

/** The row keys chosen on the screen, when not everything that matches is wanted. */
export interface Chosen {
  column: ReturnType<typeof sql>;
  keys: readonly string[];
}

export async function* listRows<Row, C extends string, F extends string>(
  db: Db,
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  scope: Scope,
  query: Whole,
  now: Date,
  chosen?: Chosen,
): AsyncGenerator<Row> {
  const composed = compose(definition, source, scope, { ...query, page: 1, pageSize: BATCH }, now);
  const { asked, from, where, order } = composed;
  const only = chosen ? [sql`${chosen.column} = any(${[...chosen.keys]})`] : [];

  const tx = await db.startTransaction().setAccessMode('read only').execute();
  try {
    await sql`declare export_rows no scroll cursor for
      select ${source.select(asked)}
        from (select ${source.key(asked)} as key, row_number() over (order by ${order}) as place
                from ${from} where ${all([where, ...only])}) page
        ${source.details(asked)}
       order by page.place`.execute(tx);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from export_rows`.execute(tx);
      yield* rows;
      if (rows.length < BATCH) break;
    }
  } finally {
    await tx.rollback().execute();
  }
}

/** Rows as the export reads them, by column id. */
export async function* plainRows(rows: AsyncIterable<object>): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) yield { ...row };
}
