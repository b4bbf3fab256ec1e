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

/** What is wanted of everything that matches. */
export interface Wanted {
  /** What names a row on the screen, and the rows chosen there, when not all are wanted. */
  column: Sql;
  keys: readonly string[] | undefined;
  /** Of each row; all of it unless given. What no other field needs is neither joined nor computed. */
  fields?: readonly string[];
}

/** What is asked: the list, where its rows are, whose eyes, the question, the moment, and which rows. */
type Asking<C extends string, F extends string> = [
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  scope: Scope,
  query: Whole,
  now: Date,
  wanted?: Wanted,
];

/** Rows, and the transaction they were read in: what else is to be known of them is read by that, of the same moment. */
export interface Block<Row> {
  rows: Row[];
  tx: Db;
}

/**
 * In blocks, since a million rows one by one cost more than what is in them. Refuses before the first row with
 * `request.not-found` a choice there is not: a file that has begun cannot.
 */
export async function listRows<Row, C extends string, F extends string>(
  db: Db,
  ...asking: Asking<C, F>
): Promise<AsyncGenerator<Row[]>> {
  return bare(await listBlocks<Row, C, F>(db, ...asking));
}

async function* bare<Row>(blocks: AsyncIterable<Block<Row>>): AsyncGenerator<Row[]> {
  for await (const { rows } of blocks) yield rows;
}

export async function listBlocks<Row, C extends string, F extends string>(
  db: Db,
  ...[definition, source, scope, query, now, wanted]: Asking<C, F>
): Promise<AsyncGenerator<Block<Row>>> {
  const composed = compose(definition, source, onPaper(scope), { ...query, page: 1, pageSize: BATCH }, now);
  const { asked, from, where, orderedBy } = composed;
  const choice = await choiceOf(db, scope, query, wanted);
  const only = wanted && choice ? [isChosen(wanted.column, choice)] : [];
  // Ordered by the keys themselves: where an index has that order, the first rows leave before the last are read.
  const places = orderedBy.map(({ turned }, index) => ({ name: sql.id(`order${index}`), turned }));
  const keys = orderedBy.map(({ key }, index) => sql`${key} as ${sql.id(`order${index}`)}`);
  const more = source.forFiles ? sql`${source.forFiles(asked)}, ` : sql``;
  const rows = sql`
      select ${source.select(asked)}, ${more}${sql.join(places.map(({ name }) => sql`page.${name}`))}
        from (select ${source.key(asked)} as key, ${sql.join(keys)}
                from ${from} where ${all([where, ...only])}) page
        ${source.details(asked)}`;
  const inOrder = sql.join(places.map(({ name, turned }) => sql`list_row.${name} ${turned}`));
  const fields = wanted?.fields?.map((field) => sql`list_row.${sql.id(field)}`) ?? [sql`list_row.*`];
  const statement = sql`select ${sql.join(fields)} from (${rows}) list_row order by ${inOrder}`;
  return streamed<Row>(db, statement, { scope, now });
}

async function* streamed<Row>(
  db: Db,
  statement: Sql,
  { scope, now }: { scope: Scope; now: Date },
): AsyncGenerator<Block<Row>> {
  let taken = 0;
  let ahead: Promise<QueryResult<Row>> | undefined;
  const tx = await db.startTransaction().setAccessMode('read only').execute();
  try {
    // The fields are named by the source; nothing is left for the plugin that renames columns.
    const plain = tx.withoutPlugins();
    await sql`declare export_rows no scroll cursor for ${statement}`.execute(plain);
    const fetch = () => {
      const coming = sql<Row>`fetch ${sql.lit(BATCH)} from export_rows`.execute(plain);
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
      yield { rows, tx };
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
  wanted: Wanted | undefined,
): Promise<Choice | undefined> {
  if (typeof id === 'string') {
    // A list that cannot tell its rows by name must not give all of them instead of some.
    if (!wanted) refuse('request.invalid');
    return (await readChoice(db, id, userId)) ?? refuse('request.not-found');
  }
  return wanted?.keys && { keys: wanted.keys, except: false };
}
