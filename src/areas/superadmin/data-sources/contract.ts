/** School data sources (specification §2 tab "School data sources"): where files come from, when, and in which order. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Done, Moment, orNothing } from '#kernel/fields.ts';

/** What the portal reads. Sources that are asked over the net (FINT, OneRoster by REST) come as kinds of their own. */
export const sourceKinds = ['pifu', 'oneroster', 'csv'] as const;
export const sourceOutcomes = ['completed', 'failed', 'no-file', 'no-folder'] as const;
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
  folder: z.string(),
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
    })
    .nullable(),
});
export type DataSource = z.output<typeof DataSource>;

export const DataSourceInput = z.object({
  /** None: a new source. */
  id: z.number().int().positive().optional(),
  version: z.number().int().optional(),
  name: Name,
  source: z.enum(sourceKinds),
  school: orNothing(z.string().max(20)).default(null),
  folder: Folder,
  runAt: RunAt,
  place: z.number().int().min(1).max(99),
  enabled: z.boolean(),
  limits: Limits.default({}),
  precedence: Precedence.default({}),
});
export type DataSourceInput = z.output<typeof DataSourceInput>;

const ById = z.object({ id: z.number().int().positive() });

export const FolderState = z.object({
  /** `ready`: files lie there and have stopped growing. */
  state: z.enum(['ready', 'growing', 'no-file', 'no-folder', 'not-configured', 'unreadable']),
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
      'Looks into a source’s folder: which files lie there, and whether they look like what they should be',
    permission: 'data-sources.manage',
    input: z.object({ folder: Folder }),
    output: FolderState,
  }),
  run: command('POST /superadminsettings/datasources/run', {
    summary: 'Imports or rehearses the newest file of a source now, whatever the hour',
    permission: 'data-sources.manage',
    event: 'data-source.started',
    operation: 'own',
    input: ById.extend({ dryRun: z.boolean() }),
    output: z.object({ runId: z.number().int() }),
    errors: ['data-source.not-found', 'data-source.no-folder', 'data-source.no-file', 'import.running'],
  }),
};
