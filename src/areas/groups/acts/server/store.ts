/** SQL that changes groups themselves. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import { isOwnedByImport } from '#areas/groups/rules.ts';
import { type GroupCard, readGroup, type Reader } from '#areas/groups/server/service.ts';
import { addDays, osloDay } from '#kernel/dates.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { rolesWith } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';

import type { GroupChanges, NewGroup } from '../contract.ts';
import { directoryName } from './names.ts';

/** How long a deleted group can be restored. */
export const RESTORE_DAYS = 30;

/** Groups of the whole owner have members at every school, so no school changes them for the others. */
export function refuseOwnersGroup(group: { schoolId: number | null }, scope: Scope): void {
  if (group.schoolId !== null || scope.kind === 'owner') return;
  refuse('group.owner-only', {
    why: { rule: 'global-groups.manage', grantedBy: rolesWith('global-groups.manage') },
  });
}

/** Held to the end of the transaction: what is judged of the group below is still so when it is changed. */
async function lockGroup(db: Db, name: string): Promise<void> {
  await sql`select from groups where lower(name) = lower(${name}) for no key update`.execute(db);
}

interface Demand {
  /** Only groups whose names and members are ours to decide. */
  made?: boolean;
}

/** A group the caller may change, locked. */
export async function openGroup(
  reader: Reader,
  name: string,
  { made = false }: Demand = {},
): Promise<GroupCard> {
  await lockGroup(reader.db, name);
  const group = await readGroup(reader, name);
  refuseOwnersGroup(group, reader.scope);
  if (group.archived !== null) refuse('group.archived');
  if (made && isOwnedByImport(group)) refuse('group.owned-by-import');
  return group;
}

/** Where a new group belongs: across schools, or at the school the caller stands at. */
export function placeOf(scope: Scope, type: string): number | null {
  if (type === 'global') {
    refuseOwnersGroup({ schoolId: null }, scope);
    return null;
  }
  return schoolOf(scope) ?? refuseField('request.invalid', 'type', 'atSchool');
}

async function nameAt(db: Db, schoolId: number | null, displayName: string): Promise<string> {
  if (schoolId === null) return directoryName(undefined, displayName);
  const { abbreviation } = await db
    .selectFrom('school')
    .select('abbreviation')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow();
  return directoryName(abbreviation, displayName);
}

/** The name the group has in the directory, free at this moment; the index decides between two at once. */
export async function freeName(
  db: Db,
  schoolId: number | null,
  displayName: string,
  field: string,
  isTakenWord: (name: string) => boolean,
): Promise<string> {
  const name = await nameAt(db, schoolId, displayName);
  if (isTakenWord(name)) refuseField('group.name-taken', field, 'taken');
  return name;
}

export async function insertGroup(
  db: Db,
  at: { schoolId: number | null; name: string },
  group: NewGroup,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into groups (school_id, name, display_name, type, description, visible_in_address_lists, expires_on, created_at)
    values (${at.schoolId}, ${at.name}, ${group.name}, ${group.type}, ${group.description ?? null},
            ${group.visibleInAddressLists}, ${group.expiryDate ?? null}, ${now})
    on conflict (lower(name)) do nothing returning id`.execute(db);
  return rows[0]?.id ?? refuseField('group.name-taken', 'name', 'taken');
}

/** Of two at the same moment the index lets one through. */
function refuseTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'groups_name') {
    refuseField('group.name-taken', 'newName', 'taken');
  }
  throw error;
}

/** True when the row still had the version the caller read. */
export async function updateGroup(
  db: Db,
  group: GroupCard,
  version: number,
  { newName, description, expiryDate }: GroupChanges,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    update groups set name = ${name}, display_name = ${newName ?? group.displayName},
           description = ${description === undefined ? group.description : description},
           expires_on = ${expiryDate === undefined ? group.expiryDate : expiryDate}, version = version + 1
     where id = ${group.id} and version = ${version} returning id`
    .execute(db)
    .catch(refuseTaken);
  return rows.length > 0;
}

export async function setFlag(
  db: Db,
  id: number,
  column: 'visible_in_address_lists' | 'delete_prevention',
  value: boolean,
): Promise<void> {
  const target = sql.ref(column);
  await sql`update groups set ${target} = ${value}, version = version + 1
             where id = ${id} and ${target} <> ${value}`.execute(db);
}

export async function deleteGroup(reader: Reader, name: string): Promise<void> {
  const { db, now } = reader;
  const group = await openGroup(reader, name, { made: true });
  if (group.deletePrevention) refuse('group.delete-prevented');
  if (group.teamStatus !== 'none' && group.teamStatus !== 'archived') refuse('group.has-team');
  await sql`update groups set archived_at = ${now}, delete_on = ${addDays(osloDay(now), RESTORE_DAYS)},
                   version = version + 1 where id = ${group.id}`.execute(db);
}

export async function restoreGroup(reader: Reader, name: string): Promise<void> {
  await lockGroup(reader.db, name);
  const group = await readGroup(reader, name);
  refuseOwnersGroup(group, reader.scope);
  if (group.archived === null) refuse('group.not-deleted');
  // What the source has ended comes back with the source.
  if (isOwnedByImport(group)) refuse('group.owned-by-import');
  // Restored because it has expired, it would be archived again the next night.
  await sql`update groups set archived_at = null, delete_on = null, version = version + 1,
                   expires_on = case when expires_on < ${osloDay(reader.now)}::date then null else expires_on end
             where id = ${group.id}`.execute(reader.db);
}

/** Serializes those who take addresses: no index can watch over people and groups at once. */
const EMAIL_LOCK = 0x67_6d_61_69;

export async function giveEmail(
  db: Db,
  group: { id: number },
  email: string,
  field = 'alias',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${EMAIL_LOCK})`.execute(db);
  const { rows } = await sql`
    select 1 from users where lower(email) = lower(${email})
    union all select 1 from groups where lower(email) = lower(${email}) and id <> ${group.id} limit 1`.execute(
    db,
  );
  if (rows.length > 0) refuseField('group.email-taken', field, 'taken');
  await sql`update groups set email = ${email}, version = version + 1
             where id = ${group.id} and email is distinct from ${email}`.execute(db);
}

/** The owner's own domain as set, else the one most of the staff have their addresses in. */
export async function mailDomain(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ domain: string }>`
    select value #>> '{}' as domain from site_setting where key = 'mailDomain'
    union all
    (select split_part(email, '@', 2) from (
       select email from users where email is not null and role = 'employee' order by id limit 500) staff
      group by 1 order by count(*) desc, 1 limit 1)
    limit 1`.execute(db);
  return rows[0]?.domain;
}
