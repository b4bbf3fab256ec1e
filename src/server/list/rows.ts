/** Every row of a list, streamed through a cursor in one read-only snapshot: for exports of any size. */
import { type QueryResult, sql } from 'kysely';

import { refuse } from '#kernel/errors.ts';
import type { ListQuery } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { countTaken } from '#server/export/budget.ts';
import { type Choice, isChosen, readChoice } from '#server/export/choice.ts';

import { compose, type Definition } from './compose.ts';
import { onPaper } from './scope.ts';
import { all, type ListSource, type Sql } from './source.ts';

const BATCH = 1_000;

/** A question about everything that matches. */
export type Whole = Omit<ListQuery, 'page' | 'pageSize'> & Record<string, unknown>;

/** What names a row on the screen, and the rows chosen there, when not everything that matches is wanted. */
export interface Chosen {
  column: Sql;
  keys: readonly string[] | undefined;
}

/** Refuses before the first row with `request.not-found` a choice there is not: a file that has begun cannot. */
export async function listRows<Row, C extends string, F extends string>(
  db: Db,
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  scope: Scope,
  query: Whole,
  now: Date,
  chosen?: Chosen,
): Promise<AsyncGenerator<Row>> {
  const composed = compose(definition, source, onPaper(scope), { ...query, page: 1, pageSize: BATCH }, now);
  const { asked, from, where, order } = composed;
  const choice = await choiceOf(db, scope, query, chosen);
  const only = chosen && choice ? [isChosen(chosen.column, choice)] : [];
  const statement = sql`
      select ${source.select(asked)}
        from (select ${source.key(asked)} as key, row_number() over (order by ${order}) as place
                from ${from} where ${all([where, ...only])}) page
        ${source.details(asked)}
       order by page.place`;
  return streamed<Row>(db, statement, { scope, now });
}

async function* streamed<Row>(
  db: Db,
  statement: Sql,
  { scope, now }: { scope: Scope; now: Date },
): AsyncGenerator<Row> {
  let taken = 0;
  let ahead: Promise<QueryResult<Row>> | undefined;
  const tx = await db.startTransaction().setAccessMode('read only').execute();
  try {
    await sql`declare export_rows no scroll cursor for ${statement}`.execute(tx);
    // The fields are named by the source; nothing is left for the plugin that renames columns.
    const bare = tx.withoutPlugins();
    const fetch = () => {
      const coming = sql<Row>`fetch ${sql.lit(BATCH)} from export_rows`.execute(bare);
      // A failure is handled where the rows are awaited, which may be later.
      coming.catch(() => undefined);
      return coming;
    };
    // The database makes the next rows while these are written.
    for (ahead = fetch(); ;) {
      const { rows } = await ahead;
      const isLast = rows.length < BATCH;
      if (!isLast) ahead = fetch();
      taken += rows.length;
      yield* rows;
      if (isLast) break;
    }
  } finally {
    // Of a reader who left, the rows that were asked for ahead have yet to come.
    await ahead?.catch(() => undefined);
    await tx.rollback().execute();
    await countTaken(db, { scope, rows: taken, now });
  }
}

/** The rows chosen: named in the question itself, or put down before it. */
async function choiceOf(
  db: Db,
  { userId }: Scope,
  { choice: id }: Whole,
  chosen: Chosen | undefined,
): Promise<Choice | undefined> {
  if (typeof id === 'string') {
    // A list that cannot tell its rows by name must not give all of them instead of some.
    if (!chosen) refuse('request.invalid');
    return (await readChoice(db, id, userId)) ?? refuse('request.not-found');
  }
  return chosen?.keys && { keys: chosen.keys, except: false };
}

/** Rows as the export reads them, by column id. */
export async function* plainRows(rows: AsyncIterable<object>): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) yield { ...row };
}
