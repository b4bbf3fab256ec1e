/** Home: what needs the reader today, each with the list that shows it (specification §2 "Home dashboard"). */
import { z } from 'zod';

import { query } from '#kernel/contract.ts';
import { Moment } from '#kernel/fields.ts';

export const concerns = [
  'import.failed',
  'import.no-source',
  'import.rejects',
  'users.locked',
  'users.expiring',
  'users.invalid',
  'groups.invalid',
  'groups.without-teacher',
  'groups.without-contact-teacher',
  'access.temporary',
  'access.blocked',
  'superadmins.new',
] as const;
export const severities = ['critical', 'warning', 'info'] as const;

export const Concern = z.object({
  kind: z.enum(concerns),
  severity: z.enum(severities),
  count: z.number(),
  /** The list that shows them, and its filters as they stand in its address. */
  list: z.enum([
    'users',
    'groups',
    'imports',
    'dataSources',
    'temporaryAccess',
    'blockedAccess',
    'superadmins',
  ]),
  params: z.record(z.string(), z.string()),
});
export type Concern = z.output<typeof Concern>;

export const home = {
  today: query('GET /home/today', {
    summary: 'What needs the reader today, weightiest first; what is in order is left out',
    permission: 'signed-in',
    input: z.object({}),
    output: z.object({ at: Moment, Items: z.array(Concern) }),
  }),
};
