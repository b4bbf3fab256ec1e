/** Operations with more changes than a part holds are sealed part by part, and verify the same. */
import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';

import { exportJournal } from './export.ts';
import { finishOperation, LostOperation, underOperation, startOperation } from './long-operation.ts';
import { inOperation } from './operation.ts';
import { pruneJournal, sealFinished } from './seal.ts';
import { ageJournal } from './testing.ts';
import { verifyJournal } from './verify.ts';

const { db, pool } = await testDatabase();
const now = new Date('2026-08-17T08:00:00Z');
const actor = { id: null, name: 'test' };
/** So many changes to a part; a bundle is not divided. */
const PART = 400;
const [BUNDLES, IN_BUNDLE, SINGLE] = [12, 100, 450];
let large: number;

/** One operation with bundles and with changes by themselves, before and after it small ones. */
beforeAll(async () => {
  await pool.query(`
    create table pair (a integer, b integer, name text, primary key (a, b));
    select journal.watch('pair', '{a,b}', bundled_by => 'a');
    create table thing (id integer primary key, name text);
    select journal.watch('thing', '{id}')`);
  await add(1, 2);
  // Sealed whole, as everything was before there were parts.
  await sealFinished(db);
  large = await begin();
  await underOperation(db, large, 'test', async (tx) => {
    await sql`insert into thing select i, 'ø' || i from generate_series(101, 100 + ${SINGLE}::integer) i`.execute(
      tx,
    );
    await sql`insert into pair select a, b, 'Å' from generate_series(1, ${BUNDLES}::integer) a
      cross join generate_series(1, ${IN_BUNDLE}::integer) b order by a`.execute(tx);
    await sql`update thing set name = 'x' where id > 100`.execute(tx);
  });
  await end(large);
  await add(3, 4, 5);
});

const add = (...ids: number[]) =>
  inOperation(db, { event: 'thing.added', route: 'test', now }, (tx) =>
    sql`insert into thing select i, 'ø' || i from unnest(${ids}::integer[]) i`.execute(tx),
  );
const begin = () => startOperation(db, { event: 'thing.many', route: 'test', actor, now }, 'test', 1);
const end = (id: number) => finishOperation(db, id, { status: 'completed', now });
const step = async () =>
  (
    await sql<{ sealed: number; isMore: boolean }>`
      select sealed, is_more from journal.seal_finished(500, ${PART})`.execute(db)
  ).rows[0];
async function exported(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportJournal(db)) lines.push(line);
  return lines;
}
const findings = async (lines: string[]) => (await verifyJournal(lines)).findings;
const places = (lines: readonly string[], entry: string) =>
  lines.flatMap((line, place) => (line.includes(`"entry": "${entry}"`) ? [place] : []));

describe('while it is being sealed', () => {
  it('lets the others be sealed, and nobody write under it', async () => {
    expect(await step()).toEqual({ sealed: 1, isMore: true });
    await expect(
      underOperation(db, large, 'test', (tx) => sql`delete from thing`.execute(tx)),
    ).rejects.toThrow(LostOperation);
    // Nor past the portal.
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`select set_config('vaktmester.operation', ${String(large)}, true)`.execute(tx);
        await sql`delete from thing`.execute(tx);
      }),
    ).rejects.toMatchObject({ code: 'VM004' });
    await add(6);
    expect(await step()).toEqual({ sealed: 1, isMore: true });
    // It is not in the chain yet; what is there is whole.
    const report = await verifyJournal(await exported());
    expect(report).toMatchObject({ findings: [], operations: 3 });
  });

  it('goes on where it stood, and divides no bundle', async () => {
    expect(await sealFinished(db, { changes: PART })).toBe(1);
    const { rows } = await pool.query<{ changes: number }>(
      'select changes from journal.seal_part where operation_id = $1 order by number',
      [large],
    );
    // 450 by themselves, twelve bundles of a hundred, 450 again.
    expect(rows.map(({ changes }) => changes)).toEqual([400, 450, 400, 400, 400, 50]);
    expect(await db.selectFrom('journal.unsealed').selectAll().execute()).toEqual([]);
  });
});

it('looks no further for the end of a part than the part goes', async () => {
  const read = await db.transaction().execute(async (tx) => {
    // Of this connection, and not only since the transaction began.
    const keysRead = async () => {
      const { rows } = await sql<{ keys: number }>`
        select sum(pg_stat_get_xact_tuples_returned(i.indexrelid))::integer as keys from pg_index i
         where i.indrelid in ('journal.change'::regclass, 'journal.bundle_pair'::regclass)`.execute(tx);
      return rows[0]?.keys ?? 0;
    };
    const before = await keysRead();
    await sql`select journal.end_of_part(${large}, 0, 20), journal.end_of_part(${large}, 500, 150)`.execute(
      tx,
    );
    return (await keysRead()) - before;
  });
  // Ten rows are fetched first, and fifty at a time after that; a bundle has a hundred changes.
  expect(read).toBeGreaterThan(20);
  expect(read).toBeLessThan(100);
});

