/**
 * Acts on many. Small ones answer at once with a result per row; what may be large is chosen by filter on the server
 * and runs as an operation with progress (design.md §5). One row that is refused never stops the others.
 */
import { z } from 'zod';

import { errorCodes } from './errors.ts';

/**
 * A name that was refused, with the code of the catalogue that says why; the code is also the key of its message.
 * @public
 */
export const BulkFailure = z.object({
  id: z.string(),
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
/** @public */
export type BulkFailure = z.output<typeof BulkFailure>;

/** The answer of an act on named rows: 200 also when some were refused. */
export const BulkResult = z.object({ succeeded: z.array(z.string()), failed: z.array(BulkFailure) });
export type BulkResult = z.output<typeof BulkResult>;

/**
 * The answer of an act that goes on in the background: the operation in which its progress is read (`GET /jobs/:id`,
 * `GET /jobs/stream`, the log). How far it is, is not told here, where it would be out of date when it arrives.
 * @public
 */
export const Started = z.object({ operationId: z.number() });

/** The most rows that can be named one by one; more are chosen by the question that finds them. */
const MOST_NAMED = 10_000;
const keys = z.array(z.string().min(1).max(200)).max(MOST_NAMED);

/** Whom an act is for: rows by name, or all that a list's question finds but a few (`web/list/selection.ts`). */
export const selectionOf = <Fields extends z.ZodRawShape>(question: z.ZodObject<Fields>) =>
  z.discriminatedUnion('all', [
    z.strictObject({ all: z.literal(false), keys: keys.min(1) }),
    z.strictObject({ all: z.literal(true), except: keys.default([]), question: question.strict() }),
  ]);
