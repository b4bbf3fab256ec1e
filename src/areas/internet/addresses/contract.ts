/** Who sits at which address, as a school says it: for enforcement points that cannot ask people who they are. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Moment, Nothing } from '#kernel/fields.ts';

const Listed = z.object({
  /** A line a machine: `10.20.3.14 anna.berg`. */
  lines: z.string(),
  count: z.number().int(),
  /** Differs whenever the list does. */
  version: z.string(),
  /** User names nobody has: the lines that will never do anything. */
  unknown: z.array(z.string()),
  /** Where a PAC file and zones are fetched, of the points that serve the school. */
  points: z.array(z.object({ id: z.uuid(), name: z.string() })),
  read: Moment,
});
export type Listed = z.output<typeof Listed>;

export const addresses = {
  get: query('GET /internetlock/addresses', {
    summary: 'The school’s list of machines by address, and whose each is',
    permission: 'points.read',
    input: Nothing,
    output: Listed,
    errors: ['school.not-chosen'],
  }),
  update: command('PUT /internetlock/addresses', {
    summary: 'Sets the school’s list of machines by address',
    permission: 'domains.manage',
    event: 'machine-address.changed',
    /** Somewhat less than a request may hold: line ends are written with two letters there. */
    input: z.object({ lines: z.string().max(900_000), version: z.string().optional() }),
    output: Listed,
    errors: ['request.invalid', 'school.not-chosen', 'row.stale'],
  }),
};
