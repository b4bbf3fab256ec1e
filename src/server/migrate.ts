import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import { Client, DatabaseError } from 'pg';

import { log } from './log.ts';
import { OLDEST_MAJOR } from './postgres/binaries.ts';
import { StartError } from './start-error.ts';

export const migrationsFolder: URL = new URL('../../db/migrations/', import.meta.url);

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Held while migrating, so that several nodes can start at the same moment. */
const MIGRATION_LOCK = 0x6d_69_67_72;

/**
 * Brings the database at `url` to the schema of this version: every file of `db/migrations` not yet recorded, in
 * order of name, each in a transaction of its own. Answers the names it applied. Refuses with a `StartError` when a
 * recorded file was changed or is unknown, when the server is too old, and when a file fails. `only`: the names to
 * apply, for a restore that needs the schema of its backup.
 */
export async function migrate(
  url: string,
  folder: URL = migrationsFolder,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url, application_name: 'vaktmester migrate' });
  client.on('error', () => {}); // the statement under way fails and says so
  await client.connect();
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const due = dueMigrations(migrations, await readApplied(client)).filter(
      ({ name }) => only === undefined || only.has(name),
    );
    for (const migration of due) await apply(client, migration);
    if (due.length > 0) await watchNewColumns(client);
    return due.map(({ name }) => name);
  } finally {
    await client.end(); // the lock goes with it
  }
}

/** The journal's triggers name columns, so a column added to a watched table must be made known to them. */
async function watchNewColumns(client: Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regprocedure('journal.refresh()') is not null as known`,
  );
  if (rows[0]?.known) await client.query('select journal.refresh()');
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    throw new StartError(
      `The database server is PostgreSQL ${version}; Vaktmester needs ${OLDEST_MAJOR} or newer.`,
    );
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = await readdir(folder);
  const names = files.filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have turned the line ends.
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists migration (
      name       text primary key,
      checksum   text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function dueMigrations(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database has migration ${unknown.join(', ')}, which this version does not know: it was used by a newer version.`,
    );
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new StartError(
        `Migration ${name} was changed after it was applied to this database: restore the file and add a new migration.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  const started = performance.now();
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    throw new StartError(`Migration ${name} failed: ${describe(error, sql)}`, 1, { cause: error });
  }
  log.info({ migration: name, ms: Math.round(performance.now() - started) }, 'Migrated the database');
}

/** The server's message, with the line of the file or the function it points at. */
function describe(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError)) return String(error);
  const position = Number(error.position);
  const line =
    position > 0 ? `line ${sql.slice(0, position).split('\n').length}` : error.where?.split('\n')[0];
  return line === undefined ? error.message : `${error.message} (${line})`;
}
