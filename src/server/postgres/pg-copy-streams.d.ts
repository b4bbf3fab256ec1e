/** The package comes without types; these are the two calls of its README. */
declare module 'pg-copy-streams' {
  import type { Readable, ReadableOptions, Writable, WritableOptions } from 'node:stream';

  import type { Submittable } from 'pg';

  /** `copy … from stdin`: hand it to `client.query` and write the rows to it. */
  export function from(sql: string, options?: WritableOptions): Writable & Submittable & { rowCount: number };
  /** `copy … to stdout`: hand it to `client.query` and read the rows from it. */
  export function to(sql: string, options?: ReadableOptions): Readable & Submittable & { rowCount: number };
}
