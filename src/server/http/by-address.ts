/**
 * What enforcement points are without being asked who is who: a PAC file for browsers and zones for DNS servers, made
 * of locks and the schools' addresses. Neither can sign, so the point's id, which nobody can guess, is the key; there is
 * no name in what is answered.
 */
import { isIP } from 'node:net';

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { shutAt, shutByAddress } from '#connectors/web-filter/by-address.ts';
import { pacOf } from '#connectors/web-filter/pac.ts';
import type { Served, WebFilter } from '#connectors/web-filter/port.ts';
import { zoneOf } from '#connectors/web-filter/rpz.ts';
import { Refusal } from '#kernel/errors.ts';

import { rates } from './rate.ts';

const Asked = z.object({ id: z.string(), address: z.string().optional() });

export function serveByAddress(app: FastifyInstance, webFilter: WebFilter): void {
  // Machines of a whole school come from one address.
  const options = { config: { rateLimit: { ...rates.normal, max: 6_000, groupId: 'by-address' } } };

  /** By point. All browsers of a school fetch the file within the same minutes, and it says a day. */
  const made = new Map<string, Made>();

  app.get('/api/web-filter/pac/:id.pac', options, async (request, reply) => {
    const { id } = Asked.parse(request.params);
    const served = await servedBy(id);
    return reply
      .type('application/x-ns-proxy-autoconfig')
      .header('cache-control', 'no-store')
      .send(pacFor(id, served));
  });

  app.get('/api/web-filter/rpz/:id/:address', options, async (request, reply) => {
    const { id, address = '' } = Asked.parse(request.params);
    const served = await servedBy(id);
    if (isIP(address) === 0) throw new Refusal('request.not-found');
    const { feed } = webFilter;
    const now = webFilter.portalTime();
    const shut = shutAt(feed.leasesOf(served), feed.addressesOf(served), address, now);
    return reply.type('text/dns; charset=utf-8').header('cache-control', 'no-store').send(zoneOf(shut, now));
  });

  async function servedBy(id: string): Promise<Served> {
    const served = await webFilter.servedBy(id);
    if (served) return served;
    made.delete(id);
    throw new Refusal('point.not-found');
  }

  function pacFor(id: string, served: Served): string {
    const { feed } = webFilter;
    const now = webFilter.portalTime();
    const ahead = now.getTime() - webFilter.realTime().getTime();
    const version = feed.versionOf(served);
    const known = made.get(id);
    if (known?.version === version && isStillSo(known, now, ahead)) return known.text;
    const text = pacOf(shutByAddress(feed.leasesOf(served), feed.addressesOf(served), now), ahead);
    made.set(id, { version, text, now, ahead });
    return text;
  }
}

interface Made {
  /** Of the set it was made of. */
  version: string;
  text: string;
  now: Date;
  ahead: number;
}

const KEPT_MS = 60_000;
/** Two looks at one clock; more, and a demo's was moved. */
const MOVED_MS = 500;

function isStillSo(known: Made, now: Date, ahead: number): boolean {
  const age = now.getTime() - known.now.getTime();
  return age >= 0 && age < KEPT_MS && Math.abs(ahead - known.ahead) < MOVED_MS;
}
