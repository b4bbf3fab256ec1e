/** What the portal remembers of the directory's objects: whose they are, and what somebody accepted about them. */
import { sql } from 'kysely';

import type { KeptKind } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';

import type { Exception, Known } from './difference.ts';

export interface Remembered extends Known {
  name: string;
  lockedUntil: Date | null;
  goneAt: Date | null;
  /** When the password it has was set, where the portal keeps passwords. */
  passwordAt: Date | null;
  /** The portal brought it after the directory was asked: what was read may be older. */
  isNewer: boolean;
}

interface ObjectRow {
  key: number;
  objectId: string;
  name: string;
  mustChange: boolean;
  lockedUntil: Date | null;
  goneAt: Date | null;
  passwordAt: Date | null;
  isNewer: boolean;
}

/** A moment by the database's own clock, which every node shares and nobody moves; with all its digits. */
export type DatabaseTime = string;

/** Said before the directory is asked. */
export async function databaseTime(db: Db): Promise<DatabaseTime> {
  const { rows } = await sql<{ now: DatabaseTime }>`select clock_timestamp()::text as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database does not know the time');
  return row.now;
}

export async function readObjects(
  db: Db,
  kind: KeptKind,
  keys: readonly number[],
  asked: DatabaseTime = 'infinity',
): Promise<Map<number, Remembered>> {
  const { rows } = await sql<ObjectRow>`
    select key, object_id, name, must_change, locked_until, gone_at, password_at,
           coalesce(brought_at > ${asked}::timestamptz, false) as is_newer
      from directory.object
     where kind = ${kind} and key = any (${keys})`.execute(db);
  return new Map(rows.map(({ key, objectId, ...rest }) => [key, { id: objectId, ...rest }]));
}

/** Whose the objects are that have these ids. */
export async function ownersOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { kind: KeptKind; key: number }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ objectId: string; kind: KeptKind; key: number }>`
    select object_id, kind, key from directory.object where object_id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ objectId, kind, key }) => [objectId, { kind, key }]));
}

export async function readExceptions(
  db: Db,
  kind: KeptKind,
  keys: readonly number[],
): Promise<Map<number, Exception[]>> {
  const { rows } = await sql<Exception & { key: number }>`
    select object_key as key, field, member, observed from directory_exception
     where object_kind = ${kind} and object_key = any (${keys})`.execute(db);
  return Map.groupBy(rows, ({ key }) => key);
}

export interface Memory {
  key: number;
  id: string;
  name: string;
  mustChange: boolean;
  lockedUntil: Date | null;
  goneAt: Date | null;
  passwordAt: Date | null;
}

/** What the directory has just been brought to. */
export async function rememberObjects(
  db: Db,
  kind: KeptKind,
  memories: readonly Memory[],
  now: Date,
): Promise<void> {
  if (memories.length === 0) return;
  await sql`
    insert into directory.object (kind, key, object_id, name, must_change, locked_until, gone_at, password_at, held_at, brought_at)
    select ${kind}, r.key, r.id, r.name, r."mustChange", r."lockedUntil", r."goneAt", r."passwordAt", ${now}, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(memories)}::jsonb)
        r (key bigint, id uuid, name text, "mustChange" boolean, "lockedUntil" timestamptz, "goneAt" timestamptz,
           "passwordAt" timestamptz)
     order by r.key
    on conflict (kind, key) do update
      set object_id = excluded.object_id, name = excluded.name, must_change = excluded.must_change,
          locked_until = excluded.locked_until, gone_at = excluded.gone_at, password_at = excluded.password_at,
          held_at = excluded.held_at, brought_at = excluded.brought_at`.execute(db);
}

/** What was read of accounts without bringing them, unless somebody has brought them since. */
export async function rememberRead(
  db: Db,
  kind: KeptKind,
  news: readonly Pick<Memory, 'key' | 'mustChange' | 'lockedUntil'>[],
  asked: DatabaseTime,
): Promise<void> {
  if (news.length === 0) return;
  await sql`
    update directory.object o set must_change = r."mustChange", locked_until = r."lockedUntil"
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
        r (key bigint, "mustChange" boolean, "lockedUntil" timestamptz)
     where o.kind = ${kind} and o.key = r.key and (o.brought_at is null or o.brought_at <= ${asked}::timestamptz)`.execute(
    db,
  );
}

export async function forgetObjects(db: Db, kind: KeptKind, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from directory.object where kind = ${kind} and key = any (${keys})`.execute(db);
}

/** Groups whose members are in the directory only now. */
export async function markGroupsOf(db: Db, kind: KeptKind, keys: readonly number[]): Promise<void> {
  if (kind === 'school' || kind === 'exam' || keys.length === 0) return;
  await groupsWith[kind](keys).execute(db);
}

const groupsWith = {
  user: (keys: readonly number[]) => sql`
    insert into directory.mark
      select distinct 'group', group_id, false from membership where user_id = any (${keys})`,
  candidate: (keys: readonly number[]) => sql`
    insert into directory.mark
      select distinct 'exam', exam_group_id, false from exam_candidate where id = any (${keys})`,
  group: (keys: readonly number[]) => sql`
    insert into directory.mark
      select distinct 'group', parent_id, false from group_nesting where child_id = any (${keys})`,
};
