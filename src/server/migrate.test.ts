import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Client } from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';

import { migrate } from './migrate.ts';
import { emptyDatabase } from './testing/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaktmester-migrations-'));
const address = pathToFileURL(`${folder}/`);
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

let url: string;
const rows = async (sql: string) => {
  const client = new Client(url);
  await client.connect();
  const result = await client.query(sql);
  await client.end();
  return result.rows;
};

beforeEach(async () => {
  rmSync(folder, { recursive: true });
  url = await emptyDatabase();
  mkdirSync(folder);
  write('0001-first.sql', 'create table first (id int); insert into first values (1);');
  write('0002-second.sql', 'alter table first add column name text;');
});

it('applies what is not applied yet, in order of name', async () => {
  expect(await migrate(url, address)).toEqual(['0001-first.sql', '0002-second.sql']);
  write('0003-third.sql', 'update first set name = $text$one$text$;');
  expect(await migrate(url, address)).toEqual(['0003-third.sql']);
  expect(await migrate(url, address)).toEqual([]);
  expect(await rows('select * from first')).toEqual([{ id: 1, name: 'one' }]);
});

it('applies everything once when several nodes start together', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, address)));
  expect(applied.flat().toSorted()).toEqual(['0001-first.sql', '0002-second.sql']);
});

it('leaves nothing of a migration that fails, and says where it failed', async () => {
  write('0003-third.sql', 'create table third (id int);\n\ninsert into nowhere values (1);');
  await expect(migrate(url, address)).rejects.toThrow(
    'Migration 0003-third.sql failed: relation "nowhere" does not exist (line 3)',
  );
  expect(await rows('select name from migration order by name')).toEqual([
    { name: '0001-first.sql' },
    { name: '0002-second.sql' },
  ]);
  expect(await rows("select 1 from pg_class where relname = 'third'")).toEqual([]);
});

it('refuses a migration that was changed after it was applied', async () => {
  await migrate(url, address);
  write('0001-first.sql', 'create table other (id int);');
  await expect(migrate(url, address)).rejects.toThrow(
    'Migration 0001-first.sql was changed after it was applied',
  );
});

it('takes turned line ends for the same file', async () => {
  write('0001-first.sql', 'create table first\n(id int);\n');
  await migrate(url, address);
  write('0001-first.sql', 'create table first\r\n(id int);\r\n');
  expect(await migrate(url, address)).toEqual([]);
});

it('refuses a database that a newer version has migrated', async () => {
  await migrate(url, address);
  rmSync(join(folder, '0002-second.sql'));
  await expect(migrate(url, address)).rejects.toThrow('it was used by a newer version');
});
