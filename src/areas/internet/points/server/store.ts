/** The SQL about enforcement points: who they are, whom they serve, and which locks they hold. */
import { sql } from 'kysely';

import { SILENT_AFTER } from '#connectors/web-filter/protocol/messages.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

import type { PointKind } from '../rules.ts';

export interface StoredPoint {
  id: string;
  name: string;
  kind: PointKind;
  wholeOwner: boolean;
  schools: { code: string; name: string }[];
  schoolIds: number[];
  createdBy: string;
  created: Date;
  secretSet: Date | null;
  version: number;
  /** Real times. */
  seenAt: Date | null;
  aliveSince: Date | null;
  software: string | null;
  heldVersion: string | null;
  clockMs: number | null;
  roundTripMs: number | null;
  refused: number;
  cut: number;
  cannot: string[];
  holding: number;
}

/** Points (`p`) that serve the school somebody stands at; of the whole owner all. */
export function pointsWithin(scope: Scope): Sql {
  if (scope.kind === 'self' || scope.kind === 'nobody') return sql`false`;
  const school = schoolOf(scope);
  return school === undefined ? sql`true` : serving(sql`${school}::int`);
}

const serving = (school: Sql): Sql => sql`(p.whole_owner or exists (
  select from enforcement_point_school s where s.point_id = p.id and s.school_id = ${school}))`;

/** What it holds of locks that are not over: one that is silent has told of no end. */
const fields = (now: Date): Sql => sql`
  p.id, p.name, p.kind, p.whole_owner as "wholeOwner", p.created_by as "createdBy", p.created_at as created,
  p.secret_set_at as "secretSet", p.version, t.seen_at as "seenAt", t.alive_since as "aliveSince", t.software,
  t.held_version as "heldVersion", t.clock_ms as "clockMs", t.round_trip_ms as "roundTripMs",
  coalesce(t.refused, 0) as refused, coalesce(t.cut, 0) as cut, coalesce(t.cannot, '{}') as cannot,
  array(select s.school_id from enforcement_point_school s where s.point_id = p.id order by 1) as "schoolIds",
  coalesce((select jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name) order by s.name_sort)
              from enforcement_point_school m join school s on s.id = m.school_id where m.point_id = p.id), '[]') as schools,
  (select count(*)::int from enforcement_holding h join internet_lock l on l.id = h.lock_id
    where h.point_id = p.id and l.ends_at > ${now}) as holding`;
const tables = sql`enforcement_point p left join enforcement_state t on t.point_id = p.id`;

export async function listPoints(db: Db, scope: Scope, now: Date): Promise<StoredPoint[]> {
  const { rows } = await sql<StoredPoint>`
    select ${fields(now)} from ${tables} where ${pointsWithin(scope)} order by p.name collate norwegian`.execute(
    db.withoutPlugins(),
  );
  return rows;
}

/** `hold`: nobody else changes it meanwhile. */
export async function findPoint(
  db: Db,
  scope: Scope,
  { id, now, hold = false }: { id: string; now: Date; hold?: boolean },
): Promise<StoredPoint | undefined> {
  if (hold) await sql`select from enforcement_point where id = ${id}::uuid for update`.execute(db);
  const { rows } = await sql<StoredPoint>`
    select ${fields(now)} from ${tables} where p.id = ${id}::uuid and ${pointsWithin(scope)}`.execute(
    db.withoutPlugins(),
  );
  return rows[0];
}

export interface Held {
  id: number;
  description: string;
  school: string;
  from: Date;
  until: Date;
  exam: boolean;
  /** By the portal's time. */
  since: Date;
  revision: string;
}

/** What a point says it holds, of the locks the reader may know of. */
export async function holdingOf(db: Db, scope: Scope, id: string): Promise<Held[]> {
  const school = schoolOf(scope);
  const within = school === undefined ? sql`true` : sql`l.school_id = ${school}`;
  const { rows } = await sql<Held>`
    select l.id, l.description, s.name as school, l.active_from as "from", l.ends_at as until, l.exam,
           h.since, h.revision
      from enforcement_holding h join enforcement_point p on p.id = h.point_id
      join internet_lock l on l.id = h.lock_id join school s on s.id = l.school_id
     where p.id = ${id}::uuid and ${pointsWithin(scope)} and ${within}
     order by l.active_from, l.id`.execute(db);
  return rows;
}

