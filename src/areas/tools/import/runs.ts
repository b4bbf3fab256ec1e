/** The runs of the user import: what each read, what it came to, and why nothing came of it. */
import { z } from 'zod';

import { SchoolRef } from '#areas/users/contract.ts';
import { Moment } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

import { sliceKinds } from './plan.ts';

export const runStatuses = ['running', 'completed', 'failed', 'interrupted'] as const;
const runPhases = ['reading', 'comparing', 'applying', 'done'] as const;
const runWays = ['upload', 'folder', 'command', 'demo', 'night', 'source'] as const;

/** Why nothing of a file was applied. Texts: `failure.<code>` with `line`, `column`, `found`. */
const failureCodes = [
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
  'fetch.unreachable',
  'fetch.refused',
  'fetch.wrong-answer',
  'fetch.no-folder',
  'fetch.host-key',
  'import.failed',
  /** To a school whose source it was not: what is wrong with a file of everybody tells of others. */
  'import.not-yours',
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

/** At most this many held slices are named with a run; all of them stand in their list. */
export const heldNamed = 5;
const Counts = z.partialRecord(z.enum(subjects), z.partialRecord(z.enum(outcomes), Count));

export const ImportRunRow = z.object({
  id: z.number().int(),
  /** The system the file came from, as it calls itself; null until that has been read. */
  feed: z.string().nullable(),
  /** Whose data source it came from; null = the whole owner's, or a school's that the reader does not see. */
  school: SchoolRef.nullable(),
  fileName: z.string(),
  startedVia: z.enum(runWays),
  dryRun: z.boolean(),
  status: z.enum(runStatuses),
  /** Undone as a whole, or some school or group of it; null: what it did stands. */
  undone: z.enum(['whole', 'partly']).nullable(),
  startedBy: z.string(),
  started: Moment,
  finished: Moment.nullable(),
  durationMs: z.number().nullable(),
  /** Persons in the file; null for a school, unless the file is its own source's. */
  people: Count.nullable(),
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
    status: { kind: 'choice', shown: true, choices: runStatuses, width: 112 },
    durationMs: { kind: 'number', shown: true, width: 84 },
    feed: { kind: 'text', shown: true, width: 160 },
    school: { kind: 'text', shown: 'owner', width: 136 },
    fileName: { kind: 'text', width: 220 },
    people: { kind: 'number', width: 90 },
    created: { kind: 'number', shown: true, width: 70 },
    changed: { kind: 'number', shown: true, width: 76 },
    left: { kind: 'number', shown: true, width: 78 },
    held: { kind: 'number', shown: true, width: 110 },
    rejected: { kind: 'number', shown: true, width: 80 },
    flagged: { kind: 'number', width: 90 },
    dryRun: { kind: 'flag', shown: true, width: 124 },
    startedVia: { kind: 'choice', choices: runWays, width: 120 },
    startedBy: { kind: 'text', width: 160 },
    finished: { kind: 'moment', width: 160 },
  },
  filters: {
    feed: { kind: 'lookup', lookup: '/import/feeds', several: true },
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
  /** In the file, like `people`. */
  groups: Count.nullable(),
  memberships: Count.nullable(),
  extractedAt: z.string().nullable(),
  counts: Counts,
  /** The first slices that wait for somebody to look; `schoolId` null = the owner's own people. `leaving`: rows of the kind. */
  heldSchools: z.array(
    z.object({
      schoolId: Count.nullable(),
      school: z.string().nullable(),
      kind: z.enum(sliceKinds).default('left'),
      leaving: Count,
      people: Count,
      /** Slices with the same number belong together and have one decision; runs of earlier versions have none. */
      hold: Count.nullish(),
    }),
  ),
  /** How many slices are held in all. */
  heldCount: Count,
  /** How many decisions are waited for: one for each hold. */
  undecided: Count,
  /** How many people the held slices of kind `left` concern: those whom `acceptLeavers` would let go. */
  heldLeavers: Count,
  /** A rehearsal for another day than the day it was run. */
  asOf: z.string().nullable(),
  hasReport: z.boolean(),
  failure: z.object({ code: z.enum(failureCodes), line: Count, column: Count, found: z.string() }).nullable(),
  /** The operation in the journal, with every change; null for a rehearsal. */
  operationId: z.number().int().nullable(),
});
export type ImportRun = z.output<typeof ImportRun>;
