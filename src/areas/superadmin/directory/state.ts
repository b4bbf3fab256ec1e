/** How things stand with the directory, and with one account in it. */
import { z } from 'zod';

import { differingFields, directoryErrors } from '#kernel/directory.ts';
import { Moment } from '#kernel/fields.ts';

/** How the simulated directory behaves; only in a demo. */
export const Simulation = z.object({
  delayMs: z.number().int().min(0).max(10_000),
  failPercent: z.number().int().min(0).max(100),
  unreachable: z.boolean(),
});
export type Simulation = z.output<typeof Simulation>;

const Features = z.object({
  addressLists: z.boolean(),
  lockAfter: z.number().nullable(),
  lockMinutes: z.number().nullable(),
  passwordLength: z.number().nullable(),
});

export const DirectoryState = z.object({
  kind: z.enum(['none', 'simulated', 'ad']),
  address: z.string().nullable(),
  base: z.string().nullable(),
  /** What the directory can do, as it said at the last sign-in. */
  features: Features.nullable(),
  /** Why it cannot be reached now. */
  away: z
    .object({
      code: z.enum(directoryErrors),
      /** What was answered first: it says why. */
      said: z.string(),
      /** What was answered last, where that is something else. */
      saidLast: z.string().nullable(),
      since: Moment,
      retryAt: Moment.nullable(),
    })
    .nullable(),
  seenAt: Moment.nullable(),
  objects: z.object({ school: z.number(), user: z.number(), group: z.number() }),
  /** Entries on their way, those that were refused and are tried again, and those set aside. */
  entries: z.object({ waiting: z.number(), failing: z.number(), stopped: z.number() }),
  drift: z.number(),
  exceptions: z.number(),
  /** Accounts that are not the portal's, as of the last sweep. */
  strangers: z.number(),
  /**
   * Accounts that had been deleted in the directory and were made again without a password; `userNames` has the first
   * hundred. They leave when they get one.
   */
  madeAgain: z.object({
    count: z.number(),
    userNames: z.array(z.string()),
    /** Those the directory had in its recycle bin and refused to restore, and why. */
    notRestored: z.object({ count: z.number(), code: z.enum(directoryErrors), said: z.string() }).nullable(),
  }),
  /** A sweep that goes on, or was asked for and has not begun. */
  sweep: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  swept: z.object({ at: Moment, ms: z.number(), objects: z.number(), strangers: z.number() }).nullable(),
  simulation: Simulation.nullable(),
});
export type DirectoryState = z.output<typeof DirectoryState>;

/** `held`: as the portal wants it. `absent`: not there, and not on its way. `none`: no directory is connected. */
export const accountStates = ['none', 'absent', 'waiting', 'failing', 'stopped', 'differs', 'held'] as const;

/** One person's account in the directory. */
export const DirectoryAccount = z.object({
  state: z.enum(accountStates),
  /** What it is called there. */
  name: z.string().nullable(),
  /** When the directory was last brought to what the portal wants. */
  held: Moment.nullable(),
  error: z.enum(directoryErrors).nullable(),
  /** A password that has not been handed over yet. */
  passwordWaits: z.boolean(),
  /**
   * The portal made the account without a password and has handed none over since, so nobody can sign in; `again` after the
   * account had been deleted in the directory. Null: it has one, or it is not known.
   */
  withoutPassword: z.enum(['new', 'again']).nullable(),
  differences: z.array(
    z.object({
      field: z.enum(differingFields),
      wanted: z.string().nullable(),
      observed: z.string().nullable(),
    }),
  ),
});
export type DirectoryAccount = z.output<typeof DirectoryAccount>;
