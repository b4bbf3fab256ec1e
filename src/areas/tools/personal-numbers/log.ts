/** The log of personal numbers: changes that were registered or made, and who was looked up by number; masked. */
import { z } from 'zod';

import { SchoolRef } from '#areas/users/contract.ts';
import { Moment } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

import { numberLogStatuses } from './rules.ts';

/** Of all the lists of numbers: for roles of the whole owner, the people of one school. */
export const schoolFilter = {
  kind: 'lookup',
  lookup: '/import/schools',
  ofSchool: true,
  shown: 'owner',
} as const;

export const NumberLogEntry = z.object({
  /** `c12` for a change that was registered, `l34` for one that was made, or somebody looked up. */
  id: z.string(),
  time: Moment,
  /** Who registered it, or wanted what changed it; null = the portal itself. */
  actor: z.string().nullable(),
  userName: z.string(),
  displayName: z.string(),
  oldMasked: z.string().nullable(),
  newMasked: z.string().nullable(),
  school: SchoolRef.nullable(),
  status: z.enum(numberLogStatuses),
  /** The run of the import that brought it. */
  importRun: z.number().int().nullable(),
  shielded: z.boolean(),
  ...rowMarks,
});
export type NumberLogEntry = z.output<typeof NumberLogEntry>;

export const numberLogList = defineList({
  id: 'number-log',
  row: NumberLogEntry,
  key: 'id',
  columns: {
    time: { kind: 'moment', shown: true, width: 152 },
    actor: { kind: 'text', shown: true, width: 180 },
    displayName: { kind: 'text', shown: true, width: 210 },
    oldMasked: { kind: 'text', shown: true, width: 130, sort: false },
    newMasked: { kind: 'text', shown: true, width: 130, sort: false },
    status: { kind: 'choice', shown: true, choices: numberLogStatuses, width: 150 },
    school: { kind: 'text', width: 180 },
    importRun: { kind: 'number', shown: true, width: 120 },
    userName: { kind: 'text', width: 130 },
  },
  filters: {
    at: { kind: 'days' },
    school: schoolFilter,
    status: { kind: 'choice', choices: numberLogStatuses, several: true },
  },
  sort: { by: 'time', dir: 'desc' },
  search: true,
});
