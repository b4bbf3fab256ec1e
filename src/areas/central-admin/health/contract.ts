/** How the portal is doing, for those who keep it. Everything is measured when it is asked for; nothing is of people. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Done, Moment, Nothing } from '#kernel/fields.ts';

/** `unset`: there is none, and the portal works without. */
export const healthStates = ['ok', 'attention', 'failed', 'unset'] as const;
export type HealthState = (typeof healthStates)[number];

export const healthParts = [
  'backup',
  'restoreTest',
  'journal',
  'journalCheck',
  'jobs',
  'sources',
  'directory',
  'federation',
  'disk',
  'database',
  'secondFactor',
  'portal',
] as const;
export type HealthPart = (typeof healthParts)[number];

export const HealthRow = z.object({
  part: z.enum(healthParts),
  state: z.enum(healthStates),
  /** When it last worked; null = never, or not a thing that happens at a time. */
  workedAt: Moment.nullable(),
  failedAt: Moment.nullable(),
  /** What was said when it last failed, where it has not worked since. */
  failure: z.string().nullable(),
  /** Asked for and under way. */
  isRunning: z.boolean(),
  /** Figures and names by what they are of (`figure.<name>` of the texts). */
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type HealthRow = z.output<typeof HealthRow>;

const Work = z.object({
  name: z.string(),
  state: z.enum(healthStates),
  workedAt: Moment.nullable(),
  failedAt: Moment.nullable(),
  failure: z.string().nullable(),
});

export const health = {
  read: query('GET /centraladmin/health', {
    summary: 'How the portal is doing: each part with its state, when it last worked and what was measured',
    permission: 'portal-health.read',
    input: Nothing,
    output: z.object({
      at: Moment,
      Items: z.array(HealthRow),
      /** The scheduled jobs, and the data sources of the schools. */
      jobs: z.array(Work.extend({ cron: z.string() })),
      sources: z.array(Work),
    }),
  }),
  checkJournal: command('POST /centraladmin/health/journal', {
    summary: 'Verifies the whole journal in the background; how it went stands in the health of the portal',
    permission: 'portal-health.read',
    event: 'journal.check-started',
    input: Nothing,
    output: Done,
    errors: ['health.check-running'],
  }),
};
