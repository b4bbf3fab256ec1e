/** Personal numbers: what deviates, what is doubled, and changes of a number (specification §3, §4, §7). */
import { z } from 'zod';

import { SchoolRef, userRoles } from '#areas/users/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Description, Done, Moment, orNothing, RowId, UserName } from '#kernel/fields.ts';
import { defineList, rowMarks, Span } from '#kernel/list.ts';

import { numberLogList, schoolFilter } from './log.ts';
import { changeFailures, changeStatuses, deviationReasons, numberKinds, suggestions } from './rules.ts';

/** Typed by hand: spaces and hyphens are how people write it. */
const NationalNumber = z.string().trim().min(6).max(32);

export const SsnDeviation = z.object({
  id: z.number().int(),
  userName: z.string(),
  displayName: z.string(),
  school: SchoolRef.nullable(),
  ssnMasked: z.string().nullable(),
  /** The number a person registered, where the source has sent another since. */
  otherMasked: z.string().nullable(),
  reason: z.enum(deviationReasons),
  source: z.string(),
  found: Moment,
  shielded: z.boolean(),
  ...rowMarks,
});
export type SsnDeviation = z.output<typeof SsnDeviation>;

export const deviationList = defineList({
  id: 'number-deviations',
  row: SsnDeviation,
  key: 'userName',
  columns: {
    displayName: { kind: 'text', shown: true, width: 210 },
    school: { kind: 'text', shown: true, width: 190 },
    reason: { kind: 'choice', shown: true, choices: deviationReasons, width: 200 },
    source: { kind: 'text', shown: true, width: 150 },
    ssnMasked: { kind: 'text', shown: true, width: 130, sort: false },
    otherMasked: { kind: 'text', width: 130, sort: false },
    found: { kind: 'moment', width: 160 },
    userName: { kind: 'text', width: 130 },
  },
  filters: {
    reason: { kind: 'choice', choices: deviationReasons, several: true },
    school: schoolFilter,
    source: { kind: 'text' },
  },
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

export const DuplicateAccount = z.object({
  userName: z.string(),
  displayName: z.string(),
  school: SchoolRef.nullable(),
  role: z.enum(userRoles),
  lastLogin: Moment.nullable(),
});

export const SsnDuplicate = z.object({
  id: z.number().int(),
  ssnMasked: z.string().nullable(),
  /** The accounts this reader sees. */
  accounts: z.array(DuplicateAccount),
  /** How many more there are, at other schools. */
  elsewhere: z.number().int(),
  found: Moment,
  suggestion: z.enum(suggestions),
});
export type SsnDuplicate = z.output<typeof SsnDuplicate>;

export const duplicateList = defineList({
  id: 'number-duplicates',
  row: SsnDuplicate,
  key: 'id',
  columns: {
    ssnMasked: { kind: 'text', shown: true, width: 130, sort: false },
    accounts: { kind: 'text', shown: true, width: 360, sort: false },
    lastUsed: { kind: 'text', shown: true, width: 150, sort: false },
    suggestion: { kind: 'choice', shown: true, choices: suggestions, width: 170 },
    found: { kind: 'moment', shown: true, width: 160 },
  },
  filters: {
    school: schoolFilter,
    suggestion: { kind: 'choice', choices: suggestions, several: true },
  },
  sort: { by: 'found', dir: 'desc' },
  search: true,
});

export const SsnChange = z.object({
  id: z.number().int(),
  userName: z.string(),
  displayName: z.string(),
  school: SchoolRef.nullable(),
  oldMasked: z.string().nullable(),
  newMasked: z.string(),
  status: z.enum(changeStatuses),
  /** Why it was not carried out. */
  message: z.enum(changeFailures).nullable(),
  comment: z.string().nullable(),
  registeredBy: z.string(),
  registered: Moment,
  executed: Moment.nullable(),
  shielded: z.boolean(),
  ...rowMarks,
});
export type SsnChange = z.output<typeof SsnChange>;

export const changeList = defineList({
  id: 'number-changes',
  row: SsnChange,
  key: 'id',
  columns: {
    displayName: { kind: 'text', shown: true, width: 210 },
    oldMasked: { kind: 'text', shown: true, width: 130, sort: false },
    newMasked: { kind: 'text', shown: true, width: 130, sort: false },
    school: { kind: 'text', shown: true, width: 180 },
    status: { kind: 'choice', shown: true, choices: changeStatuses, width: 150 },
    registeredBy: { kind: 'text', shown: true, width: 180 },
    registered: { kind: 'moment', shown: true, width: 160 },
    executed: { kind: 'moment', width: 160 },
    comment: { kind: 'text', width: 240 },
    userName: { kind: 'text', width: 130 },
  },
  filters: {
    status: { kind: 'choice', choices: changeStatuses, several: true },
    school: schoolFilter,
  },
  sort: { by: 'registered', dir: 'desc' },
  search: true,
});

const OfUser = { userName: UserName.optional() };
const Id = RowId;
/** One of them, for its card. */
const One = { id: Id.optional() };
const Ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(Id).min(1).max(500),
);

export const personalNumbers = {
  deviations: query('POST /ssndeviation/deviations', {
    summary: 'People whose personal number is missing, provisional, wrong, or not what the source says',
    permission: 'national-number.deviations',
    load: 'heavy',
    input: deviationList.query.extend(OfUser),
    output: deviationList.result,
  }),
  duplicates: query('POST /ssndeviation/duplicates', {
    summary: 'Accounts that share a personal number',
    permission: 'national-number.deviations',
    load: 'heavy',
    input: duplicateList.query.extend(One),
    output: duplicateList.result,
  }),
  merge: command('POST /ssndeviation/merge', {
    summary:
      'Makes two accounts of one person one: the one that is kept gets what the other had, which expires',
    permission: 'national-number.settle',
    event: 'user.merged',
    input: z.object({ keep: UserName, remove: UserName }),
    output: Done,
    errors: ['user.not-found', 'number-duplicate.not-found', 'request.invalid'],
  }),
  ignore: command('POST /ssndeviation/ignore', {
    summary:
      'Says that the accounts with the same number are different people, so that it is not asked again',
    permission: 'national-number.settle',
    event: 'national-number.pair-settled',
    input: z.object({ id: Id }),
    output: Done,
    errors: ['number-duplicate.not-found'],
  }),
  check: command('POST /superadminsettings/ssn/check', {
    summary: 'What form a number has, and who uses it',
    permission: 'national-number.settle',
    event: 'national-number.checked',
    secret: true,
    input: z.object({ ssn: NationalNumber }),
    output: z.object({
      valid: z.boolean(),
      /** `none`: what was typed cannot be a number. */
      kind: z.enum([...numberKinds, 'none']),
      inUse: z.boolean(),
      userName: z.string().nullable(),
    }),
    errors: ['probing.too-many'],
  }),
  update: command('PUT /superadminsettings/ssn/update', {
    summary: 'Registers a change of a personal number, carried out at the next user import',
    permission: 'national-number.change',
    event: 'national-number.change-registered',
    input: z.object({
      userName: UserName,
      /** Left out where the person has none. */
      oldSsn: orNothing(NationalNumber).optional(),
      newSsn: NationalNumber,
      /** Where it is registered: left out, the school one stands at, or the person's own. */
      school: z.string().max(20).optional(),
      comment: orNothing(Description).optional(),
    }),
    output: z.object({ changeId: z.number().int(), status: z.enum(changeStatuses) }),
    errors: [
      'user.not-found',
      'user.guest',
      'school.not-found',
      'request.invalid',
      'number-change.closed',
      'number-change.exists',
      'number-change.not-the-number',
      'number-change.in-use',
      'probing.too-many',
    ],
  }),
  list: query('POST /superadminsettings/ssn/list', {
    summary: 'Changes of personal numbers that wait, and those that were carried out',
    permission: 'national-number.change',
    input: changeList.query.extend({ ...OfUser, ...One }),
    output: changeList.result,
  }),
  remove: command('DELETE /superadminsettings/ssn/delete', {
    summary: 'Deletes changes that have not been carried out',
    permission: 'national-number.change',
    event: 'national-number.change-deleted',
    input: z.object({ ids: Ids }),
    output: BulkResult,
    errors: ['number-change.closed', 'number-change.not-found', 'number-change.done'],
  }),
  show: command('POST /superadminsettings/ssn/show', {
    summary: 'Shows both numbers of a change in full; every showing is logged',
    permission: 'national-number.show',
    event: 'user.national-number-shown',
    secret: true,
    input: z.object({ id: Id, reason: Description.optional() }),
    output: z.object({ oldSsn: z.string().nullable(), newSsn: z.string() }),
    errors: ['number-change.not-found'],
  }),
  log: query('POST /logging/ssnchangelogs', {
    summary:
      'Changes of personal numbers, registered by people and made by imports, and who was looked up by number; masked',
    permission: 'national-number.log',
    input: numberLogList.query.extend({ ...OfUser, ...Span.shape }),
    output: numberLogList.result,
  }),
};
