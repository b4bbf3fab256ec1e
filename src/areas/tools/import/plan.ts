/** The plan of an import, row by row and by school and kind: what will happen, why, and what was held (design.md §6). */
import { z } from 'zod';

import { Moment } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

const Count = z.number().int();

export const sliceKinds = ['new', 'changed', 'left', 'memberships'] as const;

export const planSubjects = ['school', 'person', 'group'] as const;
export const planOutcomes = ['new', 'changed', 'renamed', 'returned', 'left', 'held', 'conflict'] as const;

/** So many rows of an outcome are kept with a run; its counts are of all. */
export const planKept = { new: 10_000, others: 100_000 } as const;

const changedFields = [
  'firstName',
  'lastName',
  'email',
  'mobilePhone',
  'title',
  'role',
  'birthDate',
  'school',
  'className',
  'nationalNumber',
  // Of a group, where a school would lose an unusual part of its memberships.
  'members',
] as const;

export const ImportPlanRow = z.object({
  number: z.number().int(),
  subject: z.enum(planSubjects),
  outcome: z.enum(planOutcomes),
  /** What a held row would have become. */
  heldAs: z.enum(['new', 'changed', 'left']).nullable(),
  className: z.string().nullable(),
  /** What is different about a person, by field; numbers are masked. */
  changes: z.array(
    z.object({ field: z.enum(changedFields), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** User name, group name or school code; for a conflict the source's id. */
  key: z.string(),
  name: z.string(),
  school: z.string().nullable(),
  /** Conflict: the account it is about. Renamed: the new id. Changed: `other-source` (another still has them), `linked`. */
  reason: z.string(),
});
export type ImportPlanRow = z.input<typeof ImportPlanRow>;

export const importPlanList = defineList({
  id: 'import-plan',
  row: ImportPlanRow,
  key: 'number',
  columns: {
    name: { kind: 'text', shown: true, width: 210 },
    outcome: { kind: 'choice', shown: true, choices: planOutcomes, width: 150 },
    subject: { kind: 'choice', shown: true, choices: planSubjects, width: 90 },
    key: { kind: 'text', shown: true, width: 140 },
    school: { kind: 'text', shown: true, width: 180 },
    className: { kind: 'text', shown: true, width: 75 },
    changes: { kind: 'list', shown: true, sort: false, width: 300 },
    reason: { kind: 'text', shown: true, sort: false, width: 260 },
  },
  filters: {
    subject: { kind: 'choice', choices: planSubjects, several: true },
    outcome: { kind: 'choice', choices: planOutcomes, several: true },
    school: { kind: 'lookup', lookup: '/import/schools', several: true },
    className: { kind: 'text' },
    changed: { kind: 'choice', choices: changedFields, several: true },
  },
  sort: { by: 'subject', dir: 'asc' },
  search: true,
});

/** `within`: nothing unusual. The others breached a limit; `held` waits for somebody to decide. */
export const sliceStates = ['held', 'postponed', 'rejected', 'accepted', 'within'] as const;

export const ImportSliceRow = z.object({
  number: z.number().int(),
  school: z.string().nullable(),
  /** Null for the owner's own people, and for a school that is not there yet. */
  schoolCode: z.string().nullable(),
  kind: z.enum(sliceKinds),
  /** The other slices of the same hold: a decision about one is a decision about all of them. */
  together: z.array(
    z.object({ school: z.string().nullable(), schoolCode: z.string().nullable(), kind: z.enum(sliceKinds) }),
  ),
  state: z.enum(sliceStates),
  /** Whether a decision about it still counts: it is of the source's latest run. */
  isOpen: z.boolean(),
  rows: Count,
  people: Count,
  /** Of those there were before, in per cent; null where there were none. */
  percent: z.number().nullable(),
  decidedBy: z.string().nullable(),
  decided: Moment.nullable(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ImportSliceRow = z.input<typeof ImportSliceRow>;

export const importSliceList = defineList({
  id: 'import-slices',
  row: ImportSliceRow,
  key: 'number',
  columns: {
    school: { kind: 'text', shown: true, width: 220 },
    kind: { kind: 'choice', shown: true, choices: sliceKinds, width: 130 },
    state: { kind: 'choice', shown: true, choices: sliceStates, width: 150 },
    together: { kind: 'list', shown: true, sort: false, width: 220 },
    rows: { kind: 'number', shown: true, width: 90 },
    people: { kind: 'number', shown: true, width: 90 },
    percent: { kind: 'number', shown: true, width: 90 },
    decidedBy: { kind: 'text', shown: true, width: 150 },
    decided: { kind: 'moment', width: 150 },
    until: { kind: 'date', width: 110 },
    reason: { kind: 'text', shown: true, width: 220 },
  },
  filters: {
    state: { kind: 'choice', choices: sliceStates, several: true },
    kind: { kind: 'choice', choices: sliceKinds, several: true },
  },
  sort: { by: 'state', dir: 'asc' },
  search: true,
});
