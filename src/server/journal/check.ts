/** Verifies the portal's own journal when somebody asked for it, or when the schedule did. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { noteFailed, noteWorked, readMarks } from '#server/marks.ts';

import { exportJournal } from './export.ts';
import { verifyJournal } from './verify.ts';

export const JOURNAL_CHECK = 'journal-check';

/** One node at a time; the others answer false. `db`: without a time limit on statements. */
export async function checkJournalWhenAsked(db: Db): Promise<boolean> {
  const mark = (await readMarks(db)).get(JOURNAL_CHECK);
  if (!mark?.askedAt) return false;
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(hashtext('journal check')) as got`.execute(own);
    if (!rows[0]?.got) return false;
    try {
      await check(db, mark.details['head']);
      return true;
    } finally {
      await sql`select pg_advisory_unlock(hashtext('journal check'))`.execute(own);
    }
  });
}

/** `head`: what the last check ended with; it must still be in the chain. */
async function check(db: Db, head: unknown): Promise<void> {
  const started = performance.now();
  try {
    const known = typeof head === 'string' ? head : undefined;
    const report = await verifyJournal(exportJournal(db), { head: known });
    const [first] = report.findings;
    if (first) {
      await noteFailed(db, JOURNAL_CHECK, `${report.findings.length}: ${first.kind}, ${first.text}`);
      return;
    }
    await noteWorked(db, JOURNAL_CHECK, {
      operations: report.operations,
      changes: report.changes,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      head: report.head?.hash ?? null,
    });
  } catch (error) {
    await noteFailed(db, JOURNAL_CHECK, error);
  }
}
