/** The lines of a journal export, as the database writes them (db/migrations/0001-journal.sql, "Sealing"). */
import { z } from 'zod';

const id = z.int().positive();
const digest = z.string().regex(/^[0-9a-f]{64}$/);

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
  /** First four bytes of every change's digest. */
  fingerprints: z.string().regex(/^([0-9a-f]{8})*$/),
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

export const Entry = z.discriminatedUnion('entry', [Head, Seal, Operation, Change]);
export type Entry = z.infer<typeof Entry>;
export type SealEntry = z.infer<typeof Seal>;
export type OperationEntry = z.infer<typeof Operation>;
export type ChangeEntry = z.infer<typeof Change>;
