/** What an import could not take as it stood. */
import { z } from 'zod';

import { defineList } from '#kernel/list.ts';

export const severities = ['rejected', 'flagged'] as const;

/** What can be wrong with a record. Texts: `choice.code.<code>`. */
export const problemCodes = [
  'person.no-id',
  'person.no-name',
  'person.name-too-long',
  'person.repeated',
  'person.national-number',
  'person.number-shared',
  'person.birth-date',
  'person.email',
  'person.email-taken',
  'person.mobile-phone',
  'person.unknown-contact',
  'person.no-part',
  'person.role',
  'person.no-school',
  'person.school-unknown',
  'person.gender',
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
  'record.unknown',
  'record.columns',
  'record.quote',
  'record.too-large',
  'record.encoding',
  'record.invisible',
  'record.no-headings',
  'record.date-order',
  'record.missing-value',
  'record.unknown-column',
  'record.unknown-file',
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
