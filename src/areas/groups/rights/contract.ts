/** What a group opens to its members, and what its members look after (tabs "Access" and "Administrated"). */
import { z } from 'zod';

import { groupTypes, SchoolRef } from '#areas/users/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Moment, patterns, RowId } from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';
import { defineList } from '#kernel/list.ts';

import { GroupName } from '../contract.ts';

export const accessKinds = ['folder', 'application', 'site', 'room', 'other'] as const;
export const accessLevels = ['read', 'write', 'full'] as const;

const AccessRow = z.object({
  id: z.number(),
  kind: z.enum(accessKinds),
  target: z.string(),
  level: z.enum(accessLevels),
  /** The group around this one that it comes through; null: this group's own. */
  through: z.string().nullable(),
  addedTime: Moment,
});
export type AccessRow = z.output<typeof AccessRow>;

export const accessList = defineList({
  id: 'group-access',
  row: AccessRow,
  key: 'id',
  columns: {
    target: { kind: 'text', shown: true, width: 300 },
    kind: { kind: 'choice', shown: true, choices: accessKinds, width: 140 },
    level: { kind: 'choice', shown: true, choices: accessLevels, width: 150 },
    through: { kind: 'text', shown: true, width: 180 },
    addedTime: { kind: 'moment', width: 160 },
  },
  filters: { kind: { kind: 'choice', choices: accessKinds, several: true } },
  sort: { by: 'target', dir: 'asc' },
  search: true,
});

const AdministeredRow = z.object({
  name: z.string(),
  displayName: z.string(),
  type: z.enum(groupTypes),
  school: SchoolRef.nullable(),
  memberCount: z.number(),
  addedTime: Moment,
});
export type AdministeredRow = z.output<typeof AdministeredRow>;

export const administeredList = defineList({
  id: 'group-administered',
  row: AdministeredRow,
  key: 'name',
  columns: {
    displayName: { kind: 'text', shown: true, width: 260 },
    type: { kind: 'choice', shown: true, choices: groupTypes, width: 180 },
    memberCount: { kind: 'number', shown: true, width: 120 },
    addedTime: { kind: 'moment', width: 160 },
  },
  filters: { type: { kind: 'choice', choices: groupTypes, several: true } },
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

const OfGroup = z.object({ groupName: GroupName });
const Ids = z.array(RowId).min(1).max(200);
const Names = z.array(GroupName).max(200).default([]);
const target = z
  .string()
  .trim()
  .min(1)
  .max(limits.description)
  .regex(patterns.noAngles.regex, { error: patterns.noAngles.key });
const refusals = ['group.not-found', 'group.owner-only', 'group.archived'] as const;

export const groupRights = {
  access: query('POST /group/access', {
    summary: 'What a group opens to its members, by itself and through the groups it is within',
    permission: 'groups.read',
    input: accessList.query.extend(OfGroup.shape),
    output: accessList.result,
    errors: ['group.not-found'],
  }),
  addAccess: command('POST /group/access/add', {
    summary: 'Notes something a group opens, or its new level',
    permission: 'groups.manage',
    event: 'group.access-added',
    input: OfGroup.extend({ kind: z.enum(accessKinds), target, level: z.enum(accessLevels) }),
    output: z.object({ id: z.number() }),
    errors: refusals,
  }),
  removeAccess: command('PUT /group/access/remove', {
    summary: 'A group opens these no longer',
    permission: 'groups.manage',
    event: 'group.access-removed',
    input: OfGroup.extend({ ids: Ids }),
    output: z.object({ removed: z.number() }),
    errors: refusals,
  }),
  administered: query('POST /group/administrated', {
    summary: 'The groups that the members of a group look after',
    permission: 'groups.read',
    input: administeredList.query.extend(OfGroup.shape),
    output: administeredList.result,
    errors: ['group.not-found'],
  }),
  administer: command('PUT /group/administrated', {
    summary: 'Sets which groups the members of a group look after',
    permission: 'groups.manage',
    event: 'group.administration-changed',
    input: OfGroup.extend({ add: Names, remove: Names }),
    output: BulkResult,
    errors: refusals,
  }),
};
