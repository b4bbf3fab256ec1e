/** About: what this portal is, which version runs, and on what (specification §2 "about"). */
import { z } from 'zod';

import { query } from '#kernel/contract.ts';
import { Moment } from '#kernel/fields.ts';

export const about = {
  portal: query('GET /about', {
    summary: 'The portal’s version, licence and the age of its database',
    permission: 'signed-in',
    input: z.object({}),
    output: z.object({
      name: z.string(),
      version: z.string(),
      license: z.string(),
      runtime: z.string(),
      database: z.string(),
      /** The newest migration and when it was applied. */
      migration: z.object({ name: z.string(), appliedAt: Moment }),
      demo: z.boolean(),
      now: Moment,
    }),
  }),
  credits: query('GET /about/credits', {
    summary: 'The open-source packages the portal is made of, with their licences',
    permission: 'signed-in',
    cacheable: true,
    input: z.object({}),
    output: z.object({
      Items: z.array(z.object({ name: z.string(), version: z.string(), license: z.string() })),
    }),
  }),
};
