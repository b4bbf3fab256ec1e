/** What the tests of the guard share: imports into a database of their own, and decisions about what they held. */
import { beforeEach, expect } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { type ImportRequest, type ImportResult, runImport } from './run.ts';
import { person, request } from './testing.ts';

type Row = Record<string, unknown>;

export async function openGuard() {
  const { pool } = await testDatabase({ statementTimeoutMs: 0 });
  const clock = fixedClock('2026-11-20T17:00:00Z');
  const deps = { pool, clock, vault: openVault(Buffer.alloc(32, 7)) };
  const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(sql, values)).rows;

  beforeEach(async () => {
    clock.set('2026-11-20T17:00:00Z');
    await pool.query(`begin; select journal.begin('test.emptied', 'test');
      delete from import_decision; delete from membership; delete from groups; delete from users; delete from guardian;
      delete from school; delete from user_name_taken; delete from import_run; delete from site_setting; commit`);
  });

  async function imported(text: string, options: Partial<ImportRequest> = {}): Promise<ImportResult> {
    const result = await runImport(deps, request(text, options));
    if (result.status === 'failed') throw new Error(result.failure.code);
    return result;
  }

  return {
    pool,
    clock,
    rows,
    imported,
    countsOf: async ({ runId }: ImportResult): Promise<unknown> =>
      (await rows('select counts from import_run where id = $1', [runId]))[0]?.['counts'],
    slicesOf: ({ runId }: ImportResult): Promise<Row[]> =>
      rows(
        `select s.code, l.kind, l.rows, l.people, l.verdict from import_slice l left join school s on s.id = l.school_id
          where l.run_id = $1 order by s.code, l.kind`,
        [runId],
      ),
    changesOf: (result: ImportResult): Promise<Row[]> =>
      result.status === 'completed'
        ? rows('select table_name from journal.change where operation_id = $1', [result.operationId ?? 0])
        : Promise.resolve([]),
    /** How many holds there are, each with the slices it is made of. */
    holdsOf: async ({ runId }: ImportResult): Promise<string[]> =>
      (
        await rows(
          `select string_agg(coalesce(s.code, '-') || ' ' || l.kind || ' ' || l.rows, ', ' order by s.code, l.kind) as slices
             from import_slice l left join school s on s.id = l.school_id
            where l.run_id = $1 and l.hold is not null group by l.hold order by 1`,
          [runId],
        )
      ).map(({ slices }) => String(slices)),
    /** Decides about everything that is held, or about one kind of it. */
    decide: async (
      result: ImportResult,
      decision: string,
      options: { kind?: string; rows?: number; until?: string } = {},
    ): Promise<void> => {
      const client = await pool.connect();
      try {
        await client.query(`begin; select journal.begin('test.decided', 'test')`);
        const { rowCount } = await client.query(
          `insert into import_decision (feed, school_id, kind, decision, rows, until, reason, decided_by, decided_at, run_id)
           select 'sas', school_id, kind, $2, coalesce($3, rows), $4, 'seen', 'test', now(), run_id
             from import_slice where run_id = $1 and verdict = 'held' and kind = coalesce($5, kind)`,
          [result.runId, decision, options.rows ?? null, options.until ?? null, options.kind ?? null],
        );
        expect(rowCount).toBeGreaterThan(0);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  };
}

export const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index));
export const people = (list: readonly string[], family = 'Hansen'): string =>
  list.map((id) => person({ id, family })).join('');
