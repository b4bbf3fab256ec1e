/**
 * The web filter: whoever enforces internet locks where the pupils' requests pass. The portal hands out leases and is
 * told what is held; a point reaches the portal through `PortalLink`, over the network or within the same process.
 */
import type { LeasesAnswer, Report, ReportAnswer } from './protocol/messages.ts';

/** The portal as a point sees it. */
export interface PortalLink {
  /** Answers when there is something else than `have`, after `waitS` seconds at the latest. */
  leases: (have: string | undefined, waitS: number, signal?: AbortSignal) => Promise<LeasesAnswer>;
  report: (report: Report, signal?: AbortSignal) => Promise<ReportAnswer>;
}

/** What a point may be told: the locks of these schools, or of all of them. */
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
}
