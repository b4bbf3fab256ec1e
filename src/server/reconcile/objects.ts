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
  /** When the portal last saw it as it was wanted. */
  heldAt: Date;
}

interface ObjectRow {
  key: number;
  objectId: string;
  name: string;
  mustChange: boolean;
  lockedUntil: Date | null;
  goneAt: Date | null;
  passwordAt: Date | null;
  heldAt: Date;
}

export async function readObjects(
  db: Db,
  kind: KeptKind,
  keys: readonly number[],
): Promise<Map<number, Remembered>> {
  const { rows } = await sql<ObjectRow>`
    select key, object_id, name, must_change, locked_until, gone_at, password_at, held_at from directory.object
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

export async function rememberObjects(
  db: Db,
  kind: KeptKind,
  memories: readonly Memory[],
  now: Date,
): Promise<void> {
  if (memories.length === 0) return;
  await sql`
    insert into directory.object (kind, key, object_id, name, must_change, locked_until, gone_at, password_at, held_at)
    select ${kind}, r.key, r.id, r.name, r."mustChange", r."lockedUntil", r."goneAt", r."passwordAt", ${now}
      from jsonb_to_recordset(${JSON.stringify(memories)}::jsonb)
        r (key bigint, id uuid, name text, "mustChange" boolean, "lockedUntil" timestamptz, "goneAt" timestamptz,
           "passwordAt" timestamptz)
     order by r.key
    on conflict (kind, key) do update
      set object_id = excluded.object_id, name = excluded.name, must_change = excluded.must_change,
          locked_until = excluded.locked_until, gone_at = excluded.gone_at, password_at = excluded.password_at,
          held_at = excluded.held_at`.execute(db);
}

export async function forgetObjects(db: Db, kind: KeptKind, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from directory.object where kind = ${kind} and key = any (${keys})`.execute(db);
}

/** Groups whose members are in the directory only now. */
export async function markGroupsOf(db: Db, kind: KeptKind, keys: readonly number[]): Promise<void> {
  // A candidate is in no group.
  if (kind === 'school' || kind === 'candidate' || keys.length === 0) return;
  await (
    kind === 'user'
      ? sql`insert into directory.mark
            select distinct 'group', group_id, false from membership where user_id = any (${keys})`
      : sql`insert into directory.mark
            select distinct 'group', parent_id, false from group_nesting where child_id = any (${keys})`
  ).execute(db);
}
