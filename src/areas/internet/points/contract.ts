/**
 * Enforcement points of internet locks (issue 4 "Enforcement"): the proxies and firewalls that carry locks out, what
 * each of them holds, and who sits at which address where nobody can be asked.
 */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Done, Moment, Nothing, RowId, RowVersion } from '#kernel/fields.ts';

import { pointKinds, pointStates } from './rules.ts';

const Id = z.uuid();

export const Point = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(pointKinds),
  /** Serves every school; otherwise those named. */
  wholeOwner: z.boolean(),
  schools: z.array(z.object({ code: z.string(), name: z.string() })),
  state: z.enum(pointStates),
  /** When it was heard of last, and since when without a silence. */
  seen: Moment.nullable(),
  aliveSince: Moment.nullable(),
  software: z.string().nullable(),
  /** Its own clock less real time; positive: it is fast. */
  clockMs: z.number().nullable(),
  clockOff: z.boolean(),
  /** It holds something else than it should, or nothing yet. */
  behind: z.boolean(),
  holding: z.number().int(),
  /** How many locks it should hold. */
  wanted: z.number().int(),
  /** Since it was made, of everybody together. */
  refused: z.number().int(),
  cut: z.number().int(),
  /** What it cannot do where it runs, in its own words. */
  cannot: z.array(z.string()),
  createdBy: z.string(),
  created: Moment,
  secretSet: Moment.nullable(),
  version: z.number().int(),
});
export type Point = z.output<typeof Point>;

export const HeldLock = z.object({
  id: z.number().int(),
  description: z.string(),
  school: z.string(),
  exam: z.boolean(),
  from: Moment,
  until: Moment,
  since: Moment,
  /** It has the lock as it is now. */
  current: z.boolean(),
});
export type HeldLock = z.output<typeof HeldLock>;

export const PointDetail = Point.extend({
  held: z.array(HeldLock),
  /** Locks it should hold and does not say it does. */
  missing: z.array(HeldLock.omit({ since: true, current: true })),
});
export type PointDetail = z.output<typeof PointDetail>;

/** A point that serves a lock's school, and whether it holds the lock. */
export const Holder = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(pointKinds),
  state: z.enum(pointStates),
  since: Moment.nullable(),
});
export type Holder = z.output<typeof Holder>;

const Name = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(64)
  .regex(/^[^<>]*$/, { error: 'angles' });
const Wanted = z.object({
  name: Name,
  wholeOwner: z.boolean().default(true),
  /** School codes; left out for the whole owner. */
  schools: z.array(z.string().min(1).max(20)).max(500).default([]),
});
const Added = Wanted.extend({ kind: z.enum(['squid', 'other']).default('squid') });
const Changed = Wanted.extend({ id: Id, version: RowVersion });
const ById = z.object({ id: Id });

/** Shown once. */
const Secret = z.object({ id: Id, name: z.string(), secret: z.string(), portal: z.string() });

export const points = {
  list: query('GET /internetlock/points', {
    summary: 'The enforcement points that serve the school, or all of them, and how each of them is',
    permission: 'points.read',
    input: Nothing,
    output: z.object({ Items: z.array(Point), updated: Moment }),
  }),
  holders: query('GET /internetlock/points/holders', {
    summary: 'Which enforcement points serve a lock’s school, and which of them hold the lock since when',
    permission: 'locks.read',
    input: z.object({ lock: RowId }),
    /** `expected`: the lock is handed out now; it is from a day before it begins. */
    output: z.object({ Items: z.array(Holder), expected: z.boolean() }),
    errors: ['internet-lock.not-found'],
  }),
  detail: query('GET /internetlock/points/one/:id', {
    summary: 'An enforcement point with the locks it holds, and those it lacks',
    permission: 'points.read',
    input: ById,
    output: PointDetail,
    errors: ['point.not-found'],
  }),
  add: command('POST /internetlock/points', {
    summary: 'Makes an enforcement point; its secret is shown once',
    permission: 'points.manage',
    event: 'enforcement-point.added',
    secret: true,
    input: Added,
    output: Secret,
    errors: ['request.invalid', 'school.not-found', 'point.name-taken'],
  }),
  update: command('PUT /internetlock/points', {
    summary: 'Renames an enforcement point, or has it serve other schools',
    permission: 'points.manage',
    event: 'enforcement-point.changed',
    input: Changed,
    output: Done,
    errors: ['request.invalid', 'school.not-found', 'point.not-found', 'point.name-taken', 'row.stale'],
  }),
  renew: command('POST /internetlock/points/secret', {
    summary: 'Gives an enforcement point a new secret, shown once; the old one counts no more',
    permission: 'points.manage',
    event: 'enforcement-point.secret-renewed',
    secret: true,
    input: ById,
    output: Secret,
    errors: ['point.not-found', 'point.simulated'],
  }),
  remove: command('DELETE /internetlock/points/:id', {
    summary: 'Removes an enforcement point: it is told nothing more, and holds what it has until its end',
    permission: 'points.manage',
    event: 'enforcement-point.removed',
    input: ById,
    output: Done,
    errors: ['point.not-found'],
  }),
};
