/** The user import: runs, what they could not take and what they planned (specification §2 "user import overview"). */
import { z } from 'zod';

import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';
import { Day, Moment, orNothing, patterns } from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';
import { defineList } from '#kernel/list.ts';

import { importPlanList, importSliceList, sliceKinds } from './plan.ts';
import { importProblemList } from './problems.ts';

export {
  importPlanList,
  type ImportPlanRow,
  importSliceList,
  type ImportSliceRow,
  planKept,
  planOutcomes,
  planSubjects,
  sliceKinds,
  sliceStates,
} from './plan.ts';
export { importProblemList, type ImportProblemRow } from './problems.ts';

export const runStatuses = ['running', 'completed', 'failed', 'interrupted'] as const;
export const runPhases = ['reading', 'comparing', 'applying', 'done'] as const;
export const runWays = ['upload', 'folder', 'command', 'demo', 'night', 'source'] as const;

/** Why nothing of a file was applied. Texts: `failure.<code>` with `line`, `column`, `found`. */
export const failureCodes = [
  'file.empty',
  'file.not-xml',
  'file.broken',
  'file.truncated',
  'file.doctype',
  'file.wrong-root',
  'file.unknown-namespace',
  'file.unknown-encoding',
  'file.wrong-encoding',
  'file.no-header',
  'file.not-full',
  'file.no-people',
  'file.interrupted',
  'file.not-table',
  'file.no-mapping',
  'file.missing-column',
  'file.missing-part',
  'file.broken-zip',
  'file.unsafe-zip',
  'file.no-manifest',
  'file.unknown-version',
  'import.failed',
] as const;

/** Rows of one subject by outcome. `membership` has new, changed and left only. */
export const outcomes = [
  'new',
  'changed',
  'unchanged',
  'renamed',
  'returned',
  'left',
  'held',
  'conflict',
] as const;
export const subjects = ['school', 'person', 'group', 'membership'] as const;

const Count = z.number().int();
const Counts = z.partialRecord(z.enum(subjects), z.partialRecord(z.enum(outcomes), Count));

export const ImportRunRow = z.object({
  id: z.number().int(),
  /** The system the file came from, as it calls itself; null until that has been read. */
  feed: z.string().nullable(),
  fileName: z.string(),
  startedVia: z.enum(runWays),
  dryRun: z.boolean(),
  status: z.enum(runStatuses),
  startedBy: z.string(),
  started: Moment,
  finished: Moment.nullable(),
  durationMs: z.number().nullable(),
  /** Persons in the file. */
  people: Count,
  /** Persons by outcome; at a school, those of that school. */
  created: Count,
  changed: Count,
  left: Count,
  held: Count,
  rejected: Count,
  flagged: Count,
});
export type ImportRunRow = z.input<typeof ImportRunRow>;

export const importRunList = defineList({
  id: 'import-runs',
  row: ImportRunRow,
  key: 'id',
  columns: {
    started: { kind: 'moment', shown: true, width: 150 },
    status: { kind: 'choice', shown: true, choices: runStatuses, width: 120 },
    durationMs: { kind: 'number', shown: true, width: 92 },
    feed: { kind: 'text', shown: true, width: 176 },
    fileName: { kind: 'text', width: 220 },
    people: { kind: 'number', shown: true, width: 90 },
    created: { kind: 'number', shown: true, width: 74 },
    changed: { kind: 'number', shown: true, width: 80 },
    left: { kind: 'number', shown: true, width: 84 },
    held: { kind: 'number', shown: true, width: 116 },
    rejected: { kind: 'number', shown: true, width: 80 },
    flagged: { kind: 'number', width: 90 },
    dryRun: { kind: 'flag', shown: true, width: 128 },
    startedVia: { kind: 'choice', choices: runWays, width: 120 },
    startedBy: { kind: 'text', width: 160 },
    finished: { kind: 'moment', width: 160 },
  },
  filters: {
    status: { kind: 'choice', choices: runStatuses, several: true },
    startedVia: { kind: 'choice', choices: runWays, several: true },
    dryRun: { kind: 'flag' },
    started: { kind: 'days' },
  },
  sort: { by: 'started', dir: 'desc' },
  search: true,
});

export const ImportRun = ImportRunRow.extend({
  phase: z.enum(runPhases),
  bytesRead: z.number(),
  /** Null when the sender did not say how much there is. */
  bytesTotal: z.number().nullable(),
  groups: Count,
  memberships: Count,
  extractedAt: z.string().nullable(),
  counts: Counts,
  /** Slices that wait for somebody to look; `schoolId` null = the owner's own people. `leaving`: rows of the kind. */
  heldSchools: z.array(
    z.object({
      schoolId: Count.nullable(),
      school: z.string().nullable(),
      kind: z.enum(sliceKinds).default('left'),
      leaving: Count,
      people: Count,
    }),
  ),
  /** Held slices nobody has decided about yet. */
  undecided: Count,
  /** A rehearsal for another day than the day it was run. */
  asOf: z.string().nullable(),
  hasReport: z.boolean(),
  failure: z.object({ code: z.enum(failureCodes), line: Count, column: Count, found: z.string() }).nullable(),
  /** The operation in the journal, with every change; null for a rehearsal. */
  operationId: z.number().int().nullable(),
});
export type ImportRun = z.output<typeof ImportRun>;

const Reason = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(limits.description)
  .regex(patterns.noAngles.regex, { error: 'angles' });

export const SliceDecision = z.object({
  runId: z.number().int().positive(),
  numbers: z.array(z.number().int()).min(1).max(20_000),
  decision: z.enum(['accepted', 'rejected', 'postponed']),
  /** Postponed until this day; asked again from then on. */
  until: orNothing(Day).default(null),
  reason: Reason,
});

