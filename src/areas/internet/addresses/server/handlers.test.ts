/** The school's machines by address: written as lines, in the feed of points, in the PAC file and the zones. */
import { beforeAll, describe, expect, it } from 'vitest';

import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { type Cast, eventsOf, peopleAndGroups } from '#areas/internet/locks/server/testing.ts';
import { points } from '#areas/internet/points/contract.ts';
import { pointHandlers } from '#areas/internet/points/server/handlers.ts';
import { caughtUp, makePoint, openPoint } from '#areas/internet/points/server/testing.ts';
import { openHouse } from '#server/testing/house.ts';

import { addresses } from '../contract.ts';
import { readLines } from '../rules.ts';
import { addressHandlers } from './handlers.ts';

const house = await openHouse([...addressHandlers, ...pointHandlers, ...lockHandlers]);
let cast: Cast;
const lines = '10.0.0.5 Anna\n10.0.1.0/24, rom204 # bakerst\n\n2001:db8::7;cato';

beforeAll(async () => {
  cast = await peopleAndGroups(house);
});

it('a line is an address and a name, however they are parted', () => {
  expect(readLines(`${lines}\n10.0.0.9\n10.0.0.9 a b`)).toEqual({
    lines: [
      { number: 1, address: '10.0.0.5', userName: 'anna' },
      { number: 2, address: '10.0.1.0/24', userName: 'rom204' },
      { number: 4, address: '2001:db8::7', userName: 'cato' },
    ],
    faulty: [5, 6],
  });
});

