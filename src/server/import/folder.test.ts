import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, it } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { watchFolder } from './folder.ts';
import { startImport } from './run.ts';
import { file, members, person, request, school } from './testing.ts';

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const deps = { pool, clock: fixedClock('2026-11-20T17:00:00Z'), vault: openVault(Buffer.alloc(32, 7)) };
const text = file(person({ id: '1' }), school('s1', 'Granlia skole'), members('s1', ['1']));

const folders: string[] = [];
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vaktmester-import-'));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((made) => rm(made, { recursive: true }))));

it('takes a file that has stopped growing, and puts it away', async () => {
  const { look } = watchFolder(deps, () => folder);
  await writeFile(join(folder, 'night.xml'), text.slice(0, 200));
  await writeFile(join(folder, 'night.xml.part'), text);
  expect(await look()).toEqual([]);
  await appendFile(join(folder, 'night.xml'), text.slice(200));
  expect(await look()).toEqual([]);

  const [result] = await look();
  expect(result).toMatchObject({ status: 'completed' });
  expect(await readdir(folder)).toEqual(['done', 'night.xml.part']);
  expect(await readdir(join(folder, 'done'))).toEqual([`${result?.runId}-night.xml`]);
  expect(await look()).toEqual([]);
});

it('puts a broken file away with the reason', async () => {
  const { look } = watchFolder(deps, () => folder);
  await writeFile(join(folder, 'broken.XML'), text.slice(0, -20));
  await look();
  const [result] = await look();
  expect(result).toMatchObject({ status: 'failed' });
  const reason = await readFile(join(folder, 'failed', `${result?.runId}-broken.XML.txt`), 'utf8');
  expect(reason).toContain('file.truncated at line');
});

it('takes every kind of file the portal reads', async () => {
  const { look } = watchFolder(deps, () => folder);
  const names = ['list.csv', 'list.tsv', 'list.txt', 'set.zip'];
  for (const name of [...names, 'letter.pdf']) await writeFile(join(folder, name), 'what is this');
  await look();
  expect(await look()).toMatchObject(names.map(() => ({ status: 'failed' })));
  expect(await readdir(folder)).toEqual(['failed', 'letter.pdf']);
});

it('lets a file wait while another import runs', async () => {
  const { look } = watchFolder(deps, () => folder);
  await writeFile(join(folder, 'night.xml'), text);
  await look();
  const gate = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<Uint8Array> {
    await gate.promise;
    yield Buffer.from(text);
  }
  const { done } = await startImport(deps, request('', { bytes: slow() }));
  expect(await look()).toEqual([]);
  gate.resolve();
  await done;
  expect(await look()).toMatchObject([{ status: 'completed' }]);
});