export const reportKinds = ['name', 'group', 'leaver', 'class'] as const;

export const ReportPart = z.object({
  kind: z.enum(reportKinds),
  /** Exact; the rows are 500 at the most. */
  total: z.number().int(),
  rows: z.array(
    z.object({ school: z.string().nullable(), name: z.string(), key: z.string(), note: z.string() }),
  ),
});
export type ReportPart = z.output<typeof ReportPart>;

const RunId = z.coerce.number().int().positive();
const ById = z.object({ id: RunId });
const OfRun = z.object({ runId: RunId });
const Flag = z.preprocess((value) => (typeof value === 'string' ? value === 'true' : value), z.boolean());

/** In the address of an upload it is text. */
const Mapping = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}, CsvMapping);

export const sourceFormats = ['pifu', 'oneroster', 'csv'] as const;
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** What the beginning of a file says an import would make of it. */
export const FilePreview = z.object({
  /** Null: nothing an import could read. */
  format: z.enum(sourceFormats).nullable(),
  encoding: z.enum(textEncodings).nullable(),
  delimiter: z.string().nullable(),
  /** National numbers in the samples are masked. */
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  /** The first, masked likewise. */
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  /** As the last file of such headings was read, else guessed from them. */
  mapping: CsvMapping.nullable(),
  isRemembered: z.boolean(),
  /** Registers of tables there are: the data sources that are tables, and those files were imported to. */
  feeds: z.array(z.string()),
});
export type FilePreview = z.output<typeof FilePreview>;

export const imports = {
  preview: query('POST /import/preview', {
    summary:
      'What the beginning of a file is: its format, and of a table its columns and what they seem to hold',
    permission: 'import.run',
    sends: 'upload',
    input: z.object({}),
    output: FilePreview,
    errors: ['import.file-empty', 'import.file-wrong', 'import.file-broken'],
  }),
  run: command('POST /import/run', {
    summary: 'Imports a file; answers when the file has been received, while the import goes on',
    permission: 'import.run',
    event: 'import.started',
    operation: 'own',
    sends: 'upload',
    input: z.object({
      /** Compare and show what would change, change nothing. */
      dryRun: Flag.default(false),
      /** Let go also the people the guard would hold. */
      acceptLeavers: Flag.default(false),
      /** A rehearsal for that day: next year's file before the summer. */
      asOf: Day.optional(),
      /** Of a table: which column holds what, as JSON; guessed from its headings when left out. */
      mapping: Mapping.optional(),
    }),
    output: z.object({ runId: z.number().int() }),
    errors: [
      'import.running',
      'import.file-empty',
      'import.file-wrong',
      'import.file-broken',
      'import.interrupted',
      'server.failed',
    ],
  }),
  runs: query('POST /import/runs', {
    summary: 'The imports there have been, newest first',
    permission: 'import.read',
    input: importRunList.query,
    output: importRunList.result,
  }),
  get: query('GET /import/runs/:id', {
    summary: 'One import with its progress, counts and outcome',
    permission: 'import.read',
    input: ById,
    output: ImportRun,
    errors: ['import.not-found'],
  }),
  problems: query('POST /import/problems', {
    summary: 'What an import could not take, with reasons',
    permission: 'import.read',
    input: importProblemList.query.extend(OfRun.shape),
    output: importProblemList.result,
    errors: ['import.not-found'],
  }),
  rejects: query('GET /import/runs/:id/rejects', {
    summary: 'The same as a file',
    permission: 'import.read',
    event: 'import.rejects-exported',
    rate: 'export',
    answers: 'file',
    input: importProblemList.exportQuery.extend({
      id: RunId,
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    output: z.unknown(),
    errors: ['import.not-found'],
  }),
  plan: query('POST /import/plan', {
    summary: 'Whom an import added, changed, let go, held or could not place',
    permission: 'import.read',
    input: importPlanList.query.extend(OfRun.shape),
    output: importPlanList.result,
    errors: ['import.not-found'],
  }),
  schools: query('GET /import/schools', {
    summary: 'The schools a plan can be narrowed to',
    permission: 'import.read',
    input: z.object({ search: z.string().default('') }),
    output: z.object({ Items: z.array(z.object({ value: z.string(), label: z.string() })) }),
  }),
  slices: query('POST /import/slices', {
    summary: 'An import by school and kind: how much of what there was, and what was held',
    permission: 'import.read',
    input: importSliceList.query.extend(OfRun.shape),
    output: importSliceList.result,
    errors: ['import.not-found'],
  }),
  decide: command('PUT /import/slices/decide', {
    summary: 'Lets held slices through at the next import of their source, keeps them back, or asks later',
    permission: 'import.decide',
    event: 'import.slice-decided',
    input: SliceDecision,
    output: BulkResult,
    errors: ['import.not-found', 'import.slice-not-open'],
  }),
  withdraw: command('PUT /import/slices/withdraw', {
    summary: 'Takes decisions about held slices back',
    permission: 'import.decide',
    event: 'import.decision-withdrawn',
    input: SliceDecision.pick({ runId: true, numbers: true }),
    output: BulkResult,
    errors: ['import.not-found', 'import.slice-not-open'],
  }),
  report: query('GET /import/runs/:id/report', {
    summary: 'What a rehearsal found: name collisions, people losing access, classes without contact teacher',
    permission: 'import.read',
    input: ById,
    output: z.array(ReportPart),
    errors: ['import.not-found'],
  }),
};
