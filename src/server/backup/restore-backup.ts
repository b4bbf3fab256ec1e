/** Puts a backup into an empty database, all of it or nothing, and checks its journal. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { connect } from '#server/db.ts';
import { exportJournal } from '#server/journal/export.ts';
import type { Report } from '#server/journal/findings.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { migrate, migrationsFolder } from '#server/migrate.ts';
import { StartError } from '#server/start-error.ts';

import { fingerprintOf, MANIFEST, Manifest } from './manifest.ts';

/** Refuses with a `StartError` a folder that holds no whole backup, and one whose files differ from what was written. */
export async function readBackup(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    throw new StartError(`${folder} holds no whole backup: ${MANIFEST} is missing or broken.`, 1, {
      cause: error,
    });
  }
  for (const { file, sha256 } of manifest.tables) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(join(folder, file)), hash);
    } catch (error) {
      throw new StartError(`The backup is broken: ${file} cannot be read.`, 1, { cause: error });
    }
    if (hash.digest('hex') !== sha256) throw new StartError(`The backup is broken: ${file} was changed.`);
  }
  return manifest;
}

export function requireKey({ keyFingerprint }: Manifest, key: Buffer): void {
  if (fingerprintOf(key) === keyFingerprint) return;
  throw new StartError('The key is not the one of this backup: national numbers would be unreadable.');
}

/** The database at `url` must be empty. Answers what `verify-journal` found. */
export async function restoreBackup(url: string, folder: string, manifest: Manifest): Promise<Report> {
  await requireEmpty(url);
  const wanted = new Set(manifest.migrations.map(({ name }) => name));
  await migrate(url, migrationsFolder, wanted);
  await requireSameMigrations(url, manifest);
  await load(url, folder, manifest);
  // What this version has added since.
  await migrate(url);
  const database = connect({ url, statementTimeoutMs: 0 });
  try {
    return await verifyJournal(exportJournal(database.db), { head: manifest.journalHead ?? undefined });
  } finally {
    await database.end();
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'vaktmester restore' });
  client.on('error', () => {}); // the statement under way fails and says so
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const requireEmpty = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    if (rows[0]?.tables !== 0) throw new StartError('The database is not empty: restore into a new one.');
  });

/** A newer backup has migrations this version lacks, and a row would have columns there are none for. */
const requireSameMigrations = (url: string, { migrations, version }: Manifest): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name',
    );
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    if (migrations.every(({ name, checksum }) => applied.get(name) === checksum)) return;
    throw new StartError(
      `The backup was made by version ${version}, whose schema this version does not know.`,
    );
  });

const load = (url: string, folder: string, { tables, sequences }: Manifest): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin');
    const keys = await dropForeignKeys(client);
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
    for (const { name, columns, file, rows } of tables) {
      const target = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
      await pipeline(createReadStream(join(folder, file)), createGunzip(), target);
      if (target.rowCount !== rows)
        throw new StartError(`The backup is broken: ${file} has ${target.rowCount} rows.`);
    }
    for (const { name, last } of sequences) await client.query('select setval($1, $2)', [name, last]);
    // A table may have been given its triggers again only when all rows are there: they write the journal.
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    for (const key of keys) await client.query(key);
    await client.query('commit');
    await client.query('analyze');
  });

/** Rows come table by table, so what they refer to may come later. Answers the statements that put the keys back. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where contype = 'f'`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}
