/** What other areas may ask of groups. */
import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import { type Actor, prove, type Scope } from '#kernel/scope.ts';
import { judged } from '#kernel/why.ts';
import type { Db } from '#server/db.ts';
import { listTotal } from '#server/list/page.ts';

import { type GroupDetail, groupList } from '../contract.ts';
import { against, type Holder } from '../rules.ts';
import { groupSource } from './list.ts';
import { findGroup, type GroupCard } from './store.ts';

export { groupJoins, groupSource, schoolRef, selectGroup } from './list.ts';
export { countsOf, groupsActedOn, groupsWithin, membersOf, peopleWithin } from './reach.ts';
export { placeOf } from './members.ts';
export { allNames, listGroups, listMembers, searchGroups } from './store.ts';
export type { GroupCard } from './store.ts';

/** How many rows the group list has under these filters, written as they stand in its address. */
export function countGroups(
  db: Db,
  scope: Scope,
  filters: Record<string, string>,
  now: Date,
): Promise<number> {
  return listTotal(db, groupList, groupSource, scope, groupList.query.parse(filters), now);
}

export interface Reader {
  db: Db;
  scope: Scope;
  now: Date;
}

/** A group the scope sees, or a refusal. */
export async function readGroup({ db, scope, now }: Reader, name: string): Promise<GroupCard> {
  return (await findGroup(db, scope, name, { now, today: osloDay(now) })) ?? refuse('group.not-found');
}

/** A group's card as it is sent: with what this reader may do. */
export async function readCard(
  reader: Reader & { actor: Actor | undefined },
  name: string,
): Promise<GroupDetail> {
  return cardOf(await readGroup(reader, name), reader.actor);
}

export function cardOf({ id: _id, schoolId, ...card }: GroupCard, actor: Actor | undefined): GroupDetail {
  return { ...card, ...judged(against({ ...card, schoolId }, holderOf(actor))) };
}

function holderOf(actor: Actor | undefined): Holder {
  return {
    may: (permission) => actor !== undefined && prove(actor, permission) !== undefined,
    isOwner: actor !== undefined && prove(actor, 'groups.read')?.kind === 'owner',
  };
}
