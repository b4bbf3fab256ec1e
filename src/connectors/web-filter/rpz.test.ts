/** Zones of locks at a real DNS server: every machine is told what the rules say of who sits there. */
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { covers } from '#kernel/internet/domain.ts';

import type { Shut } from './by-address.ts';
import { zoneOf } from './rpz.ts';
import { freePort } from './squid/testing/squid.ts';
import { openUnbound, type Unbound, whyNoUnbound } from './testing/unbound.ts';

const reason = whyNoUnbound();

/** What each address may reach; the last is under no lock. */
const open: readonly (readonly string[] | undefined)[] = [
  ['udir.no'],
  ['sok.udir.no'],
  ['sok.udir.no', 'udir.no'],
  ['a.sok.udir.no', 'fjordby.kommune.no', 'snl.no'],
  ['x.no', 'b.com', '192.168.0.9'],
  ['zz.no', 'aa.no', 'co.uk'],
  [],
  undefined,
];
const addressOf = (index: number) => `127.88.53.${index + 1}`;
const LATE = '127.88.53.200';

const names = [
  'no',
  'vg.no',
  'aa.no',
  'a.aa.no',
  'zz.no',
  'zzz.no',
  'udir.no',
  'notudir.no',
  'sok.udir.no',
  'a.sok.udir.no',
  'b.a.sok.udir.no',
  'zok.udir.no',
  'z.zok.udir.no',
  'kommune.no',
  'fjordby.kommune.no',
  'www.fjordby.kommune.no',
  'annen.kommune.no',
  'udir.no.b.com',
  'b.com',
  'com',
  'c.com',
  'example.co.uk',
  'uk',
  'org',
];

describe.skipIf(reason !== undefined)(`Unbound with zones${reason ? `, skipped: ${reason}` : ''}`, () => {
  let portal: Server;
  let dns: Unbound;
  let locked: readonly Shut[] = [];

  beforeAll(async () => {
    const forever = { from: new Date(0), until: new Date(Date.now() + 3_600_000) };
    portal = createServer((request, response) => {
      const index = Number(request.url?.slice(1));
      const list = open[index];
      const shut = list ? [{ ...forever, open: list }] : [];
      response.end(zoneOf(request.url === '/late' ? locked : shut, new Date()));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => portal.listen(port, '127.0.0.1', resolve));
    const zones = open.map((_, index) => [addressOf(index), `http://127.0.0.1:${port}/${index}`] as const);
    dns = await openUnbound(new Map([...zones, [LATE, `http://127.0.0.1:${port}/late`]]));
    // It answers before it has fetched its zones. In none of them this name is open.
    const locks = open.flatMap((list, index) => (list ? [addressOf(index)] : []));
    for (const address of locks) while ((await dns.ask(address, 'org')) !== 'shut');
  });

  afterAll(async () => {
    await dns.stop();
    await new Promise((resolve) => portal.close(resolve));
  });

  it.each(open.map((list, index) => [list?.join(', ') ?? 'no lock', list, index] as const))(
    'open: %s',
    async (_, list, index) => {
      const told = await Promise.all(
        names.map(async (name) => [name, await dns.ask(addressOf(index), name)]),
      );
      const right = names.map((name) => {
        const isOpen = list === undefined || list.some((domain) => covers(domain, name));
        return [name, isOpen ? 'open' : 'shut'];
      });
      expect(told).toEqual(right);
    },
  );

  it('hears of a lock as soon as the zone says it is to be fetched', async () => {
    const shut = () => dns.ask(LATE, 'vg.no');
    expect(await shut()).toBe('open');
    locked = [{ from: new Date(0), until: new Date(Date.now() + 3_600_000), open: ['udir.no'] }];
    await expect.poll(shut, { timeout: 14_000, interval: 100 }).toBe('shut');
    expect(await dns.ask(LATE, 'udir.no')).toBe('open');
  }, 30_000);
});
