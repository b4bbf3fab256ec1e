/** Temporary access to a school and blocks at one (specification §3, §4, §7): one mechanism in two kinds. */
import { z } from 'zod';

import { SchoolRef } from '#areas/users/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Day, Description, Moment, orNothing, RowId, RowVersion, UserName, whole } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

import { accessStatuses, warningDays } from './rules.ts';

export const accessRoles = ['student', 'employee'] as const;
export const accessActs = ['update', 'delete'] as const;
/** Why somebody should look at an entry. */
export const accessWarnings = ['failed', 'endsSoon', 'userLeft', 'conflict'] as const;
/** Why an entry could not be carried out. */
export const accessFailures = [
  'user-left',
  'already-here',
  'no-role',
  'registrar',
  'account-protected',
] as const;

export const AccessEntry = z.object({
  id: z.number().int(),
  userName: z.string(),
  displayName: z.string(),
  school: SchoolRef,
  role: z.enum(accessRoles),
  start: Day,
  end: Day,
  comment: z.string().nullable(),
  iktCanModify: z.boolean(),
  renewDate: Day.nullable(),
  addedDate: Moment,
  registeredBy: z.string(),
  status: z.enum(accessStatuses),
  immediate: z.boolean(),
  message: z.enum(accessFailures).nullable(),
  shielded: z.boolean(),
  version: z.number().int(),
  /** What this reader may do with it now. */
  can: z.array(z.enum(accessActs)),
  ...rowMarks,
});
export type AccessEntry = z.output<typeof AccessEntry>;

const columns = {
  displayName: { kind: 'text', shown: true, width: 200 },
  role: { kind: 'choice', shown: true, choices: accessRoles, width: 110 },
  start: { kind: 'date', shown: true, width: 116 },
  end: { kind: 'date', shown: true, width: 116 },
  status: { kind: 'choice', shown: true, choices: accessStatuses, width: 176 },
  comment: { kind: 'text', shown: true, width: 240 },
  school: { kind: 'text', shown: 'owner', width: 190 },
  userName: { kind: 'text', width: 130 },
  iktCanModify: { kind: 'flag', width: 130 },
  renewDate: { kind: 'date', width: 120 },
  addedDate: { kind: 'moment', width: 160 },
  registeredBy: { kind: 'text', width: 170 },
} as const;

const filters = {
  status: { kind: 'choice', choices: accessStatuses, several: true },
  role: { kind: 'choice', choices: accessRoles, several: true },
  warning: { kind: 'choice', choices: accessWarnings, several: true },
  endsBefore: { kind: 'day' },
  registeredBy: { kind: 'text' },
} as const;

const common = {
  row: AccessEntry,
  key: 'id',
  columns,
  filters,
  sort: { by: 'start', dir: 'desc' },
  search: true,
} as const;
export const temporaryAccessList = defineList({ ...common, id: 'temporary-access' });
export const blockedAccessList = defineList({ ...common, id: 'blocked-access' });

/** Besides what the reader filters by: whose entries, at which school (roles of the whole owner), how soon they end. */
const Narrowed = {
  userName: UserName.optional(),
  school: z.string().max(20).optional(),
  expiresWithinDays: whole(0, 366).optional(),
};

/** How many of them are named at once. */
export const MOST_NAMED = 500;
const Id = RowId;
const Ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(Id).min(1).max(MOST_NAMED),
);
const ById = z.object({ id: Id });
const ByIds = z.object({ ids: Ids });
/** All to the same last day. */
const Renewal = ByIds.extend({ end: Day });
/** With the operation, by which it is undone. */
const Renewed = BulkResult.extend({ end: Day, operationId: z.number() });
const Flag = z.boolean().default(false);

const Order = {
  userName: UserName,
  role: z.enum(accessRoles),
  end: Day,
  comment: orNothing(Description).optional(),
  renewDate: orNothing(Day).optional(),
  iktCanModify: Flag,
};

const Changes = z.object({
  id: Id,
  version: RowVersion.optional(),
  start: Day.optional(),
  end: Day.optional(),
  comment: orNothing(Description).optional(),
  iktCanModify: z.boolean().optional(),
  renewDate: orNothing(Day).optional(),
});
export type AccessChanges = z.output<typeof Changes>;

export const AccessState = z.object({
  id: z.number().int(),
  status: z.enum(accessStatuses),
  /** When it was last carried out or taken away, or could not be. */
  lastImport: Moment.nullable(),
  message: z.enum(accessFailures).nullable(),
});

export const AccessWarning = z.object({
  id: z.number().int(),
  userName: z.string(),
  displayName: z.string(),
  end: Day,
  warning: z.enum(accessWarnings),
});
export type AccessWarning = z.output<typeof AccessWarning>;

const Days = z.object({ days: whole(1, 366).default(warningDays) });

const Selection = z.object({
  kind: z.enum(['user', 'role', 'school']).default('user'),
  search: z.string().trim().max(100).default(''),
});
const Choices = z.object({
  users: z.array(
    z.object({
      userName: z.string(),
      displayName: z.string(),
      primarySchool: SchoolRef.nullable(),
      role: z.string(),
    }),
  ),
  /** `label` is the key of the word as well: the browser says it in the reader's language. */
  roles: z.array(z.object({ id: z.enum(accessRoles), label: z.string() })),
  schools: z.array(SchoolRef),
  limits: z.object({ maxSpanDays: z.number(), maxStartAheadDays: z.number() }),
});

