/**
 * Writes a backup of the portal's rows, all as they were at one moment, while the portal runs. The schema is not among
 * them: the migrations make it. Sessions and what signs them are left out, so that a restore revives no ended session.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { manifest as product } from '#server/manifest.ts';

import { fingerprintOf, MANIFEST, type Manifest } from './manifest.ts';

/** Who is signed in just now: never restored. */
const leftOut = ['session', 'refresh_token', 'sign_in_code', 'signing_key', 'migration'];

/** Tables of the portal by name, with the columns that are not computed. pg-boss makes its schema by itself. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, n.nspname || '.' || c.relname || '.gz' as file,
         array_agg(format('%I', a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'journal', 'directory', 'simulated_directory')
     and not (n.nspname = 'public' and c.relname = any($1))
   group by 1, 2 order by 1`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
   where last_value is not null and schemaname in ('public', 'journal', 'directory', 'simulated_directory') order by 1`;

/** `folder` must not exist: a backup is never mixed with another. */
export async function writeBackup(url: string, folder: string, key: Buffer): Promise<Manifest> {
  await mkdir(folder, { mode: 0o700 });
  const client = new Client({ connectionString: url, application_name: 'vaktmester backup' });
  client.on('error', () => {}); // the statement under way fails and says so
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, checksum from migration order by name',
    );
    const { rows: found } = await client.query<{ name: string; file: string; columns: string[] }>(TABLES, [
      leftOut,
    ]);
    const { rows: sequences } = await client.query<Manifest['sequences'][number]>(SEQUENCES);
    const { rows: heads } = await client.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from journal.seal order by seq desc limit 1`,
    );
    const tables = [];
    for (const table of found) tables.push({ ...table, ...(await copyOut(client, table, folder)) });
    const manifest: Manifest = {
      form: 1,
      version: product.version,
      madeAt: new Date().toISOString(),
      keyFingerprint: fingerprintOf(key),
      migrations,
      tables,
      sequences,
      journalHead: heads[0]?.hash ?? null,
    };
    // Last: a folder without it is no backup.
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    return manifest;
  } finally {
    await client.end();
  }
}

async function copyOut(
  client: Client,
  { name, file, columns }: { name: string; file: string; columns: string[] },
  folder: string,
): Promise<{ rows: number; sha256: string }> {
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  const target = createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx' });
  await pipeline(rows, createGzip({ level: 1 }), hashed, target);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}
