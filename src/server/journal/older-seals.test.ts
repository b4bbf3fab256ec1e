/** What a release before the parts of seals sealed verifies the same after the upgrade. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';

import { connect, type Db } from '#server/db.ts';
import { migrate, migrationsFolder } from '#server/migrate.ts';
import { emptyDatabase } from '#server/testing/database.ts';

import { exportJournal } from './export.ts';
import { inOperation } from './operation.ts';
import { sealFinished } from './seal.ts';
import { verifyJournal } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaktmester-older-'));
const url = await emptyDatabase();
const database = connect(url);
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true });
});

const add = (db: Db, from: number, through: number) =>
  inOperation(db, { event: 'thing.added', route: 'test', now: new Date('2026-08-17T08:00:00Z') }, (tx) =>
    sql`insert into thing select i, 'ø' || i from generate_series(${from}::integer, ${through}::integer) i`.execute(
      tx,
    ),
  );

it('verifies what was sealed whole, and goes on from there in parts', async () => {
  const { db, pool } = database;
  const before = readdirSync(migrationsFolder).filter((name) => name < '0023');
  for (const name of before) cpSync(fileURLToPath(new URL(name, migrationsFolder)), join(folder, name));
  await migrate(url, pathToFileURL(`${folder}/`));
  await pool.query(
    `create table thing (id integer primary key, name text); select journal.watch('thing', '{id}')`,
  );
  await add(db, 1, 1_000);
  await add(db, 1_001, 1_003);
  await pool.query('select journal.seal_finished(500)');
  const head = async () =>
    (
      await pool.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from journal.seal order by seq desc`,
      )
    ).rows[0]?.hash;
  const old = await head();

  await migrate(url);
  expect(await head()).toBe(old);
  expect((await verifyJournal(exportJournal(db), { head: old })).findings).toEqual([]);

  await add(db, 2_000, 2_999);
  await sealFinished(db, { changes: 100 });
  const report = await verifyJournal(exportJournal(db), { head: old });
  expect(report).toMatchObject({ findings: [], operations: 3, changes: 2_003 });
  const { rows } = await pool.query('select parts from journal.seal order by seq');
  expect(rows).toEqual([{ parts: null }, { parts: null }, { parts: 10 }]);
});
