/** "Why is this page open or shut for this pupil at this moment?" (specification §2 "Internet"). */
import { z } from 'zod';

import { LockRow, OpenEntry, Time } from '#areas/internet/locks/contract.ts';
import { query } from '#kernel/contract.ts';
import { Moment, UserName } from '#kernel/fields.ts';
import { chatRestrictions } from '#kernel/internet/lock-times.ts';
import { Why } from '#kernel/why.ts';

/** Somebody under a lock: which locks reach them at a moment, and what is left open. */
const Explanation = z.object({
  userName: z.string(),
  displayName: z.string(),
  at: Moment,
  locked: z.boolean(),
  locks: z.array(
    LockRow.omit({ can: true }).extend({
      standing: z.enum(['decides', 'yields-to-exam', 'opened']),
      /** The person's own groups through which it reaches them. */
      through: z.array(z.string()),
      /** What keeps this reader from opening the internet for the person in spite of it; null: nothing does. */
      cannotOpen: Why.nullable(),
    }),
  ),
  open: z.array(OpenEntry),
  chat: z.enum(chatRestrictions),
  /** About the address that was asked about. */
  verdict: z
    .object({
      address: z.string(),
      open: z.boolean(),
      why: z.enum(['not-locked', 'listed', 'not-listed', 'port', 'not-an-address']),
      host: z.string().optional(),
      entries: z.array(OpenEntry).default([]),
    })
    .nullable(),
});
export type Explanation = z.output<typeof Explanation>;

export const explanations = {
  explain: query('POST /internetlock/explain', {
    summary: 'Which locks reach somebody at a moment, what they leave open, and whether an address is',
    permission: 'locks.read',
    input: z.object({
      userName: UserName,
      at: Time.optional(),
      address: z.string().trim().max(2_000).optional(),
    }),
    output: Explanation,
    errors: ['user.not-found'],
  }),
};
