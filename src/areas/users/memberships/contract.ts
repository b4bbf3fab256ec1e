/** A person's groups, seen and changed from the person's side (specification §7, `groups`, `updategroup`, `groups/remove`). */
import { z } from 'zod';

import { GroupName, GroupRow } from '#areas/groups/contract.ts';
import { groupTypes, memberRoles } from '#areas/users/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Moment, UserName } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

const memberships = ['direct', 'nested', 'import'] as const;

const UserGroupRow = GroupRow.extend({
  membership: z.enum(memberships),
  role: z.enum(memberRoles),
  addedTime: Moment,
});
export type UserGroupRow = z.input<typeof UserGroupRow>;

export const userGroupList = defineList({
  id: 'user-groups',
  row: UserGroupRow,
  key: 'name',
  columns: {
    displayName: { kind: 'text', shown: true, width: 240 },
    type: { kind: 'choice', shown: true, choices: groupTypes, width: 180 },
    membership: { kind: 'choice', shown: true, choices: memberships, width: 140 },
    role: { kind: 'choice', shown: true, choices: memberRoles, width: 140 },
    addedTime: { kind: 'moment', shown: true, width: 160 },
  },
  filters: { type: { kind: 'choice', choices: groupTypes, several: true } },
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

const MOST = 100;
const Names = z.array(GroupName).max(MOST);

const errors = ['user.not-found'] as const;

export const userMemberships = {
  list: query('POST /user/groups', {
    summary: 'The groups a user is member of',
    permission: 'users.read',
    input: userGroupList.query.extend({
      userName: UserName,
      /** The filter `type`, as a caller may also name it. */
      types: userGroupList.query.shape.type,
    }),
    output: userGroupList.result,
    errors: ['user.not-found'],
  }),
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
