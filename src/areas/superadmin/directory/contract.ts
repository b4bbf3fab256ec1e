/**
 * The directory seen from the portal (design.md §7): how things stand with it, what was changed there behind the
 * portal's back, which entries it refuses, and which differences somebody has accepted.
 */
import { z } from 'zod';

import { selectionOf } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { differingFields, directoryErrors, keptKinds } from '#kernel/directory.ts';
import { Done, Moment, UserName } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

import { DirectoryAccount, DirectoryState, Simulation } from './state.ts';
import { strangerList, TakenOver } from './strangers.ts';

/** What a row of all three lists is about. */
const about = {
  kind: z.enum(keptKinds),
  /** User name, name of the group or code of the school: what the object is called in the directory. */
  name: z.string(),
  /** Null when the portal has it no more. */
  displayName: z.string().nullable(),
  school: z.string().nullable(),
};

/** Who is or is not a member, where that is the difference. */
const Member = z.object({ kind: z.enum(keptKinds), name: z.string() });

const difference = {
  field: z.enum(differingFields),
  /** Null: an object that the portal does not know. */
  member: Member.nullable(),
  observed: z.string().nullable(),
};

export const DriftRow = z.object({
  id: z.number().int(),
  ...about,
  ...difference,
  wanted: z.string().nullable(),
  found: Moment,
});
export type DriftRow = z.output<typeof DriftRow>;

const nameColumn = { kind: 'text', shown: true, width: 210 } as const;
const fieldColumn = { kind: 'choice', shown: true, choices: differingFields, width: 160 } as const;
const aboutColumns = {
  kind: { kind: 'choice', shown: true, choices: keptKinds, width: 96 },
  school: { kind: 'text', shown: true, width: 150 },
} as const;
const kindFilter = { kind: 'choice', choices: keptKinds, several: true } as const;
const fieldFilter = { kind: 'choice', choices: differingFields, several: true } as const;

export const driftList = defineList({
  id: 'directory-drift',
  row: DriftRow,
  key: 'id',
  columns: {
    name: nameColumn,
    field: fieldColumn,
    observed: { kind: 'text', shown: true, sort: false, width: 165 },
    wanted: { kind: 'text', shown: true, sort: false, width: 165 },
    found: { kind: 'moment', shown: true, width: 146 },
    ...aboutColumns,
  },
  filters: { kind: kindFilter, field: fieldFilter },
  sort: { by: 'found', dir: 'desc' },
  search: true,
});

export const entryStates = ['stopped', 'failing', 'waiting'] as const;

export const EntryRow = z.object({
  id: z.number().int(),
  ...about,
  /** `stopped`: set aside until somebody asks or the entry changes. `waiting`: on its way. */
  state: z.enum(entryStates),
  error: z.enum(directoryErrors).nullable(),
  /** What the directory itself said. */
  said: z.string().nullable(),
  attempts: z.number().int(),
  since: Moment,
  /** When it is tried again, unless it is set aside. */
  next: Moment.nullable(),
});
export type EntryRow = z.output<typeof EntryRow>;

export const entryList = defineList({
  id: 'directory-entries',
  row: EntryRow,
  key: 'id',
  columns: {
    name: nameColumn,
    error: { kind: 'choice', shown: true, choices: directoryErrors, width: 230 },
    state: { kind: 'choice', shown: true, choices: entryStates, width: 150 },
    attempts: { kind: 'number', shown: true, width: 84 },
    since: { kind: 'moment', shown: true, width: 146 },
    next: { kind: 'moment', shown: true, width: 146 },
    said: { kind: 'text', width: 320 },
    ...aboutColumns,
    school: { ...aboutColumns.school, shown: false },
  },
  filters: {
    state: { kind: 'choice', choices: entryStates, asViews: true },
    kind: kindFilter,
    error: { kind: 'choice', choices: directoryErrors, several: true },
  },
  sort: { by: 'since', dir: 'asc' },
  search: true,
});

export const ExceptionRow = z.object({
  id: z.number().int(),
  ...about,
  ...difference,
  accepted: Moment,
  acceptedBy: z.string(),
});
export type ExceptionRow = z.output<typeof ExceptionRow>;

