/** What the portal and an enforcement point say to each other (docs/web-filter-protocol.md): version 1. */
import { z } from 'zod';

export const PROTOCOL = 1;
export const leasesPath = '/api/web-filter/v1/leases';
export const reportPath = '/api/web-filter/v1/report';

/** The longest the portal holds a question, in seconds. */
export const LONGEST_WAIT = 55;
/** A point reports after each change and every so many seconds. */
export const REPORT_EVERY = 10;
/** A point that has not been heard of for so many seconds is not alive. */
export const SILENT_AFTER = 30;
/** Only locks that begin within so many hours are handed out. */
export const LEASE_HOURS = 24;

/** From the first year there was: a database knows no other. */
const Instant = z.iso.datetime({ offset: true }).regex(/^(?!0000)/);
/** Any text but the sign no database keeps. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0]*$/);
const Names = z.array(z.string().min(1).max(256));
const Domains = z.array(z.string().min(1).max(253));

/** A lock, whole. All names are in lower case; all domains as kernel/internet/domain.ts keeps them. */
export const WireLease = z.object({
  id: z.number().int().positive(),
  /** Differs whenever anything in the lease does. */
  revision: z.string(),
  /** For those it shuts out; nobody's name. */
  description: z.string(),
  /** The code of the school whose lock it is. */
  school: z.string(),
  exam: z.boolean(),
  from: Instant,
  until: Instant,
  open: Domains,
  /** Open to exam users besides. */
  examResources: Domains,
  /** Always open at the lock's school. */
  always: Domains,
  members: Names,
  /** Those of the members who are exam users. */
  examUsers: Names,
  opened: z.array(z.object({ user: z.string(), until: Instant.nullable() })),
});
export type WireLease = z.output<typeof WireLease>;

/** Who sits at which address, as a school says it: for points that cannot ask people who they are. */
export const WireAddresses = z.object({
  school: z.string(),
  revision: z.string(),
  /** An address, or a range (`10.1.2.0/24`), and the user name; of several that hold one address the narrowest. */
  users: z.array(z.tuple([z.string(), z.string()])),
});
export type WireAddresses = z.output<typeof WireAddresses>;

export const Version = words(64).min(1);

export const LeasesQuestion = z.object({
  /** What the point has; without it, or with one the portal does not know, it gets the whole set. */
  have: Version.optional(),
  wait: z.coerce.number().int().min(0).max(LONGEST_WAIT).default(0),
});

export const LeasesAnswer = z.object({
  protocol: z.literal(PROTOCOL),
  /** The time locks follow, as the answer was written. */
  portalTime: Instant,
  /** How long the portal held the question, in milliseconds. */
  waited: z.number().nonnegative(),
  /** Null: this is the whole set. Otherwise what changed since that version. */
  from: Version.nullable(),
  version: Version,
  leases: z.array(WireLease),
  /** Locks that are no longer there. */
  gone: z.array(z.number().int()),
  /** New or changed; a school that is not in `schools` has none. */
  addresses: z.array(WireAddresses),
  addressesGone: z.array(z.string()),
});
export type LeasesAnswer = z.output<typeof LeasesAnswer>;

export const Report = z.object({
  /** The version the point holds; null before its first whole set. */
  version: Version.nullable(),
  /** What runs there, with its version: `squid 5.7, vaktmester 1.2.0`. */
  software: words(200),
  clock: z.object({
    /** Portal's time less the point's own clock, in milliseconds. */
    offset: z.number(),
    /** The round trip it was measured with; its error is at most half of it. */
    roundTrip: z.number().nonnegative(),
    /** The point's own clock as the report was written. */
    machine: Instant,
  }),
  /** The leases it holds, and since when (portal's time). */
  holding: z.array(z.object({ lock: z.number().int(), revision: words(64), since: Instant })).max(10_000),
  /** Counted since the last report that was answered. */
  refused: z.number().int().nonnegative(),
  cut: z.number().int().nonnegative(),
  /** Exam users who were seen since then: the last time each. */
  signIns: z.array(z.object({ user: words(256), address: words(64), at: Instant })).max(20_000),
  /** What it cannot do where it stands, in words for whoever looks after it. */
  cannot: z.array(words(300)).max(10).default([]),
});
export type Report = z.output<typeof Report>;

export const ReportAnswer = z.object({ protocol: z.literal(PROTOCOL), portalTime: Instant });
export type ReportAnswer = z.output<typeof ReportAnswer>;

/** Why the portal did not answer. Signed like any answer when the point's own signature was right. */
export const ProtocolRefusal = z.object({
  code: z.enum([
    'unknown-point',
    'bad-signature',
    'clock',
    'replayed',
    'bad-message',
    'too-many',
    'unavailable',
  ]),
  /** The portal's real time, which signatures follow. */
  time: Instant,
});
export type ProtocolRefusal = z.output<typeof ProtocolRefusal>;
