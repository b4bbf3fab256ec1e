/** The clock of the demo municipality, which a superadmin can move: everything that depends on time follows. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { GivenMoment, Moment, Nothing } from '#kernel/fields.ts';

const HOURS_A_DAY = 24;
/** Ten years either way: farther from today the demo's people would be of no school age. */
const FARTHEST_DAYS = 3_660;

export const ClockState = z.object({
  /** What the portal takes for now. */
  now: Moment,
  /** How far that is from real time, in milliseconds. */
  offsetMs: z.number(),
});
export type ClockState = z.output<typeof ClockState>;

export const ClockMove = z
  .object({
    /** The moment the clock shall show; it goes on from there. */
    to: GivenMoment,
    /** Forward, or back when negative, from what it shows. */
    days: z.number().int().min(-FARTHEST_DAYS).max(FARTHEST_DAYS),
    hours: z
      .number()
      .int()
      .min(-FARTHEST_DAYS * HOURS_A_DAY)
      .max(FARTHEST_DAYS * HOURS_A_DAY),
    /** Back to real time. */
    reset: z.literal(true),
  })
  .partial()
  .refine(
    ({ to, days, hours, reset }) =>
      [to, days ?? hours, reset].filter((one) => one !== undefined).length === 1,
    {
      error: 'required',
      path: ['to'],
    },
  );
export type ClockMove = z.output<typeof ClockMove>;

export const farthestMs: number = FARTHEST_DAYS * HOURS_A_DAY * 60 * 60 * 1_000;

export const clock = {
  read: query('GET /clock', {
    summary: 'What the demo’s clock shows, and how far it is from real time',
    permission: 'clock.move',
    calledBy: 'integration',
    input: Nothing,
    output: ClockState,
    errors: ['clock.not-demo'],
  }),
  move: command('PUT /clock/move', {
    summary:
      'Moves the demo’s clock to a moment, by days or hours, or back to real time; every time rule follows',
    permission: 'clock.move',
    event: 'clock.moved',
    input: ClockMove,
    output: ClockState,
    errors: ['clock.not-demo'],
  }),
};
