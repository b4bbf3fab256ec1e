import { findPeople } from '#areas/users/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';

import { userMemberships } from '../contract.ts';
import { listGroupsOfUser } from './list.ts';
import { putIntoGroup, takeFromGroup } from './service.ts';

export const userMembershipHandlers = implement(userMemberships, {
  async list({ db, scope, input: { userName, types, ...rest }, now }) {
    const question = { ...rest, type: rest.type ?? types };
    const [person] = await findPeople(db, scope, [userName], now);
    return person ? listGroupsOfUser(db, scope, person.id, question, now) : refuse('user.not-found');
  },

  async update(context) {
    const { userName, addGroups, removeGroups } = context.input;
    await find(context, userName);
    const removed = await onEach(context.db, removeGroups, (name) => takeFromGroup(context, userName, name));
    const added = await onEach(context.db, addGroups, (name) => putIntoGroup(context, userName, name));
    return merge(removed, added);
  },

  async remove(context) {
    const { userName, groupNames } = context.input;
    await find(context, userName);
    return onEach(context.db, groupNames, (name) => takeFromGroup(context, userName, name));
  },
});

type Caller = Pick<Context<typeof userMemberships.remove>, 'db' | 'scope' | 'now' | 'request'>;

/** Refused before any group is looked at; what follows is in the log of that person. */
async function find({ db, scope, now, request }: Caller, userName: string): Promise<void> {
  const [person] = await findPeople(db, scope, [userName], now);
  if (!person) return refuse('user.not-found');
  request.subject = { table: 'users', id: person.id };
}

const merge = (one: BulkResult, other: BulkResult): BulkResult => ({
  succeeded: [...one.succeeded, ...other.succeeded],
  failed: [...one.failed, ...other.failed],
});
