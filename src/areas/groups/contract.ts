/** User groups: the list with its type tabs, the card and its members (specification §3, §7 "Groups"). */
import { z } from 'zod';

import { accountStatuses, groupTypes, memberRoles, SchoolRef, UserRow } from '#areas/users/contract.ts';
import { query } from '#kernel/contract.ts';
import { Day, Moment, UserName } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';
import { Cannot } from '#kernel/why.ts';

import { groupCan } from './rules.ts';

export const teamStatuses = [
  'none',
  'creating',
  'created',
  'archiving',
  'archived',
  'createFailed',
  'archiveFailed',
] as const;
export const chatStatuses = ['default', 'restricted', 'blocked'] as const;
export const printPeriods = ['none', 'daily', 'weekly', 'monthly'] as const;
export const groupSources = ['import', 'manual'] as const;
/** What a group lacks: nobody teaches it, or nobody is its contact teacher. */
export const groupLacks = ['teacher', 'contactTeacher'] as const;

export const GroupRow = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string().nullable(),
  type: z.enum(groupTypes),
  school: SchoolRef.nullable(),
  /** People in the group today, also through groups within it, in whatever role. */
  memberCount: z.number(),
  /** Those of them who teach it. */
  teacherCount: z.number(),
  teamStatus: z.enum(teamStatuses),
  chatStatus: z.enum(chatStatuses),
  printPeriodType: z.enum(printPeriods),
  visibleInAddressLists: z.boolean(),
  email: z.string().nullable(),
  created: Moment,
  expiryDate: Day.nullable(),
  archived: Moment.nullable(),
  subjectCode: z.string().nullable(),
  grade: z.string().nullable(),
  schoolYear: z.string().nullable(),
  source: z.enum(groupSources),
  ...rowMarks,
});
export type GroupRow = z.output<typeof GroupRow>;

