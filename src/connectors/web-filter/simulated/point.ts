/**
 * An enforcement point within the portal, for the demo municipality: the same engine and the same rules as a real one
 * over the same questions, with no network between and nobody's traffic to let through.
 */
import { type Engine, openEngine } from '../point/engine.ts';
import type { Keeper } from '../point/kept-set.ts';
import type { KnownPoint, PortalLink, WebFilter } from '../port.ts';
import { PROTOCOL } from '../protocol/messages.ts';
import { openPortalTime, type PortalTime } from '../protocol/portal-time.ts';

/** It lives no longer than the portal, so there is nothing to keep for a time without it. */
const keepsNothing: Keeper = {
  load: () => Promise.resolve(undefined),
  save: () => {},
  settled: () => Promise.resolve(),
};

export function openSimulatedPoint(point: KnownPoint, webFilter: WebFilter): Promise<Engine> {
  const time = openPortalTime();
  return openEngine({
    point: point.id,
    link: linkWithin(point, webFilter, time),
    time,
    keeper: keepsNothing,
    software: 'Vaktmester',
    byAddress: true,
    cannot: () => [],
    changed: () => {},
    say: () => {},
  });
}

/** What the portal would answer over the network. */
function linkWithin(point: KnownPoint, webFilter: WebFilter, time: PortalTime): PortalLink {
  return {
    async leases(have, waitS, signal) {
      const sent = Date.now();
      const said = await webFilter.feed.next(point, have, waitS * 1_000, signal);
      const portalTime = webFilter.portalTime();
      const received = Date.now();
      time.learn({ sent, received, waited: received - sent, portalTime });
      return { protocol: PROTOCOL, portalTime: portalTime.toISOString(), waited: received - sent, ...said };
    },
    async report(report) {
      await webFilter.note(point, report);
      return { protocol: PROTOCOL, portalTime: webFilter.portalTime().toISOString() };
    },
  };
}
