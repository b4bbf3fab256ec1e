/** What is done with groups: made, changed, filled, printed, deleted (specification §7 "Groups"). */
import { z } from 'zod';

import { memberRoles } from '#areas/users/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import { BulkResult, Started } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Day, Description, Done, Email, Flag, orNothing, RowVersion, whole } from '#kernel/fields.ts';

import { GroupDetail, GroupName } from '../contract.ts';
import { Alias, GroupTitle, madeByHand } from '../rules.ts';

const MOST = 500;

export const Member = z.strictObject({
  kind: z.enum(['user', 'group']),
  /** A user name or an e-mail address; the name of a group. */
  id: z.string().trim().min(1).max(254),
  /** Of a person; left out, pupils are pupils and staff have no role of their own. */
  role: z.enum(memberRoles).optional(),
});
export type Member = z.output<typeof Member>;
export const Members = z.array(Member).min(1).max(MOST);

export const NewGroup = z.object({
  name: GroupTitle,
  description: orNothing(Description).optional(),
  type: z.enum(madeByHand),
  visibleInAddressLists: Flag.default(true),
  /** The address, in the site's own domain; `alias` is the part before `@`, which is all there is to choose of it. */
  email: orNothing(Email).optional(),
  alias: orNothing(Alias).optional(),
  expiryDate: orNothing(Day).optional(),
  members: Members.optional(),
});
export type NewGroup = z.output<typeof NewGroup>;

export const GroupChanges = z.object({
  newName: GroupTitle.optional(),
  description: orNothing(Description).optional(),
  expiryDate: orNothing(Day).optional(),
});
export type GroupChanges = z.output<typeof GroupChanges>;

export const Named = z.object({
  names: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(GroupName).min(1).max(MOST),
  ),
});
export const OfGroup = z.object({ groupName: GroupName });

/** What stands in a printed class list. National numbers are not among it (specification §7, `printlist`). */
export const classListColumns = [
  'name',
  'userName',
  'className',
  'memberRole',
  'email',
  'mobilePhone',
] as const;
export type ClassListColumn = (typeof classListColumns)[number];

export const groupActs = {
  /** Central admins make theirs at `POST /globalgroup/add`, which is for groups across schools alone. */
  add: command('POST /group/add', {
    summary: 'Makes a group at the current school, or across schools for those with an owner role',
    permission: 'groups.manage',
    event: 'group.created',
    unique: ['alias', 'email'],
    input: NewGroup,
    output: GroupDetail,
    errors: ['group.name-taken', 'group.email-taken', 'group.owner-only', 'probing.too-many'],
  }),
  update: command('PUT /group/update', {
    summary: 'Changes the name, the description and the day a group expires',
    permission: 'groups.update',
    event: 'group.updated',
    input: GroupChanges.extend({ name: GroupName, version: RowVersion }),
    output: GroupDetail,
    errors: [
      'group.not-found',
      'group.name-taken',
      'group.owned-by-import',
      'group.owner-only',
      'group.archived',
      'row.stale',
    ],
  }),
  addEmail: command('PUT /group/update/addemail', {
    summary: 'Gives a group an e-mail address',
    permission: 'groups.manage',
    event: 'group.email-given',
    // Without an alias the address follows from the group's name.
    unique: ['alias', 'groupName'],
    input: OfGroup.extend({ alias: orNothing(Alias).optional() }),
    output: z.object({ groupName: z.string(), email: z.string() }),
    errors: [
      'group.not-found',
      'group.email-taken',
      'group.owner-only',
      'group.archived',
      'probing.too-many',
    ],
  }),
  hide: command('PUT /group/hidefromaddresslists', {
    summary: 'Shows a group in address lists, or hides it',
    permission: 'groups.manage',
    event: 'group.visibility-set',
    input: OfGroup.extend({ hidden: z.boolean() }),
    output: Done,
    errors: ['group.not-found', 'group.owner-only', 'group.archived'],
  }),
  protect: command('PUT /group/deleteprevention', {
    summary: 'Protects a group from deletion and automatic clean-up, or lifts that',
    permission: 'groups.manage',
    event: 'group.delete-prevention-set',
    input: OfGroup.extend({ prevent: z.boolean() }),
    output: Done,
    errors: ['group.not-found', 'group.owner-only', 'group.archived'],
  }),
  remove: command('DELETE /group/delete', {
    summary: 'Deletes groups; for 30 days they can be restored',
    permission: 'groups.manage',
    event: 'group.deleted',
    input: Named,
    output: BulkResult,
  }),
  restore: command('PUT /group/restore', {
    summary: 'Restores deleted groups with their members',
    permission: 'groups.manage',
    event: 'group.restored',
    input: Named,
    output: BulkResult,
  }),
  addMembers: command('POST /group/member/add', {
    summary: 'Puts people and groups into a group; who is there already gets the role that is named',
    permission: 'groups.update',
    event: 'group.members-added',
    input: OfGroup.extend({ members: Members }),
    output: BulkResult,
    errors: ['group.not-found', 'group.owned-by-import', 'group.owner-only', 'group.archived'],
  }),
  removeMembers: command('PUT /group/member/remove', {
    summary: 'Takes people and groups out of a group',
    permission: 'groups.update',
    event: 'group.members-removed',
    input: OfGroup.extend({ members: Members }),
    output: BulkResult,
    errors: ['group.not-found', 'group.owned-by-import', 'group.owner-only', 'group.archived'],
  }),
  forcePassword: command('PUT /group/setforcepassword', {
    // Done in one statement, however many they are, so what has begun is done already when it answers.
    summary: 'All members must choose a new password at their next sign-in, or no longer',
    permission: 'passwords.issue',
    load: 'heavy',
    event: 'group.must-change-password',
    input: OfGroup.extend({ enabled: z.boolean() }),
    output: Started.extend({ changed: z.number() }),
    errors: ['group.not-found', 'group.owner-only', 'group.archived'],
  }),
  firstTimePasswords: command('POST /group/firsttimepassword', {
    // More than a screen holds are refused, not made by a job: its answer would have to lie somewhere until it is read.
    summary:
      'Makes first-time passwords for the pupils of a group, shown once: as an answer, or as a PDF to hand out',
    permission: 'passwords.issue',
    load: 'heavy',
    event: 'group.passwords-issued',
    secret: true,
    input: passwords.issue.input.omit({ userNames: true }).extend(OfGroup.shape),
    output: passwords.issue.output,
    errors: [
      'group.not-found',
      'group.owner-only',
      'group.archived',
      'password.too-many',
      'password.protected-among',
    ],
  }),
  printList: query('GET /group/:name/printlist', {
    summary: 'A class list to print or to write in',
    permission: 'groups.class-list',
    event: 'group.class-list-printed',
    rate: 'export',
    answers: 'file',
    input: z.object({
      name: GroupName,
      format: z.enum(['pdf', 'xlsx']).default('pdf'),
      columns: z.preprocess(
        (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
        z.array(z.enum(classListColumns)).min(1).default(['name', 'className', 'userName']),
      ),
      /** Columns without content, to tick or write in. */
      blank: whole(0, 6).default(0),
      /** Left out: everybody. */
      memberKind: z.enum(['students', 'employees']).optional(),
      language: z.enum(['nb', 'nn', 'en']).default('nb'),
    }),
    output: z.unknown(),
    errors: ['group.not-found', 'group.archived'],
  }),
};
