/**
 * Which column holds what, remembered for each source of tables from the last time somebody said it and imported
 * (site setting `csvMappings`, by feed): the next night's file is read the same way without anybody there.
 */
import type pg from 'pg';
import { z } from 'zod';

import { SourceFailure } from '#connectors/source/port.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';

type Database = Pick<pg.ClientBase, 'query'> | pg.Pool;

const Stored = z.record(z.string(), CsvMapping).catch({});
const KEY = 'csvMappings';

export async function readMappings(db: Database): Promise<CsvMapping[]> {
  const { rows } = await db.query<{ value: unknown }>('select value from site_setting where key = $1', [KEY]);
  return Object.values(Stored.parse(rows[0]?.value ?? {}));
}

/**
 * In an operation of its own: whoever undoes an import says nothing about its columns. What is remembered already is not
 * written again.
 */
export async function rememberMapping(
  client: pg.ClientBase,
  mapping: CsvMapping,
  { by, now }: { by: { id?: number; name: string; role?: string }; now: Date },
): Promise<void> {
  const before = (await readMappings(client)).find(({ feed }) => feed === mapping.feed);
  if (JSON.stringify(before) === JSON.stringify(mapping)) return;
  await client.query('begin');
  await client.query(
    `select journal.begin(event => 'import.columns-remembered', route => 'import', started_at => $1, actor_id => $2,
                          actor_name => $3, actor_role => $4)`,
    [now, by.id ?? null, by.name, by.role ?? null],
  );
  await client.query(
    `insert into site_setting as s (key, value) values ($1, jsonb_build_object($2::text, $3::jsonb))
     on conflict (key) do update set value = s.value || excluded.value
      where (s.value -> $2::text) is distinct from $3::jsonb`,
    [KEY, mapping.feed, JSON.stringify(mapping)],
  );
  await client.query('commit');
}

const fieldsOf = ({ fields }: CsvMapping): string[] => Object.values(fields);

/** Those a table with such headings could be read by, the one that says most about it first. */
export function fittingMappings(
  mappings: readonly CsvMapping[],
  headings: readonly string[],
): readonly CsvMapping[] {
  return mappings
    .filter((mapping) => fieldsOf(mapping).every((heading) => headings.includes(heading)))
    .toSorted((a, b) => fieldsOf(b).length - fieldsOf(a).length);
}

/**
 * A data source's table belongs to a register of its own, whatever others look alike; what it was first called stays
 * when the source is renamed.
 */
async function feedOf(db: Database, sourceId: number): Promise<string> {
  const { rows } = await db.query<TableSource>(`${TABLE_SOURCES} where d.id = $1`, [sourceId]);
  const [source] = rows;
  return source ? nameOf(source) : 'csv';
}

interface TableSource {
  id: number;
  name: string;
  feed: string | null;
}
const TABLE_SOURCES = `
  select d.id, d.name, case when d.kind = 'csv' then s.feed end as feed
    from data_source d left join data_source_state s on s.source_id = d.id`;

/** What a table's register is called: the source's name, as far as it is one. */
function nameOf({ id, name, feed }: TableSource): string {
  if (feed !== null) return feed;
  const feedOfName = CsvMapping.shape.feed.safeParse(name);
  return feedOfName.data ?? `csv ${id}`;
}

/** The registers a table may be of: those remembered, and the data sources that are tables. */
export async function knownFeeds(db: Database): Promise<string[]> {
  const remembered = (await readMappings(db)).map(({ feed }) => feed);
  const { rows } = await db.query<TableSource>(
    `${TABLE_SOURCES} where d.kind = 'csv' order by d.place, d.id`,
  );
  return [...new Set([...rows.map(nameOf), ...remembered])];
}

/** How a table nobody stands beside is read. Undefined: nobody has said, and its headings must do. */
export async function mappingFor(
  db: Database,
  headings: readonly string[],
  sourceId: number | undefined,
): Promise<Partial<CsvMapping>> {
  const mappings = await readMappings(db);
  if (sourceId !== undefined) {
    const feed = await feedOf(db, sourceId);
    return mappings.find((mapping) => mapping.feed === feed) ?? { feed };
  }
  const [one, ...others] = fittingMappings(mappings, headings);
  if (others.length === 0) return one ?? {};
  // To take it for another source's would let all its people go.
  const feeds = [one, ...others].map((mapping) => mapping?.feed).join(', ');
  throw new SourceFailure('file.no-mapping', { line: 1, column: 1 }, feeds);
}
