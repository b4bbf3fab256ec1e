/** What enforcement points of internet locks are told, kept up to date while the portal is open. */
import { noteSignIns } from '#areas/internet/exams/server/service.ts';
import { openWebFilter as open, simulatedPoint } from '#areas/internet/points/server/service.ts';
import type { WebFilter } from '#connectors/web-filter/port.ts';
import { openSimulatedPoint } from '#connectors/web-filter/simulated/point.ts';

import type { Db } from './db.ts';
import { startBeat } from './jobs/beat.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Listener } from './postgres/listener.ts';

const SECOND = 1_000;

export async function openWebFilter(
  means: Omit<Parameters<typeof open>[0], 'signedIn'>,
  listener: Listener,
  lifecycle: Lifecycle,
): Promise<WebFilter> {
  const webFilter = await open({ ...means, signedIn: noteSignIns }, listener);
  startBeat({ name: 'leases of internet locks', everyMs: SECOND, run: webFilter.feed.look }, lifecycle);
  startBeat({ name: 'used signatures', everyMs: 60 * SECOND, run: webFilter.forget }, lifecycle);
  return webFilter;
}

/** The demo municipality has a point of its own. */
export async function startSimulatedPoint(db: Db, webFilter: WebFilter, lifecycle: Lifecycle): Promise<void> {
  const id = await simulatedPoint(db, webFilter.portalTime());
  const engine = await openSimulatedPoint({ id, schoolIds: undefined }, webFilter);
  lifecycle.onStop('simulated enforcement point', engine.close);
}
