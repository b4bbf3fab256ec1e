/** The user import: runs, what they could not take and what they planned (specification §2 "user import overview"). */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Moment } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

export const runStatuses = ['running', 'completed', 'failed', 'interrupted'] as const;
export const runPhases = ['reading', 'comparing', 'applying', 'done'] as const;
export const runWays = ['upload', 'folder', 'command', 'demo'] as const;

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
  /** Schools whose leavers wait for somebody to look; `schoolId` null = the owner's own people. */
  heldSchools: z.array(
    z.object({ schoolId: Count.nullable(), school: z.string().nullable(), leaving: Count, people: Count }),
  ),
  failure: z.object({ code: z.enum(failureCodes), line: Count, column: Count, found: z.string() }).nullable(),
  /** The operation in the journal, with every change; null for a rehearsal. */
  operationId: z.number().int().nullable(),
});
export type ImportRun = z.output<typeof ImportRun>;

export const severities = ['rejected', 'flagged'] as const;

/** What can be wrong with a record. Texts: `choice.code.<code>`. */
export const problemCodes = [
  'person.no-id',
  'person.no-name',
  'person.repeated',
  'person.national-number',
  'person.number-shared',
  'person.birth-date',
  'person.email',
  'person.email-taken',
  'person.mobile-phone',
  'person.unknown-contact',
  'person.no-part',
  'group.no-id',
  'group.no-name',
  'group.repeated',
  'group.unknown-type',
  'group.no-parent',
  'group.unknown-parent',
  'group.date',
  'group.organisation-number',
  'membership.no-group',
  'membership.no-person',
  'membership.not-a-person',
  'membership.no-role',
  'membership.unknown-role',
  'membership.date',
  'membership.unknown-group',
  'membership.unknown-person',
] as const;

export const ImportProblemRow = z.object({
  number: z.number().int(),
  severity: z.enum(severities),
  code: z.enum(problemCodes),
  lineNumber: z.number().int(),
  /** The record's own id in the source. */
  sourceId: z.string().nullable(),
  found: z.string(),
});
export type ImportProblemRow = z.input<typeof ImportProblemRow>;

export const importProblemList = defineList({
  id: 'import-problems',
  row: ImportProblemRow,
  key: 'number',
  columns: {
    lineNumber: { kind: 'number', shown: true, width: 90 },
    severity: { kind: 'choice', shown: true, choices: severities, width: 120 },
    code: { kind: 'choice', shown: true, choices: problemCodes, width: 320 },
    sourceId: { kind: 'text', shown: true, width: 220 },
    found: { kind: 'text', shown: true, width: 320 },
  },
  filters: {
    severity: { kind: 'choice', choices: severities, asViews: true },
    code: { kind: 'choice', choices: problemCodes, several: true },
  },
  sort: { by: 'lineNumber', dir: 'asc' },
  search: true,
});

export const planSubjects = ['school', 'person', 'group'] as const;
export const planOutcomes = ['new', 'changed', 'renamed', 'returned', 'left', 'held', 'conflict'] as const;

export const ImportPlanRow = z.object({
  number: z.number().int(),
  subject: z.enum(planSubjects),
  outcome: z.enum(planOutcomes),
  /** User name, group name or school code; for a conflict the source's id. */
  key: z.string(),
  name: z.string(),
  school: z.string().nullable(),
  /** Conflict: the account it is about. Renamed: the new id. */
  reason: z.string(),
});
export type ImportPlanRow = z.input<typeof ImportPlanRow>;

export const importPlanList = defineList({
  id: 'import-plan',
  row: ImportPlanRow,
  key: 'number',
  columns: {
    name: { kind: 'text', shown: true, width: 260 },
    outcome: { kind: 'choice', shown: true, choices: planOutcomes, width: 140 },
    subject: { kind: 'choice', shown: true, choices: planSubjects, width: 110 },
    key: { kind: 'text', shown: true, width: 200 },
    school: { kind: 'text', shown: true, width: 220 },
    reason: { kind: 'text', shown: true, width: 240 },
  },
  filters: {
    subject: { kind: 'choice', choices: planSubjects, several: true },
    outcome: { kind: 'choice', choices: planOutcomes, several: true },
  },
  sort: { by: 'subject', dir: 'asc' },
  search: true,
});

const RunId = z.coerce.number().int().positive();
const ById = z.object({ id: RunId });
const OfRun = z.object({ runId: RunId });
const Flag = z.preprocess((value) => (typeof value === 'string' ? value === 'true' : value), z.boolean());

export const imports = {
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
};
