/** The acts themselves, also for global groups and for other areas. Each runs in the caller's operation. */
import { sql } from 'kysely';

import { Alias, isReserved, nameProblem } from '#areas/groups/rules.ts';
import { membersOf, type Reader } from '#areas/groups/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import type { RequestInfo } from '#server/http/endpoint.ts';
import { isGuest } from '#server/list/scope.ts';

import type { GroupChanges, Member, NewGroup } from '../contract.ts';
import * as people from './members.ts';
import { aliasOf } from './names.ts';
import * as store from './store.ts';

export { deleteGroup, refuseOwnersGroup, restoreGroup } from './store.ts';

/** Who acts, and the request that is noted as being about the group even when nothing of it changes. */
export interface Acting extends Reader {
  request: Pick<RequestInfo, 'subject'>;
}

/** A group that the caller may change, noted as what the operation is about. */
export async function openGroup(acting: Acting, name: string, demand: { made?: boolean } = {}) {
  const group = await store.openGroup(acting, name, demand);
  acting.request.subject = { table: 'groups', id: group.id };
  return group;
}

/** Makes the group and answers its name in the directory. */
export async function createGroup(acting: Acting, group: NewGroup): Promise<string> {
  const { db, scope, now } = acting;
  const wrong = nameProblem(group.type, group.name);
  if (wrong) refuseField('request.invalid', 'name', wrong);
  const schoolId = store.placeOf(scope, group.type);
  const name = await store.freeName(db, schoolId, group.name, 'name', isReserved);
  const id = await store.insertGroup(db, { schoolId, name }, group, now);
  acting.request.subject = { table: 'groups', id };
  if (group.email) await giveWholeEmail(acting, { id }, group.email);
  else if (group.alias) await giveEmail(acting, name, group.alias);
  if (group.members) {
    const { failed } = await people.addMembers(acting, await store.openGroup(acting, name), group.members);
    if (failed[0])
      refuseField(failed[0].code, 'members', 'unknownMember', {
        names: failed.map(({ id: who }) => who).join(', '),
      });
  }
  return name;
}

/** Answers the group's name in the directory, which follows the name people see. */
export async function changeGroup(
  acting: Acting,
  name: string,
  version: number,
  changes: GroupChanges,
): Promise<string> {
  const { newName } = changes;
  const before = await openGroup(acting, name);
  const renames = newName !== undefined && newName !== before.displayName;
  if (!renames) {
    if (!(await store.updateGroup(acting.db, before, version, changes, before.name))) refuse('row.stale');
    return before.name;
  }
  const group = await openGroup(acting, name, { made: true });
  const wrong = nameProblem(group.type, newName);
  if (wrong) refuseField('request.invalid', 'newName', wrong);
  const next = await store.freeName(acting.db, group.schoolId, newName, 'newName', isReserved);
  if (!(await store.updateGroup(acting.db, group, version, changes, next))) refuse('row.stale');
  return next;
}

export async function giveEmail(
  acting: Acting,
  name: string,
  alias: string | null | undefined,
): Promise<string> {
  const group = await openGroup(acting, name);
  const domain = (await store.mailDomain(acting.db)) ?? refuseField('request.invalid', 'alias', 'noDomain');
  const email = `${alias ?? aliasOf(group.name)}@${domain}`.toLowerCase();
  await store.giveEmail(acting.db, group, email);
  return email;
}

async function giveWholeEmail({ db }: Acting, group: { id: number }, email: string): Promise<void> {
  const [alias, domain] = email.toLowerCase().split('@');
  if (domain !== (await store.mailDomain(db))?.toLowerCase())
    refuseField('request.invalid', 'email', 'email');
  if (!Alias.safeParse(alias).success) refuseField('request.invalid', 'email', 'alias');
  await store.giveEmail(db, group, email.toLowerCase(), 'email');
}

export async function setHidden(acting: Acting, name: string, hidden: boolean): Promise<void> {
  const { id } = await openGroup(acting, name);
  await store.setFlag(acting.db, id, 'visible_in_address_lists', !hidden);
}

export async function setPrevention(acting: Acting, name: string, prevent: boolean): Promise<void> {
  const { id } = await openGroup(acting, name);
  await store.setFlag(acting.db, id, 'delete_prevention', prevent);
}

export const deleteGroups = (acting: Acting, names: readonly string[]): Promise<BulkResult> =>
  onEach(acting.db, names, (name) => store.deleteGroup(acting, name));

export const restoreGroups = (acting: Acting, names: readonly string[]): Promise<BulkResult> =>
  onEach(acting.db, names, (name) => store.restoreGroup(acting, name));

export async function addMembers(
  acting: Acting,
  name: string,
  members: readonly Member[],
): Promise<BulkResult> {
  return people.addMembers(acting, await openGroup(acting, name, { made: true }), members);
}

export async function removeMembers(
  acting: Acting,
  name: string,
  members: readonly Member[],
): Promise<BulkResult> {
  return people.removeMembers(acting, await openGroup(acting, name, { made: true }), members);
}

/**
 * Of those with an open account that the school looks after: not of its guests. Set in one statement, however many they
 * are. Answers for how many it was otherwise before.
 */
export async function forcePassword(acting: Acting, id: number, enabled: boolean): Promise<number> {
  const { db, scope, now } = acting;
  const today = osloDay(now);
  const { numAffectedRows = 0n } = await sql`
    update users u set must_change_password = ${enabled}, version = version + 1
     where must_change_password <> ${enabled} and not ${isGuest(scope)}
       and (u.expires_on is null or u.expires_on >= ${today}::date)
       and u.id in (select m.user_id from ${membersOf(sql`${id}::bigint`, scope, today)} m)`.execute(db);
  return Number(numAffectedRows);
}

/** User names of the pupils in the group with an open account, in order of name. */
export async function pupilsOf({ db, scope, now }: Reader, id: number): Promise<string[]> {
  const today = osloDay(now);
  const { rows } = await sql<{ userName: string }>`
    select u.user_name as "userName" from users u
     where u.role <> 'employee' and (u.expires_on is null or u.expires_on >= ${today}::date)
       and u.id in (select m.user_id from ${membersOf(sql`${id}::bigint`, scope, today)} m)
     order by u.sort_name, u.id`.execute(db);
  return rows.map(({ userName }) => userName);
}
