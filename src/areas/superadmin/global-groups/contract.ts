/** Groups across schools, run centrally (specification §7 "Global groups"). */
import { z } from 'zod';

import { GroupChanges, Members, Named, NewGroup, OfGroup } from '#areas/groups/acts/contract.ts';
import { GroupDetail, groupList, GroupName, memberList } from '#areas/groups/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Done, RowVersion } from '#kernel/fields.ts';

const refusals = ['group.not-found', 'group.archived'] as const;

export const globalGroups = {
  list: query('POST /globalgroup/list', {
    summary: 'The groups across schools',
    permission: 'global-groups.read',
    input: groupList.query,
    output: groupList.result,
  }),
  users: query('POST /globalgroup/users', {
    summary: 'The members of a group across schools: a school sees its own',
    permission: 'global-groups.read',
    calledBy: 'integration',
    input: memberList.query.extend({ groupName: GroupName }),
    output: memberList.result,
    errors: ['group.not-found'],
  }),
  add: command('POST /globalgroup/add', {
    summary: 'Makes a group across schools',
    permission: 'global-groups.manage',
    event: 'group.created',
    unique: ['alias', 'email'],
    input: NewGroup.omit({ type: true }),
    output: GroupDetail,
    errors: ['group.name-taken', 'group.email-taken', 'probing.too-many'],
  }),
  addMembers: command('POST /globalgroup/member/add', {
    summary: 'Puts people and groups into a group across schools',
    permission: 'global-groups.manage',
    event: 'group.members-added',
    input: OfGroup.extend({ members: Members }),
    output: BulkResult,
    errors: refusals,
  }),
  removeMembers: command('PUT /globalgroup/member/remove', {
    summary: 'Takes people and groups out of a group across schools',
    permission: 'global-groups.manage',
    event: 'group.members-removed',
    input: OfGroup.extend({ members: Members }),
    output: BulkResult,
    errors: refusals,
  }),
  update: command('PUT /globalgroup/update', {
    summary: 'Changes the name, the description and the day a group across schools expires',
    permission: 'global-groups.manage',
    event: 'group.updated',
    input: GroupChanges.extend({ name: GroupName, version: RowVersion }),
    output: GroupDetail,
    errors: [...refusals, 'group.name-taken', 'row.stale'],
  }),
  remove: command('DELETE /globalgroup/delete', {
    summary: 'Deletes groups across schools; for 30 days they can be restored',
    permission: 'global-groups.manage',
    event: 'group.deleted',
    input: Named,
    output: BulkResult,
  }),
  restore: command('PUT /globalgroup/restore', {
    summary: 'Restores deleted groups across schools with their members',
    permission: 'global-groups.manage',
    event: 'group.restored',
    input: Named,
    output: BulkResult,
  }),
  addEmail: command('PUT /globalgroup/addemail', {
    summary: 'Gives a group across schools an e-mail address',
    permission: 'global-groups.manage',
    event: 'group.email-given',
    // Without an alias the address follows from the group's name.
    unique: ['alias', 'groupName'],
    input: OfGroup.extend({ alias: NewGroup.shape.alias }),
    output: z.object({ groupName: z.string(), email: z.string() }),
    errors: [...refusals, 'group.email-taken', 'probing.too-many'],
  }),
  hide: command('PUT /globalgroup/hidefromaddresslists', {
    summary: 'Shows a group across schools in address lists, or hides it',
    permission: 'global-groups.manage',
    event: 'group.visibility-set',
    input: OfGroup.extend({ hidden: z.boolean() }),
    output: Done,
    errors: refusals,
  }),
  protect: command('PUT /globalgroup/deleteprevention', {
    summary: 'Protects a group across schools from deletion and automatic clean-up, or lifts that',
    permission: 'global-groups.manage',
    event: 'group.delete-prevention-set',
    input: OfGroup.extend({ prevent: z.boolean() }),
    output: Done,
    errors: refusals,
  }),
};
