/** School data sources (specification §2 tab "School data sources"): where files come from, when, and in which order. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Done, Moment, orNothing, RowNumber, RowVersion } from '#kernel/fields.ts';

/** How a source's files come; of `oneroster-rest` records, one by one. */
export const sourceMethods = ['folder', 'https', 'sftp', 'oneroster-rest'] as const;
/** What the portal reads. */
export const sourceKinds = ['pifu', 'oneroster', 'csv'] as const;
export const sourceOutcomes = ['completed', 'failed', 'no-file', 'no-folder', 'unreachable'] as const;
export const accessProblems = [
  'fetch.unreachable',
  'fetch.refused',
  'fetch.wrong-answer',
  'fetch.no-folder',
  'fetch.host-key',
] as const;
export const limitKinds = ['new', 'changed', 'left', 'memberships'] as const;
/** Fields several sources may know. */
export const sharedFields = ['name', 'email', 'mobilePhone', 'title'] as const;

const Limit = z.strictObject({
  /** In per cent of those there are; null = no such limit. */
  share: orNothing(z.number().min(0).max(1)),
  atLeast: z.number().int().min(1).max(1_000_000),
  atMost: orNothing(z.number().int().min(0).max(10_000_000)),
});
const Limits = z.partialRecord(z.enum(limitKinds), Limit);
const Precedence = z.partialRecord(z.enum(sharedFields), z.number().int().min(1).max(99));

const Name = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(80)
  .regex(/^[^<>]*$/, { error: 'angles' });
/** Below the import folder: each part begins with a letter or digit, so `..` cannot lead out of it. */
const Folder = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(200)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*(\/[\p{L}\p{N}][\p{L}\p{N} ._-]*)*$/u, { error: 'folder' });
/** The scheme each method has; no user name or password in it, where they would be shown. */
const Address = z
  .string()
  .trim()
  .max(400)
  .regex(/^(https|sftp):\/\/[^\s/@?#]+(\/[^\s?#]*)?(\?[^\s#]*)?$/, { error: 'address' });
const Account = z.string().trim().max(200);
const HostKey = z
  .string()
  .trim()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: 'hostKey' });

/** How a source is reached. What a method has no use for is left out. */
const Access = z.object({
  method: z.enum(sourceMethods).default('folder'),
  folder: orNothing(Folder).default(null),
  address: orNothing(Address).default(null),
  userName: orNothing(Account).default(null),
  /** Password, private key or client secret: only ever written. None: as it is. */
  secret: orNothing(z.string().max(20_000)).default(null),
  tokenAddress: orNothing(Address).default(null),
  hostKey: orNothing(HostKey).default(null),
});

/** Within the hours imports may run (specification §9). */
const RunAt = z
  .string()
  .trim()
  .regex(/^(1[6-9]|2[01]):[0-5]\d$/, { error: 'window' });

export const DataSource = z.object({
  id: z.number().int(),
  name: z.string(),
  source: z.enum(sourceKinds),
  /** Null = the whole owner's. */
  school: z.object({ code: z.string(), name: z.string() }).nullable(),
  method: z.enum(sourceMethods),
  folder: z.string().nullable(),
  address: z.string().nullable(),
  userName: z.string().nullable(),
  tokenAddress: z.string().nullable(),
  hostKey: z.string().nullable(),
  hasSecret: z.boolean(),
  runAt: z.string(),
  /** Of two sources that say different things, the lower is believed. */
  place: z.number().int(),
  enabled: z.boolean(),
  limits: Limits,
  precedence: Precedence,
  version: z.number().int(),
  /** What the system calls itself in its files. */
  feed: z.string().nullable(),
  lastRun: z
    .object({
      outcome: z.enum(sourceOutcomes),
      at: Moment,
      runId: z.number().int().nullable(),
      /** Why it could not be reached. */
      problem: z.enum(accessProblems).nullable(),
    })
    .nullable(),
  /** Whose account is this source's, now. */
  pupils: z.number().int(),
  employees: z.number().int(),
  /** Records the latest run could not take. */
  rejected: z.number().int(),
});
export type DataSource = z.output<typeof DataSource>;

export const DataSourceInput = z.object({
  /** None: a new source. */
  id: RowNumber.optional(),
  version: RowVersion.optional(),
  name: Name,
  source: z.enum(sourceKinds),
  school: orNothing(z.string().max(20)).default(null),
  ...Access.shape,
  runAt: RunAt,
  place: z.number().int().min(1).max(99),
  enabled: z.boolean(),
  limits: Limits.default({}),
  precedence: Precedence.default({}),
});
export type DataSourceInput = z.output<typeof DataSourceInput>;

const ById = z.object({ id: RowNumber });

export const FolderState = z.object({
  /** `ready`: files lie there and have stopped growing. */
  state: z.enum([
    'ready',
    'growing',
    'no-file',
    'no-folder',
    'not-configured',
    'unreadable',
    'unreachable',
    'incomplete',
  ]),
  problem: z.enum(accessProblems).nullable(),
  /** The key an SFTP server showed, where it is not the one that was said. */
  hostKey: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), size: z.number(), changed: Moment })),
  /** What the newest file begins as. */
  looksLike: z.enum(['pifu', 'oneroster', 'csv', 'unknown']).nullable(),
});
export type FolderState = z.output<typeof FolderState>;

export const dataSources = {
  list: query('GET /superadminsettings/datasources', {
    summary: 'The school data sources in their order, with what became of each last',
    permission: 'data-sources.manage',
    input: z.object({ school: z.string().max(20).optional() }),
    output: z.object({
      Items: z.array(DataSource),
      /** The installation has a folder the sources' folders lie in. */
      hasFolder: z.boolean(),
      window: z.object({ from: z.string(), to: z.string() }),
      /** The latest night and its steps. */
      night: z
        .object({
          day: z.string(),
          started: Moment,
          steps: z.array(
            z.object({ name: z.string(), changed: z.number().optional(), failure: z.string().optional() }),
          ),
        })
        .nullable(),
    }),
  }),
  save: command('PUT /superadminsettings/datasources', {
    summary: 'Sets up a school data source, or changes one',
    permission: 'data-sources.manage',
    event: 'data-source.saved',
    input: DataSourceInput,
    /** The source it was about, and all of them as they are now. */
    output: z.object({ id: z.number().int(), Items: z.array(DataSource) }),
    errors: ['data-source.not-found', 'data-source.name-taken', 'school.not-found', 'row.stale'],
  }),
  remove: command('DELETE /superadminsettings/datasources', {
    summary: 'Takes a school data source away; what it brought stays',
    permission: 'data-sources.manage',
    event: 'data-source.deleted',
    input: ById,
    output: Done,
    errors: ['data-source.not-found'],
  }),
  test: query('POST /superadminsettings/datasources/test', {
    summary:
      'Looks where a source’s files come from: which are there, and whether they look like what they should be',
    permission: 'data-sources.manage',
    /** With an id and no secret: the one that is kept, if it is for the same address. */
    input: Access.extend({ id: RowNumber.optional() }),
    output: FolderState,
    errors: ['data-source.not-found'],
  }),
  run: command('POST /superadminsettings/datasources/run', {
    summary: 'Imports or rehearses the newest file of a source now, whatever the hour',
    permission: 'data-sources.manage',
    event: 'data-source.started',
    operation: 'own',
    input: ById.extend({ dryRun: z.boolean() }),
    output: z.object({ runId: z.number().int() }),
    errors: [
      'data-source.not-found',
      'data-source.no-folder',
      'data-source.no-file',
      'data-source.unreachable',
      'import.running',
    ],
  }),
};