describe('once it is sealed', () => {
  it('verifies beside those that were sealed whole', async () => {
    const report = await verifyJournal(await exported());
    expect(report).toMatchObject({ findings: [], operations: 4 });
    expect(report.changes).toBe(2 * SINGLE + BUNDLES * IN_BUNDLE + 6);
  });

  it('shows which change was edited, removed or added', async () => {
    const lines = await exported();
    const change = lines.findIndex((line) => line.includes('"key": "7/50"'));
    expect(change).toBeGreaterThan(0);
    expect(await findings(lines.with(change, lines[change]?.replace('Å', 'A') ?? ''))).toMatchObject([
      { kind: 'change.edited', text: expect.stringContaining('pair 7/50') },
    ]);
    expect(await findings(lines.toSpliced(change, 1))).toMatchObject([{ kind: 'change.removed' }]);
    const more = lines[change]?.replace('"key": "7/50"', '"key": "7/500"') ?? '';
    expect(await findings(lines.toSpliced(change, 0, more))).toMatchObject([
      { kind: 'change.added', text: expect.stringContaining('pair 7/500') },
    ]);
  });

  it('misses a part that was removed, with its changes or without', async () => {
    const lines = await exported();
    const parts = places(lines, 'part');
    expect(parts.length).toBe(6);
    const [, second = 0, third = 0] = parts;
    const last = parts.at(-1) ?? 0;
    const kinds = async (changed: string[]) => new Set((await findings(changed)).map(({ kind }) => kind));
    expect(await findings(lines.toSpliced(second, third - second))).toMatchObject([
      { kind: 'change.removed', text: expect.stringContaining('part 2') },
    ]);
    expect(await findings(lines.toSpliced(last, 51))).toMatchObject([
      { kind: 'change.removed', text: expect.stringContaining('part 6') },
    ]);
    expect(await kinds(lines.toSpliced(second, 1))).toEqual(new Set(['change.added', 'change.removed']));
    expect(await findings(lines.toSpliced(second, last + 51 - second))).toMatchObject([
      { kind: 'change.removed', text: expect.stringContaining('parts 2 to 6') },
    ]);
    const swapped = [
      ...lines.slice(0, second),
      ...lines.slice(third, third + 401),
      ...lines.slice(second, third),
    ];
    expect(await kinds([...swapped, ...lines.slice(third + 401)])).toContain('change.moved');
  });

  it('finds a part made anew to fit what was changed: only the seal knows better', async () => {
    const lines = await exported();
    const [first = 0, second = 0] = places(lines, 'part');
    const kept = lines.slice(first + 2, second);
    const digests = kept.map((line) => createHash('sha256').update(line).digest());
    const part: object = JSON.parse(lines[first] ?? '');
    const forged = JSON.stringify({
      ...part,
      entry: 'part',
      changes: kept.length,
      digest: createHash('sha256').update(Buffer.concat(digests)).digest('hex'),
      fingerprints: digests.map((digest) => digest.toString('hex', 0, 4)).join(''),
    });
    expect(await findings(lines.toSpliced(first, 2, forged))).toMatchObject([{ kind: 'seal.edited' }]);
  });

  it('finds a seal whose number of parts was changed', async () => {
    const lines = await exported();
    const seal = lines.findIndex((line) => line.includes('"parts": 6'));
    const kinds = (
      await findings(lines.with(seal, lines[seal]?.replace('"parts": 6', '"parts": 5') ?? ''))
    ).map(({ kind }) => kind);
    expect(kinds).toContain('seal.edited');
  });

  it('tells of changes written past the triggers after it', async () => {
    await pool.query('alter table journal.change disable trigger all');
    await pool.query(
      `insert into journal.change (operation_id, kind, table_name, row_key) values ($1, 'D', 'thing', '101')`,
      [large],
    );
    expect(await findings(await exported())).toMatchObject([
      { kind: 'change.added', text: expect.stringContaining('thing 101') },
    ]);
    await pool.query(`delete from journal.change where operation_id = ${large} and kind = 'D';
      alter table journal.change enable always trigger change_insert, enable always trigger change_update,
        enable always trigger change_delete, enable always trigger change_truncate`);
    expect(await findings(await exported())).toEqual([]);
  });

  it('refuses to rewrite a part', async () => {
    for (const statement of [
      'update journal.seal_part set changes = 0',
      'delete from journal.seal_part',
      'truncate journal.seal_part',
    ]) {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: 'VM003' });
    }
  });
});

// The last: it ages the whole journal.
it('goes with the old operations, and its seal with its parts vouches for it', async () => {
  await ageJournal(pool);
  const pruned = await pruneJournal(db, new Date(Date.now() - 200 * 86_400_000));
  expect(pruned).toBe(4);
  await sealFinished(db);
  expect(await verifyJournal(await exported())).toMatchObject({ findings: [], pruned: 4, operations: 1 });
});
