/** Internet locks (specification §3, §4, §5, §7 "Internet locks"): the list, one lock, what it does and to whom. */
import { z } from 'zod';

import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import {
  Description,
  GivenMoment,
  Moment,
  Nothing,
  orNothing,
  patterns,
  RowId,
  RowVersion,
  UserName,
} from '#kernel/fields.ts';
import { sourceKinds } from '#kernel/internet/decide.ts';
import { chatPhases, chatRestrictions, lockStates } from '#kernel/internet/lock-times.ts';
import { limits } from '#kernel/limits.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

import { MOST_GROUPS } from './limits.ts';
import { lockActs } from './rules.ts';

/** What a lock is laid on. */
export const LockGroup = z.object({
  name: z.string(),
  displayName: z.string(),
  kind: z.enum(['group', 'exam']),
});
export type LockGroup = z.output<typeof LockGroup>;

export const LockRow = z.object({
  id: z.number().int(),
  description: z.string(),
  groupNames: z.array(z.string()),
  groups: z.array(LockGroup),
  start: Moment,
  /** From when it locks; later than `start` for an exam lock made shortly before it. */
  activeFrom: Moment,
  end: Moment,
  immediate: z.boolean(),
  status: z.enum(lockStates),
  exam: z.boolean(),
  examResources: z.boolean(),
  chat: z.enum(chatRestrictions),
  createdBy: z.string(),
  created: Moment,
  endedBy: z.string().nullable(),
  teacher: z.object({ userName: z.string(), displayName: z.string() }).nullable(),
  ownDomainCount: z.number().int(),
  packageCount: z.number().int(),
  version: z.number().int(),
  /** What this reader may do with it now. */
  can: z.array(z.enum(lockActs)),
  ...rowMarks,
});
export type LockRow = z.output<typeof LockRow>;

export const lockList = defineList({
  id: 'internet-locks',
  row: LockRow,
  key: 'id',
  columns: {
    description: { kind: 'text', shown: true, width: 230 },
    groups: { kind: 'list', shown: true, sort: false, width: 200 },
    start: { kind: 'moment', shown: true, width: 150 },
    end: { kind: 'moment', shown: true, width: 150 },
    status: { kind: 'choice', shown: true, choices: lockStates, width: 126 },
    createdBy: { kind: 'text', shown: true, width: 170 },
    immediate: { kind: 'flag', width: 120 },
    ownDomainCount: { kind: 'number', width: 120 },
    packageCount: { kind: 'number', width: 120 },
    examResources: { kind: 'flag', width: 160 },
    chat: { kind: 'choice', choices: chatRestrictions, width: 130 },
  },
  filters: {
    // Several, so that none chosen is all of them.
    status: { kind: 'choice', choices: lockStates, several: true, asViews: true },
    groupName: { kind: 'lookup', lookup: '/internetlock/groups', ofSchool: true },
    teacher: { kind: 'lookup', lookup: '/internetlock/teachers', ofSchool: true },
    days: { kind: 'days' },
    exam: { kind: 'flag' },
  },
  sort: { by: 'start', dir: 'desc' },
  search: true,
});

/** Besides what the reader filters by: the locks on somebody, and in a span of time. */
const Narrowed = {
  userName: UserName.optional(),
  from: GivenMoment.optional(),
  to: GivenMoment.optional(),
};

export const NamedPackage = z.object({
  id: z.number().int(),
  name: z.string(),
  scope: z.enum(['school', 'global']),
  domains: z.array(z.string()),
});

const Source = z.object({
  kind: z.enum(sourceKinds),
  name: z.string().optional(),
  lock: z.number().int().optional(),
});
/** A domain that is open, and everything that opens it. */
export const OpenEntry = z.object({ domain: z.string(), sources: z.array(Source) });
export type OpenEntry = z.output<typeof OpenEntry>;

const Opened = z.object({
  userName: z.string(),
  displayName: z.string(),
  until: Moment.nullable(),
  comment: z.string().nullable(),
  openedBy: z.string(),
  opened: Moment,
});

export const LockDetail = LockRow.extend({
  ownDomains: z.array(z.string()),
  domainPackages: z.array(NamedPackage),
  /** How many people it reaches today. */
  people: z.number().int(),
  open: z.array(OpenEntry),
  openedUsers: z.array(Opened),
  /** When the chat follows, where it is restricted. */
  chatTimes: z.object({ asked: Moment, certain: Moment, free: Moment, phase: z.enum(chatPhases) }).nullable(),
});
export type LockDetail = z.output<typeof LockDetail>;

export const LockId = RowId;
const Ids = z.array(LockId).min(1).max(500);
export const Time = GivenMoment;
const Domains = z.array(z.string().trim().min(1).max(300)).max(100);
const GroupNames = z.array(z.string().min(1).max(64)).min(1).max(MOST_GROUPS);
export const Text = z
  .string()
  .trim()
  .min(1)
  .max(limits.description)
  .regex(patterns.noAngles.regex, { error: 'angles' });

