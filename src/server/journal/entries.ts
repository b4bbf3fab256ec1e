/** The lines of a journal export, as the database writes them (db/migrations/0001-journal.sql, "Sealing", and 0023). */
import { z } from 'zod';

const id = z.int().positive();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** First four bytes of every change's digest: megabytes, so nothing that matches it step by step. */
const fingerprints = z.string().refine((text) => text.length % 8 === 0 && !/[^0-9a-f]/.test(text));

const Head = z.object({
  entry: z.literal('journal'),
  form: z.literal(1),
  /** Hash and place of the newest seal; null when nothing was sealed yet. */
  head: digest.nullable(),
  seq: z.int(),
});

const Seal = z.object({
  entry: z.literal('seal'),
  seq: id,
  operation: id,
  sealed: z.string(),
  changes: z.int(),
  hash: digest,
  previous: digest,
  operationDigest: digest,
  changesDigest: digest,
  /** None with parts, which have their own. */
  fingerprints,
  /** Into how many its changes are divided; not at all where this is left out. */
  parts: id.optional(),
});

const Part = z.object({
  entry: z.literal('part'),
  operation: id,
  number: id,
  changes: z.int(),
  digest,
  fingerprints,
});

const Operation = z.object({
  entry: z.literal('operation'),
  id,
  event: z.string(),
  params: z.record(z.string(), z.unknown()).nullable(),
});

const Change = z.object({
  entry: z.literal('change'),
  id,
  operation: id,
  table: z.string(),
  key: z.string(),
});

export const Entry = z.discriminatedUnion('entry', [Head, Seal, Part, Operation, Change]);
export type Entry = z.infer<typeof Entry>;
export type SealEntry = z.infer<typeof Seal>;
export type PartEntry = z.infer<typeof Part>;
export type OperationEntry = z.infer<typeof Operation>;
export type ChangeEntry = z.infer<typeof Change>;
