/** What a backup is: a folder with this file and the rows of each table, compressed, as `COPY` writes them. */
import { createHash, createHmac } from 'node:crypto';

import { z } from 'zod';

export const MANIFEST = 'manifest.json';

export const Manifest = z.object({
  form: z.literal(1),
  /** Of the portal that wrote it. */
  version: z.string(),
  /** Real time. */
  madeAt: z.iso.datetime(),
  /** Fits one key; the key itself is never in a backup. */
  keyFingerprint: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      /** With its schema, quoted for SQL. */
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      file: z.string().regex(/^[\w.-]+$/),
      /** Of the compressed file. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** Hash of the journal's last seal; `null` before the first. */
  journalHead: z.string().nullable(),
});
export type Manifest = z.output<typeof Manifest>;

/** Says whether a key is the one of a backup, and nothing else about it. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update(createHmac('sha256', key).update('vaktmester backup').digest()).digest('hex');
