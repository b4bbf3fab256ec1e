/** What the database itself says of the watched tables: keys, columns, secrets, and who refers to whom. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export interface Column {
  name: string;
  /** As SQL writes it: `timestamp with time zone`. */
  type: string;
  notNull: boolean;
}

/** A foreign key, seen from both ends. Places and columns are quoted already where they stand in SQL. */
export interface Reference {
  child: string;
  /** The name the journal has for the child; null when it is not watched. */
  childLabel: string | null;
  childColumns: string[];
  parentLabel: string;
  parentColumns: string[];
  /** `c` cascade, `n` set null, `d` set default; the others refuse. */
  onDelete: string;
}

export interface WatchedTable {
  /** As the journal writes it. */
  label: string;
  /** As SQL finds it: quoted, with its schema. */
  place: string;
  key: Column[];
  /** Those the journal records, the secret ones too. */
  columns: Column[];
  secret: string[];
  /** Rows carry a version for the optimistic lock, which any writer raises. */
  hasVersion: boolean;
}

export interface Catalogue {
  /** Children before the parents they refer to. */
  tables: WatchedTable[];
  references: Reference[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface RawTable extends Omit<WatchedTable, 'key'> {
  key: string[];
}

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const { rows } = await sql<RawTable>`
    select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as label,
           format('%I.%I', n.nspname, c.relname) as place, w.key, w.secret,
           (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
                     'notNull', a.attnotnull) order by a.attnum)
              from pg_attribute a
             where a.attrelid = w.table_id and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               and a.attname <> all (w.ignored)) as columns,
           'version' = any (w.ignored) as "hasVersion"
      from journal.watched w join pg_class c on c.oid = w.table_id join pg_namespace n on n.oid = c.relnamespace
     order by 1`.execute(db);
  const references = await sql<Reference>`
    select format('%I.%I', cn.nspname, cc.relname) as child,
           case when w.table_id is not null then
             case when cn.nspname = 'public' then cc.relname else cn.nspname || '.' || cc.relname end end as "childLabel",
           array(select a.attname::text from unnest(f.conkey) with ordinality k(num, place)
                   join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num order by k.place) as "childColumns",
           case when pn.nspname = 'public' then pc.relname else pn.nspname || '.' || pc.relname end as "parentLabel",
           array(select a.attname::text from unnest(f.confkey) with ordinality k(num, place)
                   join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num order by k.place) as "parentColumns",
           f.confdeltype::text as "onDelete"
      from pg_constraint f
      join journal.watched p on p.table_id = f.confrelid
      join pg_class pc on pc.oid = f.confrelid join pg_namespace pn on pn.oid = pc.relnamespace
      join pg_class cc on cc.oid = f.conrelid join pg_namespace cn on cn.oid = cc.relnamespace
      left join journal.watched w on w.table_id = f.conrelid
     where f.contype = 'f'`.execute(db);
  const tables = rows.map((row): WatchedTable =>
    Object.assign(row, { key: row.key.map((name) => columnOf(row, name)) }),
  );
  return { tables: childrenFirst(tables, references.rows), references: references.rows };
}

function columnOf({ label, columns }: RawTable, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (!found) throw new Error(`The key ${name} of ${label} is not recorded`);
  return found;
}

/** A ring of references is cut where it is met; the database then has the last word. */
export function childrenFirst(
  tables: readonly WatchedTable[],
  references: readonly Pick<Reference, 'childLabel' | 'parentLabel'>[],
): WatchedTable[] {
  const ordered: WatchedTable[] = [];
  const met = new Set<string>();
  const visit = (table: WatchedTable): void => {
    if (met.has(table.label)) return;
    met.add(table.label);
    for (const { childLabel, parentLabel } of references) {
      const child = parentLabel === table.label && tables.find(({ label }) => label === childLabel);
      if (child) visit(child);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

/** SQL that prints the key of row `alias` the way the journal does (`journal.key_expression`). */
export function keyOfRow({ key }: WatchedTable, alias: string): string {
  return key
    .map(({ name }) => {
      const text = `${alias}.${quoted(name)}::text`;
      return key.length > 1 ? `replace(replace(${text}, '%', '%25'), '/', '%2F')` : text;
    })
    .join(` || '/' || `);
}

/** SQL for one column of the key, read out of the journal's text. */
function keyPart({ key }: WatchedTable, index: number, text: string): string {
  const { type } = key[index] ?? { type: 'text' };
  if (key.length === 1) return `(${text})::${type}`;
  return `replace(replace(split_part(${text}, '/', ${index + 1}), '%2F', '/'), '%25', '%')::${type}`;
}

/** SQL that says that row `alias` is the one the journal calls `text`; an index on the key answers it. */
export function isRow(table: WatchedTable, alias: string, text: string): string {
  return table.key
    .map(({ name }, index) => `${alias}.${quoted(name)} = ${keyPart(table, index, text)}`)
    .join(' and ');
}

/**
 * Columns that mean nothing without the secret beside them: the kind of a number belongs to the number. They have the
 * secret's name up to its last word (`national_number_`); a secret of one word speaks for its whole row.
 */
export function boundTo(secret: readonly string[], { columns, key }: WatchedTable): string[] {
  const stems = secret.map((name) => name.slice(0, name.lastIndexOf('_') + 1));
  const keys = new Set(key.map(({ name }) => name));
  return columns
    .map(({ name }) => name)
    .filter((name) => !keys.has(name) && stems.some((stem) => name.startsWith(stem)));
}
