/** Accounts in the directory that are not the portal's, and why one of them cannot be taken over. */
import { z } from 'zod';

import { Moment } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

/**
 * `administrator`: has administrator rights in the directory. `outside`: lies outside the portal's part of it. `none`,
 * `several`: no person, or more than one, has its user name, e-mail address or full name. `contested`: another account fits the
 * same person. `has-account`: that person has an account already.
 */
export const obstacles = ['administrator', 'outside', 'none', 'several', 'contested', 'has-account'] as const;
export type Obstacle = (typeof obstacles)[number];

export const StrangerRow = z.object({
  id: z.number().int(),
  /** What people sign in with. */
  name: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  /** `GRA/students`, or the DN of a unit that is not one of the portal's. */
  place: z.string().nullable(),
  enabled: z.boolean(),
  lastLogin: Moment.nullable(),
  found: Moment,
  /** Whose account it would become. */
  person: z.object({ userName: z.string(), displayName: z.string() }).nullable(),
  /** Null: it can be taken over. */
  obstacle: z.enum(obstacles).nullable(),
});
export type StrangerRow = z.output<typeof StrangerRow>;

export const strangerList = defineList({
  id: 'directory-strangers',
  row: StrangerRow,
  key: 'id',
  columns: {
    name: { kind: 'text', shown: true, width: 210 },
    person: { kind: 'text', shown: true, sort: false, width: 200 },
    obstacle: { kind: 'choice', shown: true, choices: obstacles, width: 250 },
    place: { kind: 'text', shown: true, width: 190 },
    enabled: { kind: 'flag', shown: true, width: 90 },
    lastLogin: { kind: 'moment', shown: true, width: 146 },
    email: { kind: 'text', width: 210 },
    found: { kind: 'moment', width: 146 },
  },
  filters: {
    obstacle: { kind: 'choice', choices: obstacles, several: true },
    free: { kind: 'choice', choices: ['yes', 'no'] },
  },
  sort: { by: 'name', dir: 'asc' },
  search: true,
});

export const TakenOver = z.object({
  count: z.number().int(),
  /** The chosen ones that were left as they are; the first hundred. */
  refused: z.array(z.object({ name: z.string(), obstacle: z.enum(obstacles) })),
});
