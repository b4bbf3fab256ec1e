/** All SQL about decisions on held slices. */
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

import type { ReportPart, SliceDecision } from '../contract.ts';
import { schoolSeen } from './lists.ts';
import { sliceFrom } from './plan-lists.ts';

interface Deciding {
  by: string;
  now: Date;
  today: string;
}

/** False when the slice is not held in the latest import of its source. */
export async function decideSlice(
  tx: Db,
  _scope: Scope,
  { runId, decision, until, reason }: z.output<typeof SliceDecision>,
  number: number,
  { by, now }: Deciding,
): Promise<boolean> {
  const { rows } = await sql`
    insert into import_decision (feed, school_id, kind, decision, rows, until, reason, decided_by, decided_at, run_id)
    select r.feed, l.school_id, l.kind, ${decision}, l.rows, ${decision === 'postponed' ? until : null}, ${reason},
           ${by}, ${now}, l.run_id
      from ${sliceFrom(runId)} and l.number = ${number} and l.verdict <> 'within' and w.is_open
       and (l.school_id is null or s.id is not null)
    on conflict (feed, school_id, kind) do update
      set decision = excluded.decision, rows = excluded.rows, until = excluded.until, reason = excluded.reason,
          decided_by = excluded.decided_by, decided_at = excluded.decided_at, run_id = excluded.run_id
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function withdrawDecision(
  tx: Db,
  _scope: Scope,
  runId: number,
  number: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from import_decision d using import_slice l, import_run r
     where l.run_id = ${runId} and l.number = ${number} and r.id = l.run_id and d.feed = r.feed and d.kind = l.kind
       and d.school_id is not distinct from l.school_id
    returning d.id`.execute(tx);
  return rows.length > 0;
}

interface Line {
  kind: ReportPart['kind'];
  schoolId: number | null;
  school: string | null;
  name: string;
  key: string;
  note: string | null;
  shielded: boolean;
  count: number;
}

export async function readReport(db: Db, scope: Scope, runId: number): Promise<ReportPart[]> {
  const { rows } = await sql<{ report: Line[] | null }>`
    select report from import_run where id = ${runId}`.execute(db);
  const school = schoolSeen(scope);
  const seen = (rows[0]?.report ?? []).filter(
    (line) => (school === undefined || line.schoolId === school) && (scope.shielded || !line.shielded),
  );
  const parts = new Map<ReportPart['kind'], ReportPart>();
  for (const { kind, count, school: at, name, key, note } of seen) {
    const part = parts.get(kind) ?? { kind, total: school === undefined ? count : 0, rows: [] };
    part.rows.push({ school: at, name, key, note: note ?? '' });
    if (school !== undefined) part.total = part.rows.length;
    parts.set(kind, part);
  }
  return [...parts.values()];
}

export async function schoolsLike(
  db: Db,
  scope: Scope,
  search: string,
): Promise<{ value: string; label: string }[]> {
  const school = schoolSeen(scope);
  const { rows } = await sql<{ value: string; label: string }>`
    select code as value, name as label from school
     where (${school ?? null}::integer is null or id = ${school ?? null})
       and lower(name || ' ' || code) like ${`%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}
     order by name_sort limit 100`.execute(db);
  return rows;
}
