import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';

import { exportJournal } from './export.ts';
import { inOperation } from './operation.ts';
import { pruneJournal, sealFinished } from './seal.ts';
import { ageJournal } from './testing.ts';
import { verifyJournal } from './verify.ts';

const { db, pool, url } = await testDatabase();
const now = new Date('2026-08-17T08:00:00Z');

/** A journal of five operations; the third has four changes, the fifth none. */
beforeAll(async () => {
  await pool.query(
    `create table thing (id integer primary key, name text); select journal.watch('thing', '{id}')`,
  );
  for (const ids of [[1], [2], [3, 4, 5, 6], [7], []]) {
    await inOperation(db, { event: 'thing.added', route: 'test', now, reason: 'Å' }, (tx) =>
      sql`insert into thing select i, 'ø' || i from unnest(${ids}::integer[]) i`.execute(tx),
    );
  }
  await sealFinished(db);
});

async function exported(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportJournal(db)) lines.push(line);
  return lines;
}
const kinds = async (lines: string[], head?: string) => {
  const { findings } = await verifyJournal(lines, { head });
  return findings.map(({ kind }) => kind);
};

/** An export with one thing done to it. */
async function tampered(how: (lines: string[]) => string[] | void): Promise<string[]> {
  const lines = await exported();
  return how(lines) ?? lines;
}
const at = (lines: string[], entry: string, nth: number) => {
  const found = lines.flatMap((line, i) => (line.includes(`"entry": "${entry}"`) ? [i] : []));
  return found.at(nth) ?? expect.fail(`no ${entry} number ${nth}`);
};
const edit = (lines: string[], i: number, from: string | RegExp, to: string) => {
  const line = lines[i] ?? '';
  lines[i] = line.replace(from, to);
  expect(lines[i]).not.toBe(line);
};
const without = (nth: number, lines: number) => tampered((all) => all.toSpliced(at(all, 'seal', nth), lines));
const swap = (lines: string[], i: number, j: number) => {
  [lines[i], lines[j]] = [lines[j] ?? '', lines[i] ?? ''];
};

it('finds nothing in an untouched journal', async () => {
  const report = await verifyJournal(await exported());
  expect(report.findings).toEqual([]);
  expect(report.changes).toBe(7);
  expect(await kinds(await exported(), report.head?.hash)).toEqual([]);
});

it('finds an edited change and says which', async () => {
  const lines = await tampered((all) => edit(all, at(all, 'change', 3), 'ø4', 'ø9'));
  const { findings } = await verifyJournal(lines);
  expect(findings).toMatchObject([{ kind: 'change.edited', text: expect.stringContaining('thing 4') }]);
});

it('finds an edited operation and says which', async () => {
  const lines = await tampered((all) => edit(all, at(all, 'operation', 2), 'thing.added', 'thing.taken'));
  const id = /"id": (\d+)/.exec(lines[at(lines, 'operation', 2)] ?? '')?.[1];
  const { findings } = await verifyJournal(lines);
  expect(findings).toMatchObject([
    { kind: 'operation.edited', text: expect.stringContaining(`Operation ${id} `) },
  ]);
});

it('finds a removed change and says which', async () => {
  const lines = await tampered((all) => all.toSpliced(at(all, 'change', 4), 1));
  const { findings } = await verifyJournal(lines);
  expect(findings).toMatchObject([{ kind: 'change.removed', text: expect.stringContaining('number 3') }]);
});

it('finds a removed operation, with and without its changes', async () => {
  expect(await kinds(await tampered((all) => all.toSpliced(at(all, 'operation', 2), 1)))).toEqual([
    'operation.removed',
  ]);
  expect(await kinds(await tampered((all) => all.toSpliced(at(all, 'operation', 0), 2)))).toEqual([
    'operation.removed',
  ]);
});

it('finds a removed seal with all it sealed, at the beginning, within and at the end', async () => {
  expect(await kinds(await without(0, 3))).toEqual(['seal.removed']);
  expect(await kinds(await without(1, 3))).toEqual(['seal.removed']);
  expect(await kinds(await without(-1, 2))).toEqual(['chain.truncated']);
});

