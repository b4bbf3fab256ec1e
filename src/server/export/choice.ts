/**
 * The rows chosen for an export when they are too many for an address: put down here first, then named by the download.
 * A choice is only ever its maker's own, and never widens what the scope lets them see.
 */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { all, type Sql } from '#server/list/source.ts';

export interface Choice {
  keys: readonly string[];
  /** Everything that matches but these. */
  except: boolean;
}

export async function keepChoice(
  db: Db,
  { keys, except }: Choice,
  { userId, now }: { userId: number; now: Date },
): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into export_choice (id, user_id, except_these, keys, made_at)
    values (${id}, ${userId}, ${except}, ${[...keys]}, ${now})`.execute(db);
  return id;
}

export async function readChoice(db: Db, id: string, userId: number): Promise<Choice | undefined> {
  const { rows } = await sql<Choice>`
    select keys, except_these as "except" from export_choice where id = ${id} and user_id = ${userId}`.execute(
    db,
  );
  return rows[0];
}

/** By real time, as a job: a choice is used at once or never. */
export async function removeOldChoices(db: Db, now: Date): Promise<void> {
  await sql`delete from export_choice where made_at < ${now}::timestamptz - interval '1 day'`.execute(db);
}

/** The condition a choice is, on the column that names the rows. */
export function isChosen(column: Sql, { keys, except }: Choice): Sql {
  const among = sql`${column} = any(${[...keys]})`;
  return except ? sql`not coalesce(${among}, false)` : all([among]);
}