describe('the list of a school', () => {
  it('is set by its own people, told to points at once, and says which names nobody has', async () => {
    const point = openPoint(house, await makePoint(house, 'Brannmur', ['FJB']));
    const elsewhere = openPoint(house, await makePoint(house, 'Lundes', ['LUN']));
    await point.ask();
    await elsewhere.ask();
    const asked = point.ask(20);
    expect(await cast.ict.call(addresses.update, { lines })).toMatchObject({
      lines: '10.0.0.5 anna\n10.0.1.0/24 rom204\n2001:db8::7 cato',
      count: 3,
      unknown: ['rom204'],
      points: [{ name: 'Brannmur' }],
    });
    expect((await asked).addresses).toMatchObject([
      {
        school: 'FJB',
        users: [
          ['10.0.0.5', 'anna'],
          ['10.0.1.0/24', 'rom204'],
          ['2001:db8::7', 'cato'],
        ],
      },
    ]);
    expect((await elsewhere.ask()).addresses).toEqual([]);
    expect(await eventsOf(house, 'machine-address.changed')).toBe(1);
    expect(await cast.elsewhere.call(addresses.get, {})).toMatchObject({ lines: '', count: 0 });
  });

  it.each([
    ['10.0.0.5\tanna', '10.0.0.5 anna'],
    ['10.0.0.5/32 anna', '10.0.0.5 anna'],
    ['10.0.1.77/24 rom', '10.0.1.0/24 rom'],
    ['0.0.0.0/0 alle', '0.0.0.0/0 alle'],
    ['::ffff:10.0.0.5 anna', '10.0.0.5 anna'],
    ['::FFFF:10.0.1.0/120 rom', '10.0.1.0/24 rom'],
    ['2001:DB8:0:0::7 cato', '2001:db8::7 cato'],
    ['2001:db8:0:1:2:3:4:5/64 rom', '2001:db8:0:1::/64 rom'],
    ['::/0 alle', '::/0 alle'],
  ])('keeps %j in one way', async (written, kept) => {
    expect((await cast.ict.call(addresses.update, { lines: written })).lines).toBe(kept);
  });

  it.each([
    ['10.0.0.5 anna', '10.0.0.5/32 bent'],
    ['10.0.1.0/24 anna', '10.0.1.9/24 bent'],
    ['2001:db8::7 anna', '2001:DB8:0::7 bent'],
    ['10.0.0.5 anna', '::ffff:10.0.0.5 bent'],
    ['10.0.0.5 anna', 'fe80::1%eth0 bent'],
    ['10.0.0.5 anna', '2001:db8::/129 bent'],
    ['10.0.0.5 anna', '10.0.0.0/8/8 bent'],
  ])('does not choose between %j and %j', async (first, second) => {
    const refused = await cast.ict.refused(addresses.update, { lines: `${first}\n${second}` });
    expect(refused.fields).toEqual([{ path: 'lines', key: 'lines', params: { lines: '2' } }]);
  });

  it('is not written over by somebody who saw another', async () => {
    const { version } = await cast.ict.call(addresses.update, { lines: '10.0.0.5 anna' });
    await cast.leader.call(addresses.update, { lines: '10.0.0.5 bent', version });
    const late = { lines: '10.0.0.5 cato', version };
    expect((await cast.ict.refused(addresses.update, late)).code).toBe('row.stale');
    const now = await cast.ict.call(addresses.get, {});
    expect(now.lines).toBe('10.0.0.5 bent');
    const both = await Promise.all(
      ['anna', 'cato'].map((name) =>
        cast.ict.request('PUT /internetlock/addresses', {
          lines: `10.0.0.5 ${name}`,
          version: now.version,
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is refused where a line is wrong or comes twice, with the lines that are', async () => {
    const wrong = '10.0.0.256 anna\n10.0.0.5 anna\n10.0.0.5 bent\n10.0.0.0/33 cato\nanna';
    expect((await cast.ict.refused(addresses.update, { lines: wrong })).fields).toEqual([
      { path: 'lines', key: 'lines', params: { lines: '1, 3, 4, 5' } },
    ]);
    expect((await cast.superadmin.refused(addresses.get, {})).code).toBe('school.not-chosen');
    expect((await cast.teacher.refused(addresses.get, {})).code).toBe('access.denied');
    expect((await cast.central.refused(addresses.update, { lines: '' })).code).toBe('access.denied');
  });

  it('makes a PAC file and zones that anyone with the point’s id may fetch, without a name in them', async () => {
    const { id } = await cast.superadmin.call(points.add, { name: 'Uten proxy', kind: 'other' });
    await cast.ict.call(addresses.update, { lines });
    const lock = await cast.ict.call(locks.add, {
      description: 'Prøve',
      groupNames: ['FJB 8A'],
      immediate: true,
      end: new Date(house.clock.now().getTime() + 3_600_000).toISOString(),
      ownDomains: ['nrk.no'],
    });
    await caughtUp(house);
    const get = (url: string) => house.app.inject({ method: 'GET', url });
    const pac = await get(`/api/web-filter/pac/${id}.pac`);
    expect([pac.statusCode, pac.headers['content-type']]).toEqual([200, 'application/x-ns-proxy-autoconfig']);
    expect(pac.body).toContain('"10.0.0.5"');
    expect(pac.body).not.toMatch(/anna|Prøve/i);
    const zone = await get(`/api/web-filter/rpz/${id}/10.0.0.5`);
    expect(zone.body).toContain('nrk.no CNAME rpz-passthru.');
    expect(zone.body).toContain('\n* CNAME .');
    expect((await get(`/api/web-filter/rpz/${id}/10.0.1.9`)).body).not.toContain('CNAME');
    expect((await get(`/api/web-filter/rpz/${id}/anna`)).statusCode).toBe(404);
    // Made once for all who fetch it, and anew when a lock ends.
    expect((await get(`/api/web-filter/pac/${id}.pac`)).body).toBe(pac.body);
    await cast.ict.call(locks.remove, { id: lock.id });
    await caughtUp(house);
    expect((await get(`/api/web-filter/pac/${id}.pac`)).body).toContain('"10.0.0.5":[]');
    expect((await get(`/api/web-filter/rpz/${id}/10.0.0.5`)).body).not.toContain('CNAME');
    await cast.superadmin.call(points.remove, { id });
    expect((await get(`/api/web-filter/pac/${id}.pac`)).statusCode).toBe(404);
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'FJB']) {
      expect((await get(`/api/web-filter/pac/${unknown}.pac`)).statusCode).toBe(404);
      expect((await get(`/api/web-filter/rpz/${unknown}/10.0.0.5`)).statusCode).toBe(404);
    }
  });
});
