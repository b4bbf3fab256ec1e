/** What enforcement points of internet locks are told, kept up to date while the portal is open. */
import { openWebFilter as open } from '#areas/internet/points/server/service.ts';
import type { WebFilter } from '#connectors/web-filter/port.ts';

import { startBeat } from './jobs/beat.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Listener } from './postgres/listener.ts';

const SECOND = 1_000;

export async function openWebFilter(
  means: Parameters<typeof open>[0],
  listener: Listener,
  lifecycle: Lifecycle,
): Promise<WebFilter> {
  const webFilter = await open(means, listener);
  startBeat({ name: 'leases of internet locks', everyMs: SECOND, run: webFilter.feed.look }, lifecycle);
  startBeat({ name: 'used signatures', everyMs: 60 * SECOND, run: webFilter.forget }, lifecycle);
  return webFilter;
}
