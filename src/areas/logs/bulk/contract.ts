/** Acts on many rows: how each row went, and once more for those that were refused (design.md §5). */
import { z } from 'zod';

import { Started } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { errorCodes } from '#kernel/errors.ts';
import { OperationId } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

export const rowOutcomes = ['waiting', 'done', 'refused'] as const;

export const BulkRow = z.object({
  place: z.number().int(),
  /** As the row is named in addresses: a user name, the name of a group. */
  key: z.string(),
  /** What people called it when it was chosen; it may be gone since. */
  name: z.string().nullable(),
  outcome: z.enum(rowOutcomes),
  /** Of a refused row. */
  code: z.enum(errorCodes).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});
export type BulkRow = z.output<typeof BulkRow>;

export const bulkRowList = defineList({
  id: 'bulk-rows',
  row: BulkRow,
  key: 'place',
  columns: {
    place: { kind: 'number', width: 70 },
    name: { kind: 'text', shown: true, width: 200 },
    key: { kind: 'text', shown: true, width: 140 },
    outcome: { kind: 'choice', shown: true, choices: rowOutcomes, width: 120 },
    reason: { kind: 'text', shown: true, sort: false, width: 320 },
  },
  filters: { outcome: { kind: 'choice', choices: rowOutcomes, several: true } },
  sort: { by: 'place', dir: 'asc' },
  search: true,
});

export const bulk = {
  rows: query('POST /bulk/rows', {
    summary: 'How each row of an act on many went',
    permission: 'operations.read',
    input: bulkRowList.query.extend({ operationId: OperationId }),
    output: bulkRowList.result.extend({
      /** How many rows were refused and can be tried once more; more than the filters may leave. */
      refused: z.number().int(),
    }),
    errors: ['bulk.not-found'],
  }),
  download: query('GET /bulk/rows/download', {
    summary: 'The same as a file',
    permission: 'operations.read',
    event: 'bulk.outcomes-exported',
    rate: 'export',
    answers: 'file',
    input: bulkRowList.exportQuery.extend({ operationId: OperationId }),
    output: z.unknown(),
    errors: ['bulk.not-found'],
  }),
  retry: command('POST /bulk/retry', {
    summary: 'Does an act on many once more for the rows that were refused, and for no others',
    permission: 'operations.read',
    load: 'heavy',
    event: 'bulk.retried',
    operation: 'own',
    input: z.object({ operationId: OperationId }),
    output: Started,
    errors: ['bulk.not-found', 'bulk.nothing-to-retry', 'request.repeated'],
  }),
};
