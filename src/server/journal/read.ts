/** Rows of the journal as the change log shows them. */
import { sql } from 'kysely';
import { z } from 'zod';

import type { Db } from '#server/db.ts';

/** One side of a change: column names as in the database; a secret's value is `***`. */
const Side = z.record(z.string(), z.unknown());
export type Values = z.output<typeof Side>;

export interface ChangeRow {
  id: number;
  operationId: number;
  schoolId: number | null;
  kind: 'I' | 'U' | 'D';
  tableName: string;
  /** Key columns joined by `/`. */
  rowKey: string;
  before: Values | null;
  after: Values | null;
}

/** The changes of one row, newest first: the change log on its card. */
export async function changesOfRow(
  db: Db,
  tableName: string,
  rowKey: string,
  limit: number,
): Promise<ChangeRow[]> {
  // The two sides as text: the query builder would rename the columns inside them to its own convention.
  const { rows } = await sql<
    Omit<ChangeRow, 'before' | 'after'> & { before: string | null; after: string | null }
  >`
    select id, operation_id, school_id, kind, table_name, row_key, before::text, after::text from journal.every_change
    where table_name = ${tableName} and row_key = ${rowKey} order by id desc limit ${limit}`.execute(db);
  return rows.map((row) => Object.assign(row, { before: parse(row.before), after: parse(row.after) }));
}

function parse(side: string | null): Values | null {
  return side === null ? null : Side.parse(JSON.parse(side));
}
