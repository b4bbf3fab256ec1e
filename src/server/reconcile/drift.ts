/** Where the directory differs although nothing is due: what a read-back or a sweep found (design.md §7). */
import { type RawBuilder, sql } from 'kysely';

import type { KeptKind } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';

import type { Difference } from './difference.ts';
import type { DatabaseTime } from './objects.ts';

export interface Drift {
  key: number;
  name: string;
  found: readonly Difference[];
}

/**
 * Writes what was found of keys that were compared while nothing was due of them. What is on its way to the wanted state,
 * will be in a moment, or got there since the directory was asked, is no drift.
 */
export function recordDrift(
  db: Db,
  kind: KeptKind,
  compared: readonly Drift[],
  { now, asked }: { now: Date; asked: DatabaseTime },
): Promise<void> {
  return writeDrift(
    db,
    kind,
    compared,
    now,
    sql`not exists (select from directory.due where kind = ${kind} and due.key = r.key)
       and not exists (select from directory.mark where kind = ${kind} and mark.key = r.key)
       and not exists (select from directory.object o
                        where o.kind = ${kind} and o.key = r.key and o.brought_at > ${asked}::timestamptz)`,
  );
}

/** Writes what is left of keys that have just been brought: what waits for a decision. */
export const recordUndecided = (
  db: Db,
  kind: KeptKind,
  brought: readonly Drift[],
  now: Date,
): Promise<void> => writeDrift(db, kind, brought, now, sql`true`);

/** What is not found any more is forgotten, what is found again keeps its date. */
async function writeDrift(
  db: Db,
  kind: KeptKind,
  compared: readonly Drift[],
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<void> {
  if (compared.length === 0) return;
  const rows = compared.flatMap(({ key, name, found }) => found.map((one) => ({ key, name, ...one })));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    r (key bigint, name text, field text, member text, wanted text, observed text)`;
  await sql`
    delete from directory.drift d
     where d.kind = ${kind} and d.key = any (${compared.map(({ key }) => key)})
       and not exists (select from ${given} where r.key = d.key and r.field = d.field and r.member = d.member)`.execute(
    db,
  );
  if (rows.length === 0) return;
  await sql`
    insert into directory.drift as d (kind, key, field, member, name, wanted, observed, found_at)
    select ${kind}, r.key, r.field, r.member, r.name, r.wanted, r.observed, ${now} from ${given}
     where ${condition}
     order by r.key, r.field, r.member
    on conflict (kind, key, field, member) do update
      set name = excluded.name, wanted = excluded.wanted, observed = excluded.observed,
          found_at = case when d.observed is distinct from excluded.observed then excluded.found_at else d.found_at end`.execute(
    db,
  );
}
