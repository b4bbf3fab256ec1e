/** What can be done to many users; each row follows the same rules as when it is done to one. */
import { z } from 'zod';

import { putIntoGroup } from '#areas/users/memberships/server/service.ts';
import { unlockAccount } from '#areas/users/passwords/server/service.ts';
import {
  deleteExpired,
  findPeople,
  type Person,
  renewAccount,
  requireNewPassword,
} from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { type BulkAct, type BulkContext, defineAct } from '#server/bulk/act.ts';

import type { UserAct } from '../contract.ts';

const nothing = z.object({});

async function find({ tx, scope, now }: BulkContext<unknown>, userName: string): Promise<Person> {
  const [person] = await findPeople(tx, scope, [userName], now);
  return person ?? refuse('user.not-found');
}

const requirePassword = defineAct({
  name: 'user.requirePassword',
  event: 'user.many-must-change-password',
  permission: 'users.update',
  input: nothing,
  run: async (context, userName) => {
    const person = await find(context, userName);
    if (person.isGuest) refuse('user.guest');
    if (person.accountStatus === 'expired') refuse('user.expired');
    await requireNewPassword(context.tx, person.id);
  },
});

const unlock = defineAct({
  name: 'user.unlock',
  event: 'user.many-unlocked',
  permission: 'passwords.set',
  input: nothing,
  run: async (context, userName) => unlockAccount(context, await find(context, userName)),
});

const addToGroup = defineAct({
  name: 'user.addToGroup',
  event: 'user.many-added-to-group',
  permission: 'users.groups',
  input: z.object({ groupName: z.string() }),
  run: ({ tx, scope, now, input }, userName) =>
    putIntoGroup({ db: tx, scope, now }, userName, input.groupName),
});

const renew = defineAct({
  name: 'user.renew',
  event: 'user.many-renewed',
  permission: 'users.update',
  input: z.object({ expiryDate: z.string() }),
  run: ({ tx: db, scope, now, input }, userName) =>
    renewAccount({ db, scope, now }, userName, input.expiryDate),
});

const removeExpired = defineAct({
  name: 'user.deleteExpired',
  event: 'user.many-deleted',
  permission: 'users.delete',
  input: nothing,
  run: async (context, userName) =>
    deleteExpired(context.tx, context.scope, await find(context, userName), context.now),
});

export const userBulkActs: readonly BulkAct[] = [requirePassword, unlock, addToGroup, renew, removeExpired];

export const actName = (act: UserAct): string => `user.${act}`;
