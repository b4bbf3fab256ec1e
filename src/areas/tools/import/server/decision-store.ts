/** All SQL about decisions on held slices. */
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import type { ReportPart, SliceDecision } from '../contract.ts';
import { schoolSeen } from './lists.ts';
import { sliceFrom } from './plan-lists.ts';

interface Deciding {
  by: string;
  now: Date;
  today: string;
}

/** The slices a decision about one of them is about: those of its hold. */
const holdOf = (runId: number, number: number) => sql`
  select h.number from import_slice h
   where h.run_id = ${runId}
     and h.hold = (select o.hold from import_slice o where o.run_id = ${runId} and o.number = ${number})`;

/** Decides about the slice's whole hold. False when it is not held in the latest import of its source. */
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
      from ${sliceFrom(runId)} and l.number in (${holdOf(runId, number)}) and l.verdict <> 'within' and w.is_open
       and (l.school_id is null or s.id is not null)
    on conflict (feed, school_id, kind) do update
      set decision = excluded.decision, rows = excluded.rows, until = excluded.until, reason = excluded.reason,
          decided_by = excluded.decided_by, decided_at = excluded.decided_at, run_id = excluded.run_id
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Takes the decisions about the slice's whole hold back. False when there are none. */
export async function withdrawDecision(
  tx: Db,
  _scope: Scope,
  runId: number,
  number: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from import_decision d using import_slice l, import_run r
     where l.run_id = ${runId} and l.number in (${holdOf(runId, number)}) and r.id = l.run_id and d.feed = r.feed and d.kind = l.kind
       and d.school_id is not distinct from l.school_id
    returning d.id`.execute(tx);
  return rows.length > 0;
}

interface Line {
  kind: ReportPart['kind'];
  total: number;
  school: string | null;
  name: string;
  key: string;
  note: string;
}

/** Of each kind so many rows are read. */
const REPORTED = 500;

/** How many there are, and the first of them. */
export async function readReport(db: Db, scope: Scope, runId: number): Promise<ReportPart[]> {
  const school = schoolSeen(scope);
  const seen = sql`i.run_id = r.id and i.kind = k.kind
    ${school === undefined ? sql`` : sql`and i.school_id = ${school}`} ${scope.shielded ? sql`` : sql`and not i.shielded`}`;
  const total =
    school === undefined ? sql`k.total` : sql`(select count(*)::integer from import_report i where ${seen})`;
  const { rows } = await sql<Line>`
    select k.kind, ${total} as total, l.school, l.name, l.key, l.note
      from import_run r
     cross join lateral (select key as kind, value::integer as total from jsonb_each_text(r.report)) k
     cross join lateral (select * from import_report i where ${seen} order by i.number limit ${REPORTED}) l
     where r.id = ${runId} order by k.kind, l.number`.execute(db);
  const parts = new Map<ReportPart['kind'], ReportPart>();
  for (const { kind, total: ofKind, ...row } of rows) {
    const part = parts.get(kind) ?? { kind, total: ofKind, rows: [] };
    part.rows.push(row);
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
