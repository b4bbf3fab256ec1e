/** A PAC file and a zone of DNS say of each address what the rules say of the person at it. */
import { array, assert, constantFrom, integer, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { accessUnder, judge } from '#kernel/internet/decide.ts';
import { locksReaching } from '#kernel/internet/lease.ts';

import { shutByAddress } from './by-address.ts';
import { pacOf } from './pac.ts';
import { leaseOf } from './protocol/lease.ts';
import type { WireLease } from './protocol/messages.ts';
import { zoneOf } from './rpz.ts';
import { askPac } from './testing/read-by-address.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(noon + minutes * 60_000);
const people = { anna: '10.0.0.5', bent: '10.0.1.7', cato: '10.0.2.9' } as const;
type Name = keyof typeof people;
const addresses = [
  {
    school: 'FJB',
    revision: 'x',
    users: [
      ['10.0.0.5', 'anna'],
      ['10.0.1.0/24', 'bent'],
      ['10.0.0.0/16', 'cato'],
    ] as [string, string][],
  },
];

const anyLease = record({
  from: integer({ min: -60, max: 60 }),
  minutes: integer({ min: 1, max: 120 }),
  exam: constantFrom(true, false),
  open: subarray(['udir.no', 'sok.udir.no', 'nrk.no', '192.168.0.9']),
  members: subarray(['anna', 'bent', 'cato'] as const),
  opened: subarray(['anna', 'bent'] as const),
  openedFor: integer({ min: -30, max: 90 }),
}).map(({ from, minutes, openedFor, opened, exam, open, members }): Omit<WireLease, 'id'> => ({
  exam,
  open,
  members,
  revision: 'r',
  description: 'Prøve',
  school: 'FJB',
  from: at(from).toISOString(),
  until: at(from + minutes).toISOString(),
  examResources: [],
  always: ['fjordby.no'],
  examUsers: [],
  opened: opened.map((user) => ({ user, until: at(openedFor).toISOString() })),
}));

const hosts = ['udir.no', 'sok.udir.no', 'notudir.no', 'nrk.no', 'www.fjordby.no', '192.168.0.9', 'vg.no'];

describe('by address', () => {
  it('a PAC file lets through what the rules do, whenever', () => {
    assert(
      property(
        array(anyLease, { maxLength: 3 }),
        constantFrom(...(['anna', 'bent', 'cato'] as const)),
        constantFrom(...hosts),
        constantFrom('http://H/', 'https://H/a?b', 'https://H:8443/', 'https://H:443/'),
        integer({ min: 0, max: 180 }),
        (made, user: Name, host, form, minutes) => {
          const leases = made.map((lease, id) => ({ ...lease, id: id + 1 }));
          const ahead = 3 * 3_600_000;
          const pac = pacOf(shutByAddress(leases, addresses, at(0)), ahead);
          const url = form.replace('H', host);
          const now = at(minutes);
          const { open } = judge(accessUnder(locksReaching(leases.map(leaseOf), user, now)), url);
          const machine = new Date(now.getTime() - ahead);
          expect(askPac(pac, url, { from: people[user], now: machine })).toBe(
            open ? 'DIRECT' : 'PROXY 127.0.0.1:9',
          );
          expect(askPac(pac, url, { from: '172.16.0.1', now: machine })).toBe('DIRECT');
        },
      ),
      { numRuns: 400 },
    );
  });

  it('a zone shuts every name but those that are open, and none when no lock is in force', () => {
    const lease: WireLease = {
      id: 1,
      revision: 'r',
      description: 'Prøve',
      school: 'FJB',
      exam: false,
      from: at(0).toISOString(),
      until: at(60).toISOString(),
      open: ['udir.no', '192.168.0.9'],
      examResources: [],
      always: ['fjordby.no'],
      members: ['anna'],
      examUsers: [],
      opened: [],
    };
    const shut = shutByAddress([lease], addresses, at(0)).get('10.0.0.5') ?? [];
    expect(zoneOf(shut, at(10)).split('\n').slice(1)).toEqual([
      expect.stringMatching(/^@ IN SOA localhost\. vaktmester\.localhost\. \d+ 10 10 86400 5$/),
      '@ IN NS localhost.',
      'fjordby.no CNAME rpz-passthru.',
      '*.fjordby.no CNAME rpz-passthru.',
      'udir.no CNAME rpz-passthru.',
      '*.udir.no CNAME rpz-passthru.',
      'no CNAME .',
      '*.no CNAME .',
      '* CNAME .',
      '',
    ]);
    expect(zoneOf(shut, at(60))).not.toContain('CNAME');
  });
});