/** Those of the locks that the reader may know of. */
export async function locksOf(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<Omit<Held, 'since' | 'revision'>[]> {
  const school = schoolOf(scope);
  const within = school === undefined ? sql`true` : sql`l.school_id = ${school}`;
  const { rows } = await sql<Omit<Held, 'since' | 'revision'>>`
    select l.id, l.description, s.name as school, l.active_from as "from", l.ends_at as until, l.exam
      from internet_lock l join school s on s.id = l.school_id
     where l.id = any(${[...ids]}) and ${within} order by l.active_from, l.id`.execute(db);
  return rows;
}

export interface ServingPoint {
  id: string;
  name: string;
  kind: PointKind;
  alive: boolean;
  /** Real time since when it has been heard of without a silence; null = never. */
  aliveSince: Date | null;
}

/**
 * The points that serve a school, and whether each is alive. `realNow` is real time: a demo's moved clock says nothing
 * about machines.
 */
export async function pointsServing(
  db: Db,
  schoolId: number,
  realNow: Date,
): Promise<(ServingPoint & Pick<StoredPoint, 'seenAt' | 'clockMs'>)[]> {
  const { rows } = await sql<ServingPoint & Pick<StoredPoint, 'seenAt' | 'clockMs'>>`
    select p.id, p.name, p.kind, t.alive_since as "aliveSince", ${isAlive(realNow)} as alive, t.seen_at as "seenAt",
           t.clock_ms as "clockMs"
      from ${tables} where ${serving(sql`${schoolId}::int`)} order by p.name collate norwegian`.execute(db);
  return rows;
}

export interface Holder extends ServingPoint {
  lockId: number;
  /** By the portal's time; null: the point serves the lock's school and does not hold the lock. */
  since: Date | null;
}

/** For each lock, the points that serve its school, and others that hold it: which do, and since when. */
export async function holdersOf(db: Db, lockIds: readonly number[], realNow: Date): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select l.id as "lockId", p.id, p.name, p.kind, t.alive_since as "aliveSince", ${isAlive(realNow)} as alive, h.since
      from internet_lock l cross join enforcement_point p
      left join enforcement_state t on t.point_id = p.id
      left join enforcement_holding h on h.point_id = p.id and h.lock_id = l.id
     where (${serving(sql`l.school_id`)} or h.lock_id is not null) and l.id = any(${[...lockIds]}) order by l.id, p.name collate norwegian`.execute(
    db,
  );
  return rows;
}

export const isAlive = (realNow: Date): Sql =>
  sql`coalesce(t.seen_at > ${realNow}::timestamptz - make_interval(secs => ${SILENT_AFTER}), false)`;

export interface WantedPoint {
  name: string;
  kind: PointKind;
  wholeOwner: boolean;
  schoolIds: readonly number[];
}

export async function insertPoint(
  db: Db,
  { name, kind, wholeOwner, schoolIds }: WantedPoint,
  made: { cipher: Buffer | null; by: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into enforcement_point (name, kind, whole_owner, secret_cipher, secret_set_at, created_by, created_at)
    values (${name}, ${kind}, ${wholeOwner}, ${made.cipher}, ${made.cipher && made.now}, ${made.by}, ${made.now})
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await writeSchools(db, id, schoolIds);
  return id;
}

export async function updatePoint(
  db: Db,
  id: string,
  { name, wholeOwner, schoolIds }: Omit<WantedPoint, 'kind'>,
): Promise<void> {
  await sql`update enforcement_point set name = ${name}, whole_owner = ${wholeOwner}, version = version + 1
    where id = ${id}::uuid`.execute(db);
  await writeSchools(db, id, schoolIds);
}

async function writeSchools(db: Db, id: string, schoolIds: readonly number[]): Promise<void> {
  const wanted = [...schoolIds];
  await sql`delete from enforcement_point_school where point_id = ${id}::uuid and school_id <> all(${wanted}::int[])`.execute(
    db,
  );
  await sql`insert into enforcement_point_school (point_id, school_id)
    select ${id}::uuid, s from unnest(${wanted}::int[]) s on conflict do nothing`.execute(db);
}

export async function renewSecret(db: Db, id: string, cipher: Buffer, now: Date): Promise<void> {
  await sql`update enforcement_point set secret_cipher = ${cipher}, secret_set_at = ${now}, version = version + 1
    where id = ${id}::uuid`.execute(db);
}

export async function deletePoint(db: Db, id: string): Promise<void> {
  await sql`delete from enforcement_point where id = ${id}::uuid`.execute(db);
}

export async function schoolIdsOf(db: Db, codes: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from school where code = any(${[...codes]})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The point of the demo, which is made when there is none. Inside an operation when it is not there. */
export async function findSimulated(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from enforcement_point where kind = 'simulated' order by created_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** Nobody else makes a point until the operation is done. */
export async function holdPoints(db: Db): Promise<void> {
  await sql`lock table enforcement_point in share row exclusive mode`.execute(db);
}

/** The name, or with the first number that is not taken: «Brannmur 2». */
export async function freeName(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select w.name from (select ${name}::text as name, 1 as place
        union all select ${name} || ' ' || n, n from generate_series(2, 1000) n) w
     where not exists (select from enforcement_point p where lower(p.name) = lower(w.name)) order by w.place limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? name;
}