it('finds an end cut off although the export says otherwise, by a head noted before', async () => {
  const { head } = await verifyJournal(await exported());
  const shorter = await tampered((all) => {
    all.splice(at(all, 'seal', -1), 2);
    const hash = /"hash": "(\w+)"/.exec(all[at(all, 'seal', -1)] ?? '')?.[1] ?? '';
    edit(all, 0, /"head": "\w+"/, `"head": "${hash}"`);
    edit(all, 0, /"seq": \d+/, `"seq": ${(head?.seq ?? 0) - 1}`);
  });
  expect(await kinds(shorter)).toEqual([]);
  expect(await kinds(shorter, head?.hash)).toEqual(['chain.truncated']);
});

it('finds reordered changes, operations and seals', async () => {
  const changes = await tampered((all) => swap(all, at(all, 'change', 3), at(all, 'change', 4)));
  expect(await kinds(changes)).toEqual(['change.moved', 'change.moved']);
  expect(
    await kinds(await tampered((all) => swap(all, at(all, 'operation', 0), at(all, 'operation', 1)))),
  ).not.toEqual([]);
  expect(await kinds(await tampered((all) => swap(all, at(all, 'seal', 0), at(all, 'seal', 1))))).toContain(
    'seal.moved',
  );
});

it('finds a swapped hash, and a link made to fit a forgery', async () => {
  const wrong = 'ab'.repeat(32);
  const hash = await tampered((all) => edit(all, at(all, 'seal', 1), /"hash": "\w+"/, `"hash": "${wrong}"`));
  expect(await kinds(hash)).toEqual(['seal.edited', 'chain.broken']);
  const previous = await tampered((all) =>
    edit(all, at(all, 'seal', 1), /"previous": "\w+"/, `"previous": "${wrong}"`),
  );
  expect(await kinds(previous)).toEqual(['chain.broken', 'seal.edited']);
  const marks = await tampered((all) =>
    edit(all, at(all, 'seal', 1), /"fingerprints": "\w{8}/, '"fingerprints": "00000000'),
  );
  expect(await kinds(marks)).toEqual(['seal.edited']);
});

it('finds every line edited or removed, and every two neighbours swapped', async () => {
  const lines = await exported();
  const unfound: string[] = [];
  for (const [i, line] of lines.entries()) {
    const middle = Math.floor(line.length / 2);
    const other = line[middle] === 'x' ? 'y' : 'x';
    const edited =
      i === 0 ? line.replace('"seq": ', '"seq": 1') : line.slice(0, middle) + other + line.slice(middle + 1);
    if ((await kinds(lines.with(i, edited))).length === 0) unfound.push(`${i} edited`);
    if ((await kinds(lines.toSpliced(i, 1))).length === 0) unfound.push(`${i} removed`);
    if (i === 0) continue;
    const swapped = lines.with(i, lines[i - 1] ?? '').with(i - 1, line);
    if ((await kinds(swapped)).length === 0) unfound.push(`${i} swapped`);
  }
  expect(unfound).toEqual([]);
});

const past = (statement: string) =>
  pool.query(`
    alter table journal.change disable trigger all; alter table journal.operation disable trigger all;
    ${statement};
    alter table journal.change enable trigger all; alter table journal.operation enable trigger all`);

it('finds what was done to the database past its guards', async () => {
  await past(`update journal.change set after = '{"id":1,"name":"forged"}' where row_key = '1'`);
  expect(await kinds(await exported())).toEqual(['change.edited']);
  await past(`update journal.change set after = '{"id":1,"name":"ø1"}' where row_key = '1'`);
  expect(await kinds(await exported())).toEqual([]);
  await past(
    `insert into journal.operation (event, route, started_at) values ('thing.forged', 'none', now())`,
  );
  expect(await kinds(await exported())).toEqual(['operation.added']);
  await past(`delete from journal.operation where event = 'thing.forged'`);
});

it('refuses to rewrite what is written', async () => {
  const refused = [
    `update journal.change set after = '{}'`,
    'delete from journal.change',
    'truncate journal.change',
    `update journal.operation set actor_name = 'x'`,
    'update journal.operation set done = 3',
    'delete from journal.operation',
    'truncate journal.operation cascade',
    `update journal.seal set hash = ''`,
    'delete from journal.seal',
    'truncate journal.seal',
    `insert into journal.change (operation_id, kind, table_name, row_key) values (1, 'I', 'thing', '1')`,
    `set local vaktmester.pruning = '99'; delete from journal.change`,
  ];
  for (const statement of refused) {
    await expect(pool.query(statement)).rejects.toMatchObject({ code: 'VM003' });
  }
});

it('keeps a writer and the sealer apart', async () => {
  const early = await db.startTransaction().execute();
  const { rows } = await sql<{ id: number }>`select journal.begin('thing.slow', 'test') as id`.execute(early);
  await inOperation(db, { event: 'thing.fast', route: 'test', now }, (tx) =>
    sql`update thing set name = 'f' where id = 7`.execute(tx),
  );
  await sealFinished(db);
  await sql`update thing set name = 's' where id = 1`.execute(early);
  await early.commit().execute();
  await sealFinished(db);
  const seals = await db
    .selectFrom('journal.seal')
    .innerJoin('journal.operation', 'journal.operation.id', 'operationId')
    .select(['event', 'changes', 'journal.operation.id'])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  expect(seals).toMatchObject([
    { event: 'thing.slow', changes: 1, id: rows[0]?.id },
    { event: 'thing.fast', changes: 1 },
  ]);
  expect(await kinds(await exported())).toEqual([]);
});

it('seals once and in one chain, however many nodes do it', async () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    inOperation(db, { event: 'thing.renamed', route: 'test', now }, (tx) =>
      sql`update thing set name = ${`n${i}`} where id = ${1 + (i % 7)}`.execute(tx),
    ),
  );
  await Promise.all([...many, ...Array.from({ length: 10 }, () => sealFinished(db, { operations: 3 }))]);
  await sealFinished(db);
  expect(await db.selectFrom('journal.unsealed').selectAll().execute()).toEqual([]);
  expect(await kinds(await exported())).toEqual([]);
});

