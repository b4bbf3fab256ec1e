/**
 * New objects whose making the portal has asked for and not heard of yet. It is written down first: whoever is killed
 * in between, or loses the connection, finds the object under the name it was asked for, whatever its owner is called
 * by then.
 */
import { sql } from 'kysely';

import type { KeptKind } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';

/** Names as they are compared in a directory: they have no case there. */
const plain = (name: string): string => name.toLowerCase();

export interface Asked {
  /** The name this key's object was last asked for under. */
  nameOf: (key: number) => string | undefined;
  /** Whether somebody else has asked for an object of that name, and an unknown one may be theirs. */
  isOthers: (key: number, name: string) => boolean;
}

/** `kinds`: those that share their names with `kind` in the directory. */
export async function readAsked(
  db: Db,
  kind: KeptKind,
  kinds: readonly KeptKind[],
  keys: readonly number[],
  names: readonly string[],
): Promise<Asked> {
  const { rows } = await sql<{ kind: KeptKind; key: number; askedName: string }>`
    select kind, key, asked_name from directory.due
     where asked_name is not null and kind = any (${kinds})
       and ((kind = ${kind} and key = any (${keys})) or lower(asked_name) = any (${names.map(plain)}))`.execute(
    db,
  );
  const own = new Map(rows.flatMap((row) => (row.kind === kind ? [[row.key, row.askedName]] : [])));
  return {
    nameOf: (key) => own.get(key),
    isOthers: (key, name) =>
      rows.some((row) => plain(row.askedName) === plain(name) && (row.kind !== kind || row.key !== key)),
  };
}

export async function noteAsked(
  db: Db,
  kind: KeptKind,
  asked: readonly { key: number; name: string }[],
): Promise<void> {
  if (asked.length === 0) return;
  await sql`
    update directory.due d set asked_name = r.name
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) r (key bigint, name text)
     where d.kind = ${kind} and d.key = r.key and d.asked_name is distinct from r.name`.execute(db);
}
