/**
 * The web filter: whoever enforces internet locks where the pupils' requests pass. The portal hands out leases and is
 * told what is held; a point reaches the portal through `PortalLink`, over the network or within the same process.
 */
import type { LeasesAnswer, Report, ReportAnswer, WireAddresses, WireLease } from './protocol/messages.ts';
import type { Key } from './protocol/signature.ts';

/** The portal as a point sees it. */
export interface PortalLink {
  /** Answers when there is something else than `have`, after `waitS` seconds at the latest. */
  leases: (have: string | undefined, waitS: number, signal?: AbortSignal) => Promise<LeasesAnswer>;
  report: (report: Report, signal?: AbortSignal) => Promise<ReportAnswer>;
}

/** What a point is told of: the locks of these schools and those that reach their people, or all. */
export interface Served {
  /** Undefined: the whole owner. */
  schoolIds: readonly number[] | undefined;
}

/** The portal's side: the leases there are, kept up to date. */
export interface LeaseFeed {
  /** As `PortalLink.leases`, without what only the answer's writer knows. */
  next: (
    served: Served,
    have: string | undefined,
    waitMs: number,
    signal?: AbortSignal,
  ) => Promise<Omit<LeasesAnswer, 'protocol' | 'portalTime' | 'waited'>>;
  /** What a point that is up to date says it has. */
  versionOf: (served: Served) => string;
  leasesOf: (served: Served) => WireLease[];
  addressesOf: (served: Served) => WireAddresses[];
  /** Reads everything again when it is time to, or when a reading failed. A beat of the portal. */
  look: () => Promise<void>;
}

export interface KnownPoint extends Served {
  id: string;
}

/** What the door of the protocol needs of the portal. */
export interface WebFilter {
  feed: LeaseFeed;
  /** The point of this id and its key; undefined where there is none that signs. */
  find: (id: string) => Promise<{ point: KnownPoint; key: Key } | undefined>;
  /** What any point serves, also one that does not sign: what is made of addresses is asked for by its id alone. */
  servedBy: (id: string) => Promise<Served | undefined>;
  /** False: the point has used this nonce before. */
  use: (point: KnownPoint, nonce: string) => Promise<boolean>;
  /** Notes what the point told. */
  note: (point: KnownPoint, report: Report) => Promise<void>;
  /** Forgets signatures that nobody could use again. A beat of the portal. */
  forget: () => Promise<void>;
  /** The time locks follow. */
  portalTime: () => Date;
  /** Real time, which signatures follow. */
  realTime: () => Date;
}