export const groupList = defineList({
  id: 'groups',
  row: GroupRow,
  key: 'name',
  columns: {
    displayName: { kind: 'text', shown: true, width: 260 },
    type: { kind: 'choice', shown: true, choices: groupTypes, width: 180 },
    /** Every school has a 1A. */
    school: { kind: 'text', shown: 'owner', width: 200 },
    memberCount: { kind: 'number', shown: true, width: 110 },
    teacherCount: { kind: 'number', shown: true, width: 100 },
    teamStatus: { kind: 'choice', shown: true, choices: teamStatuses, width: 150, filledBy: 'teams' },
    chatStatus: { kind: 'choice', shown: true, choices: chatStatuses, width: 130, filledBy: 'chat' },
    name: { kind: 'text', width: 220 },
    description: { kind: 'text', width: 240 },
    email: { kind: 'text', width: 240 },
    visibleInAddressLists: { kind: 'flag', width: 150 },
    printPeriodType: { kind: 'choice', choices: printPeriods, width: 130, filledBy: 'print' },
    created: { kind: 'moment', width: 160 },
    expiryDate: { kind: 'date', width: 120 },
    archived: { kind: 'moment', width: 160 },
    subjectOrGrade: { kind: 'text', width: 140 },
    source: { kind: 'choice', choices: groupSources, width: 120 },
  },
  filters: {
    type: { kind: 'choice', choices: groupTypes, several: true, asViews: true },
    school: { kind: 'lookup', lookup: '/import/schools', ofSchool: true, shown: 'owner' },
    lacks: { kind: 'choice', choices: groupLacks },
    source: { kind: 'choice', choices: groupSources },
    teamStatus: { kind: 'choice', choices: teamStatuses, several: true, filledBy: 'teams' },
    chatStatus: { kind: 'choice', choices: chatStatuses, several: true, filledBy: 'chat' },
    archived: { kind: 'flag' },
    hasEmail: { kind: 'flag' },
    expiresBefore: { kind: 'day' },
    invalid: { kind: 'flag' },
  },
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

const Person = z.object({ userName: z.string(), displayName: z.string(), role: z.enum(memberRoles) });

/**
 * Locks, teams and machines are told of by their own areas, in the tabs they add to the card: so it stays as it is when
 * they come.
 */
export const GroupDetail = GroupRow.extend({
  /** Its teachers and leaders, contact teachers first; by name and role, for nobody knows people by user name. */
  owners: z.array(Person),
  /** Groups within this one, and groups this one is within. */
  nestedGroups: z.number(),
  memberOfGroups: z.number(),
  startDate: Day.nullable(),
  endDate: Day.nullable(),
  deletePrevention: z.boolean(),
  /** Deleted by somebody: gone for good from this day, and until then it can be restored. */
  deleteOn: Day.nullable(),
  sourceName: z.string(),
  version: z.number(),
  can: z.array(z.enum(groupCan)),
  /** What this reader may not do, and why. */
  cannot: z.array(Cannot.extend({ act: z.enum(groupCan) })),
});
export type GroupDetail = z.output<typeof GroupDetail>;

const memberships = ['direct', 'nested'] as const;
const memberKinds = ['students', 'employees'] as const;

/** A person as the list of users has them, and their place in the group: `source` is the membership's. */
export const MemberRow = UserRow.omit({ added: true }).extend({
  memberRole: z.enum(memberRoles),
  membership: z.enum(memberships),
  /** The group within which a nested member is, by its display name. */
  through: z.string().nullable(),
  addedTime: Moment,
  source: z.enum(groupSources),
  pinnedTime: z.preprocess((value) => value ?? undefined, Moment.optional()),
});
export type MemberRow = z.output<typeof MemberRow>;

export const memberList = defineList({
  id: 'group-members',
  row: MemberRow,
  key: 'userName',
  columns: {
    name: { kind: 'text', shown: true, width: 260 },
    userName: { kind: 'text', shown: true, width: 150 },
    memberRole: { kind: 'choice', shown: true, choices: memberRoles, width: 150 },
    className: { kind: 'text', shown: true, width: 110 },
    membership: { kind: 'choice', shown: true, choices: memberships, width: 130 },
    email: { kind: 'text', width: 260 },
    mobilePhone: { kind: 'text', width: 130 },
    primarySchool: { kind: 'text', width: 170 },
    accountStatus: { kind: 'choice', choices: accountStatuses, width: 130 },
    expiryDate: { kind: 'date', width: 120 },
    lastLogin: { kind: 'moment', width: 160 },
    addedTime: { kind: 'moment', width: 160 },
    source: { kind: 'choice', choices: groupSources, width: 120 },
  },
  filters: {
    memberKind: { kind: 'choice', choices: memberKinds },
    memberRole: { kind: 'choice', choices: memberRoles, several: true },
    membership: { kind: 'choice', choices: memberships },
  },
  sort: { by: 'name', dir: 'asc' },
  search: true,
});

export const relatedGroupList = defineList({
  id: 'group-groups',
  row: GroupRow,
  key: 'name',
  columns: {
    displayName: { kind: 'text', shown: true, width: 260 },
    type: { kind: 'choice', shown: true, choices: groupTypes, width: 180 },
    memberCount: { kind: 'number', shown: true, width: 120 },
    teacherCount: { kind: 'number', width: 100 },
    description: { kind: 'text', width: 240 },
    email: { kind: 'text', width: 240 },
    created: { kind: 'moment', width: 160 },
    expiryDate: { kind: 'date', width: 120 },
    source: { kind: 'choice', choices: groupSources, width: 120 },
  },
  filters: { type: { kind: 'choice', choices: groupTypes, several: true } },
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

/** No lower bound on a shape: names that came with the import are found as they are. */
export const GroupName = z.string().min(1).max(64);

export const groups = {
  /**
   * `types` is the filter `type`, which goes by the name of its column as in every list. A group administrator reads all
   * groups of the school, as their card and members: one cannot look after what one does not find.
   */
  list: query('POST /group/list', {
    summary: 'The groups of the current school and those of the whole owner',
    permission: 'groups.read',
    input: groupList.query.extend({ types: groupList.query.shape.type }),
    output: groupList.result,
  }),
  download: query('GET /group/list/download', {
    summary: 'The same list as a file',
    permission: 'groups.export',
    event: 'group.exported',
    rate: 'export',
    answers: 'file',
    input: groupList.exportQuery,
    output: z.unknown(),
  }),
  types: query('GET /group/types', {
    summary: 'How many groups there are of each type, for the type tabs',
    permission: 'groups.read',
    input: z.object({}),
    output: z.array(z.object({ type: z.enum(groupTypes), count: z.number() })),
  }),
  users: query('POST /group/users', {
    summary: 'The members of a group today, direct and through groups within it',
    permission: 'groups.read',
    input: memberList.query.extend({
      groupName: GroupName,
      /** Those the reader has just added: they come first. */
      pinned: z.array(UserName).max(200).optional(),
    }),
    output: memberList.result,
    errors: ['group.not-found'],
  }),
  downloadUsers: query('GET /group/users/download', {
    summary: 'The members of a group as a file',
    permission: 'groups.export',
    event: 'group.members-exported',
    rate: 'export',
    answers: 'file',
    input: memberList.exportQuery.extend({ groupName: GroupName }),
    output: z.unknown(),
    errors: ['group.not-found'],
  }),
  groups: query('POST /group/groups', {
    summary: 'The groups a group is within (memberOf), or the ones within it (nested)',
    permission: 'groups.read',
    input: relatedGroupList.query.extend({
      groupName: GroupName,
      direction: z.enum(['memberOf', 'nested']),
    }),
    output: relatedGroupList.result,
    errors: ['group.not-found'],
  }),
  get: query('GET /group/:name', {
    summary: 'A group’s card',
    permission: 'groups.read',
    input: z.object({ name: GroupName }),
    output: GroupDetail,
    errors: ['group.not-found'],
  }),
};
