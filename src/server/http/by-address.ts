/**
 * What enforcement points are without being asked who is who: a PAC file for browsers and zones for DNS servers, made
 * of locks and the schools' addresses. Neither can sign, so the point's id, which nobody can guess, is the key; there is
 * no name in what is answered.
 */
import { BlockList, isIP } from 'node:net';

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { type Shut, shutByAddress } from '#connectors/web-filter/by-address.ts';
import { pacOf } from '#connectors/web-filter/pac.ts';
import type { WebFilter } from '#connectors/web-filter/port.ts';
import { zoneOf } from '#connectors/web-filter/rpz.ts';
import { Refusal } from '#kernel/errors.ts';

import { rates } from './rate.ts';

const Asked = z.object({ id: z.string(), address: z.string().optional() });

export function serveByAddress(app: FastifyInstance, webFilter: WebFilter): void {
  // Machines of a whole school come from one address.
  const options = { config: { rateLimit: { ...rates.normal, max: 6_000, groupId: 'by-address' } } };

  app.get('/api/web-filter/pac/:id.pac', options, async (request, reply) => {
    const shut = await shutOf(Asked.parse(request.params).id);
    const ahead = webFilter.portalTime().getTime() - webFilter.realTime().getTime();
    return reply
      .type('application/x-ns-proxy-autoconfig')
      .header('cache-control', 'no-store')
      .send(pacOf(shut, ahead));
  });

  app.get('/api/web-filter/rpz/:id/:address', options, async (request, reply) => {
    const { id, address = '' } = Asked.parse(request.params);
    const shut = timesAt(await shutOf(id), address);
    return reply
      .type('text/dns; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(zoneOf(shut, webFilter.portalTime()));
  });

  async function shutOf(id: string): Promise<Map<string, Shut[]>> {
    const served = await webFilter.servedBy(id);
    if (!served) throw new Refusal('point.not-found');
    const { feed } = webFilter;
    return shutByAddress(feed.leasesOf(served), feed.addressesOf(served), webFilter.portalTime());
  }
}

/** Of an address itself, or of the narrowest range that holds it. */
function timesAt(shutBy: ReadonlyMap<string, Shut[]>, address: string): readonly Shut[] {
  const version = isIP(address);
  if (version === 0) throw new Refusal('request.not-found');
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const own = shutBy.get(address);
  if (own) return own;
  const ranges = [...shutBy].flatMap(([range, shut]) => {
    const [net = '', bits] = range.split('/');
    if (bits === undefined || isIP(net) !== version) return [];
    const list = new BlockList();
    list.addSubnet(net, Number(bits), family);
    return list.check(address, family) ? [{ bits: Number(bits), shut }] : [];
  });
  return ranges.toSorted((one, other) => other.bits - one.bits)[0]?.shut ?? [];
}