/** Of everything done with one that is registered. */
const refusals = ['school-access.not-found', 'school-access.not-yours', 'school-access.over'] as const;

export const temporaryAccess = {
  create: command('POST /temporaryaccess/create', {
    summary: 'Registers temporary access to the current school',
    permission: 'school-access.order',
    event: 'temporary-access.registered',
    /** Whoever starts at once has no first day to choose. */
    input: z
      .object({ ...Order, start: orNothing(Day).optional(), immediate: Flag })
      .refine(({ start, immediate }) => immediate || typeof start === 'string', {
        error: 'required',
        path: ['start'],
      }),
    output: AccessEntry,
    errors: [
      'user.not-found',
      'school-access.no-school',
      'school-access.temporary-exists',
      'school-access.already-here',
      'request.invalid',
    ],
  }),
  id: query('POST /temporaryaccess/id', {
    summary: 'One temporary access to a school',
    permission: 'school-access.read',
    input: ById,
    output: AccessEntry,
    errors: ['school-access.not-found'],
  }),
  list: query('POST /temporaryaccess/list', {
    summary: 'The temporary access there is, has been and will be',
    permission: 'school-access.read',
    input: temporaryAccessList.query.extend(Narrowed),
    output: temporaryAccessList.result,
  }),
  status: query('POST /temporaryaccess/status', {
    summary: 'How far some of them have come',
    permission: 'school-access.read',
    calledBy: 'integration',
    input: ByIds,
    output: z.object({ Items: z.array(AccessState) }),
  }),
  warnings: query('GET /temporaryaccess/warnings', {
    summary: 'Those that end soon, whose person has left, or that contradict something else',
    permission: 'school-access.order',
    input: Days,
    output: z.object({ Items: z.array(AccessWarning) }),
  }),
  update: command('PUT /temporaryaccess/update', {
    summary: 'Changes days, comment or who may change it; renews it',
    permission: 'school-access.order',
    event: 'temporary-access.changed',
    input: Changes,
    output: AccessEntry,
    errors: [...refusals, 'row.stale'],
  }),
  renew: command('PUT /temporaryaccess/renew', {
    summary: 'Moves the last day of several to a later one; one that was to end goes on',
    permission: 'school-access.order',
    event: 'temporary-access.renewed',
    input: Renewal,
    output: Renewed,
    errors: [...refusals, 'school-access.lasts-longer', 'school-access.too-long', 'request.invalid'],
  }),
  remove: command('DELETE /temporaryaccess/delete', {
    summary: 'Deletes planned ones, and ends active ones at the next import',
    permission: 'school-access.order',
    event: 'temporary-access.deleted',
    input: ByIds,
    output: BulkResult,
    errors: refusals,
  }),
  select: query('POST /temporaryaccess/select', {
    summary: 'What can be chosen in the form; somebody of another school is found by the whole user name',
    permission: 'school-access.order',
    rate: 'search',
    input: Selection,
    output: Choices,
  }),
};

export const blockedAccess = {
  create: command('POST /blockedaccess/create', {
    summary: 'Registers a block at the current school',
    permission: 'school-access.order',
    event: 'blocked-access.registered',
    input: z.object({ ...Order, start: Day }),
    output: AccessEntry,
    errors: [
      'user.not-found',
      'school-access.no-school',
      'school-access.block-exists',
      'school-access.not-here',
      'school-access.self',
      'user.admin-account',
      'request.invalid',
    ],
  }),
  id: query('POST /blockedaccess/id', {
    summary: 'One block at a school',
    permission: 'school-access.read',
    input: ById,
    output: AccessEntry,
    errors: ['school-access.not-found'],
  }),
  list: query('POST /blockedaccess/list', {
    summary: 'The blocks there are, have been and will be',
    permission: 'school-access.read',
    input: blockedAccessList.query.extend(Narrowed),
    output: blockedAccessList.result,
  }),
  status: query('POST /blockedaccess/status', {
    summary: 'How far some of them have come',
    permission: 'school-access.read',
    calledBy: 'integration',
    input: ByIds,
    output: z.object({ Items: z.array(AccessState) }),
  }),
  warnings: query('GET /blockedaccess/warnings', {
    summary: 'Those that end soon, whose person has left, or that contradict something else',
    permission: 'school-access.order',
    input: Days,
    output: z.object({ Items: z.array(AccessWarning) }),
  }),
  update: command('PUT /blockedaccess/update', {
    summary: 'Changes days, comment or who may change it; renews it',
    permission: 'school-access.order',
    event: 'blocked-access.changed',
    input: Changes,
    output: AccessEntry,
    errors: [...refusals, 'row.stale'],
  }),
  renew: command('PUT /blockedaccess/renew', {
    summary: 'Moves the last day of several to a later one; one that was to end goes on',
    permission: 'school-access.order',
    event: 'blocked-access.renewed',
    input: Renewal,
    output: Renewed,
    errors: [...refusals, 'school-access.lasts-longer', 'school-access.too-long', 'request.invalid'],
  }),
  remove: command('DELETE /blockedaccess/delete', {
    summary: 'Deletes planned ones, and ends active ones at the next import',
    permission: 'school-access.order',
    event: 'blocked-access.deleted',
    input: ByIds,
    output: BulkResult,
    errors: refusals,
  }),
  select: query('POST /blockedaccess/select', {
    summary: 'What can be chosen in the form',
    permission: 'school-access.order',
    rate: 'search',
    input: Selection,
    output: Choices,
  }),
};
