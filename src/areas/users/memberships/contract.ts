/** A person's groups, changed from the person's side (specification §7, `updategroup` and `groups/remove`). */
import { z } from 'zod';

import { GroupName } from '#areas/groups/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command } from '#kernel/contract.ts';
import { UserName } from '#kernel/fields.ts';

const MOST = 100;
const Names = z.array(GroupName).max(MOST);

const errors = ['user.not-found'] as const;

export const userMemberships = {
  update: command('PUT /user/updategroup', {
    summary: 'Puts a user into groups and takes the user out of others; a group that refuses stops no other',
    permission: 'users.groups',
    event: 'user.groups-changed',
    input: z.object({
      userName: UserName,
      addGroups: Names.default([]),
      removeGroups: Names.default([]),
    }),
    output: BulkResult,
    errors,
  }),
  remove: command('PUT /user/groups/remove', {
    summary: 'Takes a user out of groups',
    permission: 'users.groups',
    event: 'user.groups-removed',
    input: z.object({ userName: UserName, groupNames: Names.min(1) }),
    output: BulkResult,
    errors,
  }),
};
