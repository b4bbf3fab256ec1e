/** Undoing a run of the import: the database equal to before except the journal, also when it is the first night. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { runImport } from '#server/import/run.ts';
import { file, group, members, person, request, school } from '#server/import/testing.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { quoted, readCatalogue } from './tables.ts';
import { startUndo } from './undo.ts';

const { db, pool } = await testDatabase({ statementTimeoutMs: 0 });
const clock = fixedClock('2026-11-20T17:00:00Z');
const deps = { pool, clock, vault: openVault(Buffer.alloc(32, 7)) };

beforeEach(() => clock.set('2026-11-20T17:00:00Z'));

const people = (ids: readonly number[], family = 'Hansen') =>
  ids.map((id) => person({ id: String(id), family: `${family}${id % 7}`, guardians: [`v${id % 5}`] }));

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const night = (pupils: readonly number[], family?: string) =>
  file(
    school('s1', 'Granlia barneskole'),
    ...people(pupils, family),
    group('k1', 's1', 1, '8A'),
    members('s1', pupils.map(String)),
    members('k1', pupils.map(String)),
  );

async function run(text: string): Promise<number> {
  const result = await runImport(deps, request(text, { acceptLeavers: true }));
  if (result.status !== 'completed' || result.operationId === undefined) throw new Error('The run failed');
  return result.operationId;
}

async function undo(id: number) {
  const { done } = await startUndo(
    deps,
    { id, seen: sql`true`, now: clock.now(), refuse: async () => {} },
    { route: 'test' },
  );
  return done;
}

async function dump(): Promise<Record<string, unknown>> {
  const { tables } = await readCatalogue(db);
  const found: Record<string, unknown> = {};
  for (const { label, place, columns } of tables) {
    const parts = columns.flatMap(({ name }) => [sql.lit(name), sql.raw(`t.${quoted(name)}`)]);
    const { rows } = await sql<{ rows: unknown }>`
      select coalesce(jsonb_agg(r order by r::text), '[]') as rows
        from (select jsonb_build_object(${sql.join(parts)}) as r from ${sql.raw(place)} t) x`.execute(db);
    found[label] = rows[0]?.rows;
  }
  return found;
}

describe('a run that is undone', () => {
  it('leaves nothing of the first night', async () => {
    const before = await dump();
    const id = await run(night(ids(1, 40)));
    const counts = await undo(id);
    expect(counts).toMatchObject({ kept: 0, cannot: 0, partly: 0 });
    expect(counts?.reversed).toBeGreaterThan(100);
    expect(await dump()).toEqual(before);
  });

  it('gives back who left, who came and who was changed', async () => {
    await run(night(ids(1, 60)));
    const before = await dump();
    clock.set('2026-11-21T17:00:00Z');
    const id = await run(night(ids(21, 90), 'Berg'));
    expect(await dump()).not.toEqual(before);
    expect(await undo(id)).toMatchObject({ kept: 0, cannot: 0, partly: 0 });
    expect(await dump()).toEqual(before);
  });

  it('is planned again by the same file as if it had not been', async () => {
    clock.set('2026-11-22T17:00:00Z');
    const text = night(ids(21, 90), 'Dal');
    const first = await run(text);
    const after = await dump();
    await undo(first);
    await run(text);
    const again = await dump();
    // People made anew have new numbers and names; the others are as after the first time.
    expect(Object.keys(again)).toEqual(Object.keys(after));
    expect(Array.isArray(again['users']) && again['users'].length).toBe(
      Array.isArray(after['users']) && after['users'].length,
    );
  });
});