it('verifies from the command line, the database or an export, and says so by its exit code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  try {
    const file = join(folder, 'export.ndjson');
    const fromDatabase = await command(['--export', file], url);
    expect(fromDatabase).toMatchObject({ code: 0, stdout: expect.stringContaining('untouched') });
    // Offline from here on: no database is given.
    expect(await command([file])).toEqual(fromDatabase);
    expect(await command([file, '--head', 'ab'.repeat(32)])).toMatchObject({ code: 1 });
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.toSpliced(4, 1).join('\n'));
    expect(await command([file])).toMatchObject({ code: 1, stdout: expect.stringContaining('removed') });
    expect(await command([file, '--wrong'])).toMatchObject({ code: 2 });
    expect(await command([`${file}.missing`])).toMatchObject({ code: 2 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Runs the command as an operator does. */
async function command(more: string[], database?: string): Promise<{ code: number; stdout: string }> {
  const given = { DATABASE_URL: database, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const env = { PATH: process.env['PATH'], ...(database !== undefined && given) };
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, 'verify-journal.ts'), ...more], {
    env,
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

// The last: it ages the whole journal.
it('removes whole old operations and still verifies; the newest head vouches for them', async () => {
  await expect(pruneJournal(db, new Date())).rejects.toMatchObject({ code: 'VM005' });
  await ageJournal(pool);
  const { head } = await verifyJournal(await exported());
  await inOperation(db, { event: 'thing.kept', route: 'test', now }, (tx) =>
    sql`delete from thing where id = 1`.execute(tx),
  );
  await sealFinished(db);
  const old = new Date(Date.now() - 200 * 86_400_000);
  const pruned = await pruneJournal(db, old);
  await sealFinished(db);
  const report = await verifyJournal(await exported(), { head: head?.hash });
  expect(report).toMatchObject({ findings: [], pruned, operations: 2, changes: 1 });
  expect(pruned).toBe(head?.seq);
  expect(await pruneJournal(db, old)).toBe(0);
  const lines = await exported();
  expect(await kinds(lines.toSpliced(at(lines, 'operation', -1), 1))).toContain('operation.removed');
});