/** What a lock opens and shuts, without when and for whom: what a template keeps. */
export const Settings = {
  ownDomains: Domains.default([]),
  domainPackageIds: z.array(LockId).max(100).default([]),
  examResources: z.boolean().default(false),
  chat: z.enum(chatRestrictions).default('none'),
};
const NewLock = z.object({
  description: Text,
  groupNames: GroupNames,
  immediate: z.boolean().default(false),
  start: orNothing(Time).optional(),
  end: Time,
  ...Settings,
});
export type NewLock = z.output<typeof NewLock>;

const Changes = z.object({
  id: LockId,
  version: RowVersion.optional(),
  description: Text.optional(),
  groupNames: GroupNames.optional(),
  immediate: z.boolean().optional(),
  start: orNothing(Time).optional(),
  end: Time.optional(),
  ownDomains: Domains.optional(),
  domainPackageIds: z.array(LockId).max(100).optional(),
  examResources: z.boolean().optional(),
  chat: z.enum(chatRestrictions).optional(),
});
export type LockChanges = z.output<typeof Changes>;

const Choices = z.object({ Items: z.array(z.object({ value: z.string(), label: z.string() })) });
const Search = z.object({ search: z.string().trim().max(100).default('') });

export const locks = {
  list: query('POST /internetlock/list', {
    summary: 'The internet locks there are, have been and will be',
    permission: 'locks.read',
    input: lockList.query.extend(Narrowed),
    output: lockList.result,
  }),
  add: command('POST /internetlock/add', {
    summary: 'Makes an internet lock',
    permission: 'locks.manage',
    event: 'internet-lock.added',
    input: NewLock,
    output: LockDetail,
    errors: [
      'request.invalid',
      'school.not-chosen',
      'group.not-found',
      'domain-package.not-found',
      'internet-lock.collision',
    ],
  }),
  today: query('GET /internetlock/todayinfo', {
    summary: 'How many locks are active, planned and finished today (home widget)',
    permission: 'locks.count',
    input: Nothing,
    output: z.object({
      active: z.number().int(),
      planned: z.number().int(),
      finished: z.number().int(),
      updated: Moment,
    }),
  }),
  update: command('PUT /internetlock/update', {
    summary: 'Changes a lock; of one that is active only end, domains and description',
    permission: 'locks.manage',
    event: 'internet-lock.changed',
    input: Changes,
    output: LockDetail,
    errors: [
      'request.invalid',
      'group.not-found',
      'domain-package.not-found',
      'internet-lock.not-found',
      'internet-lock.not-yours',
      'internet-lock.finished',
      'internet-lock.begun',
      'internet-lock.collision',
      'row.stale',
    ],
  }),
  removeMany: command('POST /internetlock/delete', {
    summary: 'Ends active locks now, and deletes planned ones',
    permission: 'locks.manage',
    event: 'internet-lock.ended',
    input: z.object({ ids: Ids }),
    output: BulkResult,
    errors: ['internet-lock.not-found', 'internet-lock.not-yours', 'internet-lock.finished'],
  }),
  remove: command('DELETE /internetlock/delete/:id', {
    summary: 'Ends an active lock now, or deletes a planned one',
    permission: 'locks.manage',
    event: 'internet-lock.ended',
    input: z.object({ id: LockId }),
    output: z.object({ ended: z.boolean() }),
    errors: ['internet-lock.not-found', 'internet-lock.not-yours', 'internet-lock.finished'],
  }),
  openUsers: command('PUT /internetlock/openuserlocks', {
    summary: 'Opens the internet for some users in spite of the locks they are under now',
    permission: 'locks.manage',
    event: 'internet-lock.opened',
    input: z.object({
      userNames: z.array(UserName).min(1).max(500),
      until: orNothing(Time).optional(),
      comment: orNothing(Description).optional(),
      /** Only these locks; all that reach them when left out. */
      lockIds: Ids.optional(),
    }),
    output: BulkResult.extend({ lockIds: z.array(z.number().int()) }),
    errors: [
      'request.invalid',
      'user.not-found',
      'internet-lock.not-under',
      'internet-lock.not-yours',
      'internet-lock.exam',
    ],
  }),
  teacherList: query('GET /internetlock/teacherlist', {
    summary: 'The teachers who have locks',
    permission: 'locks.read',
    calledBy: 'integration',
    input: Search,
    output: z.object({ Items: z.array(z.object({ userName: z.string(), displayName: z.string() })) }),
  }),
  teachers: query('GET /internetlock/teachers', {
    summary: 'The same, as the choices of the list’s filter',
    permission: 'locks.read',
    input: Search,
    output: Choices,
  }),
  groups: query('GET /internetlock/groups', {
    summary: 'The groups and exams that locks are laid on, as the choices of the list’s filter',
    permission: 'locks.read',
    input: Search,
    output: Choices,
  }),
  // After the addresses with words of their own, which it would swallow.
  detail: query('GET /internetlock/:id', {
    summary: 'An internet lock: what it opens, for whom, and who was opened from it',
    permission: 'locks.read',
    input: z.object({ id: LockId }),
    output: LockDetail,
    errors: ['internet-lock.not-found'],
  }),
};
