/** The user import: runs, what they could not take and what they planned (specification §2 "user import overview"). */
import { z } from 'zod';

import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';
import { Day, Flag, orNothing, patterns, RowId, RowNumber } from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';

import { importPlanList, importSliceList } from './plan.ts';
import { importProblemList } from './problems.ts';
import { ImportRun, importRunList } from './runs.ts';

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
export {
  heldNamed,
  ImportRun,
  importRunList,
  type ImportRunRow,
  outcomes,
  runStatuses,
  subjects,
} from './runs.ts';

const Reason = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(limits.description)
  .regex(patterns.noAngles.regex, { error: 'angles' });

/** More than the schools and kinds of the largest import. */
const MOST_SLICES = 1_000_000;

export const SliceDecision = z.object({
  runId: RowNumber,
  numbers: z.array(z.number().int().min(0).max(MOST_SLICES)).min(1).max(20_000),
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

const RunId = RowId;
const ById = z.object({ id: RunId });
const OfRun = z.object({ runId: RunId });

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
  /** Schools in the file that the portal does not know: new, or another name for one it has? */
  unknownSchools: z.array(
    z.object({
      /** What the answer is kept under in the mapping. */
      key: z.string(),
      name: z.string(),
      rows: z.number().int(),
      /** Codes of the schools it may be, the most likely first. */
      likely: z.array(z.string()),
    }),
  ),
  /** The schools there are, where there is such a question. */
  knownSchools: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type FilePreview = z.output<typeof FilePreview>;

export const imports = {
  preview: query('POST /import/preview', {
    summary:
      'What the beginning of a file is: its format, and of a table its columns and what they seem to hold',
    permission: 'import.run',
    load: 'heavy',
    sends: 'upload',
    input: z.object({
      /** What has been chosen so far, as JSON: which schools are unknown depends on it. */
      mapping: Mapping.optional(),
    }),
    output: FilePreview,
    errors: ['import.file-empty', 'import.file-wrong', 'import.file-broken'],
  }),
  /** Of a file that is sent along; a school data source is run with `POST /superadminsettings/datasources/run`. */
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
    load: 'heavy',
    input: importPlanList.query.extend(OfRun.shape),
    output: importPlanList.result,
    errors: ['import.not-found'],
  }),
  feeds: query('GET /import/feeds', {
    summary: 'The systems that files came from, which the imports can be narrowed to',
    permission: 'import.read',
    input: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ Items: z.array(z.string()) }),
  }),
  schools: query('GET /import/schools', {
    summary: 'The schools a plan can be narrowed to',
    permission: 'import.read',
    input: z.object({ search: z.string().max(100).default('') }),
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
    load: 'heavy',
    input: ById,
    output: z.array(ReportPart),
    errors: ['import.not-found'],
  }),
};
