/** What the portal remembers of the directory's objects: whose they are, and what somebody accepted about them. */
import { type RawBuilder, sql } from 'kysely';

import { directoryKindOf, type KeptKind } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';

import type { Brought, Exception, Known } from './difference.ts';

export interface Remembered extends Known {
  name: string;
  lockedUntil: Date | null;
  goneAt: Date | null;
  /** When the password it has was set, where the portal keeps passwords. */
  passwordAt: Date | null;
  /** The portal brought it after the directory was asked: what was read may be older. */
  isNewer: boolean;
  withoutPassword: WithoutPassword;
  restoreError: RestoreError | null;
  /** Since when it is no longer in the directory although the portal wants it there. */
  missingSince: Date | null;
}

/** The portal made the account without a password and handed none over since; `again` after it had been deleted. */
export type WithoutPassword = 'new' | 'again' | null;

/** Why the account was made again although the recycle bin had it. */
export interface RestoreError {
  code: string;
  said: string;
}

type ObjectRow = Omit<Remembered, 'id'> & { key: number; objectId: string };

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
    select key, object_id, name, must_change, locked_until, gone_at, password_at, brought, missing_since,
           without_password,
           case when restore_error is not null
                then jsonb_build_object('code', restore_error, 'said', restore_error_text) end as restore_error,
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
  brought: Brought | null;
  withoutPassword: WithoutPassword;
  restoreError: RestoreError | null;
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
    insert into directory.object (kind, key, object_id, name, must_change, locked_until, gone_at, password_at, brought,
                                  without_password, restore_error, restore_error_text, held_at, brought_at)
    select ${kind}, r.key, r.id, r.name, r."mustChange", r."lockedUntil", r."goneAt", r."passwordAt", r.brought,
           r."withoutPassword", r."restoreError" ->> 'code', r."restoreError" ->> 'said', ${now}, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(memories)}::jsonb)
        r (key bigint, id uuid, name text, "mustChange" boolean, "lockedUntil" timestamptz, "goneAt" timestamptz,
           "passwordAt" timestamptz, brought jsonb, "withoutPassword" text, "restoreError" jsonb)
     order by r.key
    on conflict (kind, key) do update
      set object_id = excluded.object_id, name = excluded.name, must_change = excluded.must_change,
          locked_until = excluded.locked_until, gone_at = excluded.gone_at, password_at = excluded.password_at,
          brought = excluded.brought, without_password = excluded.without_password, restore_error = excluded.restore_error,
          restore_error_text = excluded.restore_error_text, missing_since = null, held_at = excluded.held_at,
          brought_at = excluded.brought_at`.execute(db);
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

/** Groups that had their members already get these as well; the others are filled when they are looked at. */
const mark = (kind: 'group' | 'exam', found: RawBuilder<unknown>) => sql`
  with found (group_id, member) as (${found}), members as (
    insert into directory.member_due (kind, key, member)
      select distinct ${kind}, group_id, member from found
       where member is not null and directory.has_had_members(${kind}, group_id)
  )
  insert into directory.mark select distinct ${kind}, group_id, false from found`;

const groupsWith = {
  user: (keys: readonly number[]) =>
    mark(
      'group',
      sql`select group_id, directory.object_of('user', user_id) from membership where user_id = any (${keys})`,
    ),
  candidate: (keys: readonly number[]) =>
    mark(
      'exam',
      sql`select exam_group_id::bigint, directory.object_of('candidate', id) from exam_candidate where id = any (${keys})`,
    ),
  group: (keys: readonly number[]) =>
    mark(
      'group',
      sql`select parent_id, directory.object_of('group', child_id) from group_nesting where child_id = any (${keys})`,
    ),
};

/** Members whose membership the portal changed and the directory does not have yet. */
export interface MembersDue {
  numbers: number[];
  of: (key: number) => ReadonlySet<string>;
}

export async function readMembersDue(db: Db, kind: KeptKind, keys: readonly number[]): Promise<MembersDue> {
  if (directoryKindOf(kind) !== 'group') return { numbers: [], of: () => new Set() };
  const { rows } = await sql<{ number: number; key: number; member: string }>`
    select number, key, member from directory.member_due where kind = ${kind} and key = any (${keys})`.execute(
    db,
  );
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return {
    numbers: rows.map(({ number }) => number),
    of: (key) => new Set(byKey.get(key)?.map(({ member }) => member)),
  };
}

/** Deletes what was read before these groups were brought; what came since stays. */
export async function forgetMembersDue(
  db: Db,
  kind: KeptKind,
  keys: readonly number[],
  { numbers }: MembersDue,
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`
    delete from directory.member_due
     where kind = ${kind} and key = any (${keys}) and number = any (${numbers})`.execute(db);
}

/** Remembers of these whether they are in the directory; those that are back have to come into their groups again. */
export async function rememberPresence(
  db: Db,
  kind: KeptKind,
  { missing, back }: { missing: readonly number[]; back: readonly number[] },
  now: Date,
): Promise<void> {
  if (missing.length + back.length === 0) return;
  await sql`
    update directory.object
       set missing_since = case when key = any (${missing}) then coalesce(missing_since, ${now}::timestamptz) end
     where kind = ${kind} and key = any (${[...missing, ...back]})
       and (missing_since is null) = (key = any (${missing}))`.execute(db);
  await markGroupsOf(db, kind, back);
}

/**
 * Forgets what was brought of the fields that are about to be changed. If this process dies between the change and the
 * note of it, those fields count as still to be brought, and not as changed by somebody else.
 */
export async function forgetBrought(
  db: Db,
  kind: KeptKind,
  changing: readonly { key: number; fields: readonly string[] }[],
): Promise<void> {
  const written = changing.filter(({ fields }) => fields.length > 0);
  if (written.length === 0) return;
  await sql`
    update directory.object o
       set brought = o.brought - array(select jsonb_array_elements_text(c.fields))
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) c (key bigint, fields jsonb)
     where o.kind = ${kind} and o.key = c.key and o.brought is not null`.execute(db);
}

/**
 * Fields of objects of which it was not known yet what the portal brought: nothing is due, so it brought what it wants.
 * Left out are those that became due since, or were brought after the directory was asked.
 */
export async function rememberBrought(
  db: Db,
  kind: KeptKind,
  found: readonly { key: number; brought: Brought }[],
  asked: DatabaseTime,
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    update directory.object o set brought = r.brought || coalesce(o.brought, '{}')
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) r (key bigint, brought jsonb)
     where o.kind = ${kind} and o.key = r.key and (o.brought_at is null or o.brought_at <= ${asked}::timestamptz)
       and not exists (select from directory.due d where d.kind = ${kind} and d.key = r.key)
       and not exists (select from directory.mark m where m.kind = ${kind} and m.key = r.key)`.execute(db);
}
