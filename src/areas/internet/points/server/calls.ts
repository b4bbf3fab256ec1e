/** The SQL of what points say when they call: who signs, what was signed before, and what is told. */
import { sql } from 'kysely';

import type { Report } from '#connectors/web-filter/protocol/messages.ts';
import type { Db } from '#server/db.ts';

import type { PointKind } from '../rules.ts';
import { isAlive } from './store.ts';

/** The point that signs with a secret, whoever asks: it is itself that proves who it is. */
export async function findSigner(
  db: Db,
  id: string,
): Promise<{ cipher: Buffer; wholeOwner: boolean; schoolIds: number[] } | undefined> {
  const { rows } = await sql<{ cipher: Buffer; wholeOwner: boolean; schoolIds: number[] }>`
    select p.secret_cipher as cipher, p.whole_owner as "wholeOwner",
           array(select s.school_id from enforcement_point_school s where s.point_id = p.id order by 1) as "schoolIds"
      from enforcement_point p where p.id = ${id}::uuid and p.secret_cipher is not null`.execute(db);
  return rows[0];
}

/** Which schools a point serves, whether it signs or not. */
export async function findServed(
  db: Db,
  id: string,
): Promise<{ wholeOwner: boolean; schoolIds: number[] } | undefined> {
  const { rows } = await sql<{ wholeOwner: boolean; schoolIds: number[] }>`
    select p.whole_owner as "wholeOwner",
           array(select s.school_id from enforcement_point_school s where s.point_id = p.id order by 1) as "schoolIds"
      from enforcement_point p where p.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** False: it was used before. */
export async function useNonce(db: Db, pointId: string, nonce: string, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into enforcement_nonce (point_id, nonce, used_at)
    values (${pointId}::uuid, ${nonce}, ${now}) on conflict do nothing returning nonce`.execute(db);
  return rows.length > 0;
}

export async function forgetNonces(db: Db, before: Date): Promise<void> {
  await sql`delete from enforcement_nonce where used_at < ${before}`.execute(db);
}

interface Told extends Pick<Report, 'version' | 'software' | 'holding' | 'refused' | 'cut' | 'cannot'> {
  clockMs: number;
  roundTripMs: number;
}

/**
 * What a point told just now. Locks that are gone meanwhile are passed over, and so are, until the next report, those
 * that somebody has hold of just now: nobody who changes a lock waits for a report, or a report for them.
 */
export async function noteReport(db: Db, pointId: string, told: Told, realNow: Date): Promise<void> {
  const { rows: points } = await sql<{ kind: PointKind }>`
    select kind from enforcement_point where id = ${pointId}::uuid for key share`.execute(db);
  const [point] = points;
  // Removed since it signed.
  if (!point) return;
  await sql`
    insert into enforcement_state as t (point_id, seen_at, first_seen_at, alive_since, reported_at, software, held_version,
      clock_ms, round_trip_ms, refused, cut, cannot)
    values (${pointId}::uuid, ${realNow}, ${realNow}, ${realNow}, ${realNow}, ${told.software}, ${told.version},
            ${told.clockMs}, ${told.roundTripMs}, ${told.refused}, ${told.cut}, ${told.cannot})
    on conflict (point_id) do update set
      seen_at = excluded.seen_at, reported_at = excluded.reported_at, software = excluded.software,
      alive_since = case when ${isAlive(realNow)} then t.alive_since else excluded.alive_since end,
      held_version = excluded.held_version, clock_ms = excluded.clock_ms, round_trip_ms = excluded.round_trip_ms,
      refused = t.refused + excluded.refused, cut = t.cut + excluded.cut, cannot = excluded.cannot`.execute(
    db,
  );
  await noteHolding(db, pointId, told.holding, point.kind);
}

async function noteHolding(
  db: Db,
  pointId: string,
  holding: Report['holding'],
  kind: PointKind,
): Promise<void> {
  // Each node of a demo plays the simulated point: it has held a lock since the first of them did.
  const since = kind === 'simulated' ? sql`least(h.since, said.since)` : sql`said.since`;
  await sql`
    with said as (
      select distinct on (r.lock) r.lock, r.revision, r.since
        from jsonb_to_recordset(${JSON.stringify(holding)}::jsonb) r (lock bigint, revision text, since timestamptz)
       order by r.lock
    ), changed as (
      select h.lock_id as lock, said.revision, ${since} as since
        from enforcement_holding h left join said on said.lock = h.lock_id
       where h.point_id = ${pointId}::uuid
         and (said.lock is null or (h.revision, h.since) is distinct from (said.revision, ${since}))
         for update of h skip locked
    ), dropped as (
      delete from enforcement_holding h using changed c
       where h.point_id = ${pointId}::uuid and h.lock_id = c.lock and c.revision is null
    ), kept as (
      update enforcement_holding h set revision = c.revision, since = c.since from changed c
       where h.point_id = ${pointId}::uuid and h.lock_id = c.lock and c.revision is not null
    ), new as (
      select l.id as lock, said.revision, said.since from said join internet_lock l on l.id = said.lock
       where not exists (select from enforcement_holding h where h.point_id = ${pointId}::uuid and h.lock_id = l.id)
         for key share of l skip locked
    )
    insert into enforcement_holding (point_id, lock_id, revision, since)
    select ${pointId}::uuid, lock, revision, since from new on conflict do nothing`.execute(db);
}
