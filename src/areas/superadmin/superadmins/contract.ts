/**
 * Those who look after the whole municipality (specification §7 "Superadmin"). A superadmin group is one of the roles
 * that are held for the whole owner; what it is called and what it opens are words, and stand in the browser.
 */
import { z } from 'zod';

import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Day, Description, Done, Moment, UserName } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';
import type { Role } from '#kernel/permissions.ts';

export const superadminGroups = ['superadmin', 'centralAdmin'] as const satisfies readonly Role[];
const GroupId = z.enum(superadminGroups);
export type GroupId = z.output<typeof GroupId>;
/** Whoever gives a role for the whole municipality says why. */
const Comment = Description.min(1);

export const SuperadminRow = z.object({
  userName: z.string(),
  displayName: z.string(),
  comment: z.string().nullable(),
  addedTime: Moment,
  /** User name of the person who gave it; null when the portal did, or when it was given before this was recorded. */
  addedBy: z.string().nullable(),
  lastLogin: Moment.nullable(),
  validTo: Day.nullable(),
  /** The reader's own row: nobody takes the role from themselves. */
  isSelf: z.boolean(),
});
export type SuperadminRow = z.output<typeof SuperadminRow>;

export const superadminList = defineList({
  id: 'superadmins',
  row: SuperadminRow,
  key: 'userName',
  columns: {
    displayName: { kind: 'text', shown: true, width: 230 },
    comment: { kind: 'text', shown: true, width: 320 },
    addedTime: { kind: 'moment', shown: true, width: 160 },
    addedBy: { kind: 'text', width: 170 },
    lastLogin: { kind: 'moment', shown: true, width: 160 },
    userName: { kind: 'text', width: 150 },
    validTo: { kind: 'date', width: 120 },
  },
  filters: {},
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

const Member = { groupId: GroupId, userName: UserName };

export const superadmins = {
  /** Without name and description, which are words, and without a comment: each member has one of their own. */
  groups: query('GET /superadmingroup/list', {
    summary: 'The groups of those who look after the whole municipality',
    permission: 'superadmins.manage',
    input: z.object({}),
    output: z.object({ Items: z.array(z.object({ id: GroupId, memberCount: z.number() })) }),
  }),
  users: query('POST /superadmingroup/users', {
    summary: 'The members of a superadmin group',
    permission: 'superadmins.manage',
    input: superadminList.query.extend({ groupId: GroupId.default('superadmin') }),
    output: superadminList.result,
  }),
  add: command('POST /superadmingroup/member/add', {
    summary: 'Makes a person a member of a superadmin group, and says why',
    permission: 'superadmins.manage',
    event: 'superadmin.added',
    input: z.object({ ...Member, comment: Comment }),
    output: BulkResult,
    errors: ['user.not-found', 'superadmin.exists', 'superadmin.not-employee'],
  }),
  remove: command('PUT /superadmingroup/member/remove', {
    summary: 'Takes a person out of a superadmin group',
    permission: 'superadmins.manage',
    event: 'superadmin.removed',
    input: z.object(Member),
    output: BulkResult,
    errors: ['superadmin.not-found', 'superadmin.self', 'superadmin.last'],
  }),
  comment: command('PUT /superadmingroup/comment/update', {
    summary: 'Says anew why a person is a member of a superadmin group',
    permission: 'superadmins.manage',
    event: 'superadmin.comment-changed',
    input: z.object({ ...Member, comment: Comment }),
    output: Done,
    errors: ['superadmin.not-found'],
  }),
};