export const exceptionList = defineList({
  id: 'directory-exceptions',
  row: ExceptionRow,
  key: 'id',
  columns: {
    name: nameColumn,
    field: fieldColumn,
    observed: { kind: 'text', shown: true, sort: false, width: 180 },
    acceptedBy: { kind: 'text', shown: true, width: 160 },
    accepted: { kind: 'moment', shown: true, width: 146 },
    ...aboutColumns,
  },
  filters: { kind: kindFilter, field: fieldFilter },
  sort: { by: 'accepted', dir: 'desc' },
  search: true,
});

const Count = z.object({ count: z.number().int() });

export const directory = {
  state: query('GET /superadmin/directory', {
    summary:
      'How things stand with the directory: connection, what is on its way, what differs, the last sweep',
    permission: 'directory.manage',
    input: z.object({}),
    output: DirectoryState,
  }),
  account: query('GET /user/:userName/directory', {
    summary: 'Whether a person’s account in the directory is as it should be, and what is in the way',
    permission: 'users.read',
    input: z.object({ userName: UserName }),
    output: DirectoryAccount,
    errors: ['user.not-found'],
  }),
  drift: query('POST /superadmin/directory/drift/list', {
    summary: 'What differs in the directory although the portal has nothing left to do there',
    permission: 'directory.manage',
    input: driftList.query,
    output: driftList.result,
  }),
  entries: query('POST /superadmin/directory/entries/list', {
    summary: 'Entries that are on their way to the directory, that it refuses, or that are set aside',
    permission: 'directory.manage',
    input: entryList.query,
    output: entryList.result,
  }),
  exceptions: query('POST /superadmin/directory/exceptions/list', {
    summary: 'Differences that somebody has accepted',
    permission: 'directory.manage',
    input: exceptionList.query,
    output: exceptionList.result,
  }),
  strangers: query('POST /superadmin/directory/strangers/list', {
    summary: 'Accounts in the directory that are not the portal’s, and whose they may be',
    permission: 'directory.manage',
    input: strangerList.query,
    output: strangerList.result,
  }),
  takeOver: command('PUT /superadmin/directory/takeover', {
    summary: 'Gives accounts of the directory to the people they fit; the portal keeps them from then on',
    permission: 'directory.manage',
    event: 'directory.taken-over',
    input: z.object({ selection: selectionOf(strangerList.query) }),
    output: TakenOver,
  }),
  enforce: command('PUT /superadmin/directory/enforce', {
    summary: 'Brings objects of the directory back to what the portal wants',
    permission: 'directory.manage',
    event: 'directory.enforced',
    input: z.object({ selection: selectionOf(driftList.query) }),
    output: Count,
  }),
  accept: command('PUT /superadmin/directory/accept', {
    summary: 'Lets differences be, as long as the directory says what it says now',
    permission: 'directory.manage',
    event: 'directory.accepted',
    input: z.object({ selection: selectionOf(driftList.query) }),
    output: Count,
  }),
  withdraw: command('PUT /superadmin/directory/withdraw', {
    summary: 'Accepts differences no longer: the directory is brought to what the portal wants',
    permission: 'directory.manage',
    event: 'directory.withdrawn',
    input: z.object({ selection: selectionOf(exceptionList.query) }),
    output: Count,
  }),
  retry: command('PUT /superadmin/directory/retry', {
    summary: 'Tries entries now that were refused or are set aside',
    permission: 'directory.manage',
    event: 'directory.retried',
    input: z.object({ selection: selectionOf(entryList.query) }),
    output: Count,
  }),
  connect: command('PUT /superadmin/directory/connect', {
    summary: 'Tries at once to connect to a directory that is away, instead of at the next attempt',
    permission: 'directory.manage',
    event: 'directory.connection-tried',
    input: z.object({}),
    output: Done,
    errors: ['directory.none'],
  }),
  sweep: command('PUT /superadmin/directory/sweep', {
    summary: 'Goes through the whole directory and looks for differences',
    permission: 'directory.manage',
    event: 'directory.sweep-asked',
    input: z.object({}),
    output: Done,
    errors: ['directory.none'],
  }),
  simulate: command('PUT /superadmin/directory/simulation', {
    summary: 'Makes the simulated directory slow, refusing or unreachable, or well again',
    permission: 'directory.manage',
    event: 'directory.simulated',
    input: Simulation,
    output: Simulation,
    errors: ['directory.not-simulated'],
  }),
  disturb: command('PUT /superadmin/directory/disturb', {
    summary: 'Changes a few objects of the simulated directory behind the portal’s back',
    permission: 'directory.manage',
    event: 'directory.disturbed',
    input: z.object({}),
    output: Count,
    errors: ['directory.not-simulated'],
  }),
};
