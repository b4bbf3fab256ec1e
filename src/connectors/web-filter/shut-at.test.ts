/** When single addresses are shut, and that many of them are no more work than few. */
import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  subarray,
  uniqueArray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shutAt, shutByAddress } from './by-address.ts';
import type { WireLease } from './protocol/messages.ts';

const now = new Date('2026-11-20T12:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

function lease(id: number, members: string[], more: Partial<WireLease> = {}): WireLease {
  return {
    id,
    members,
    revision: 'r',
    description: '',
    school: 'FJB',
    exam: false,
    from: after(-10),
    until: after(60),
    open: ['udir.no'],
    examResources: ['ndla.no'],
    always: [],
    examUsers: [],
    opened: [],
    ...more,
  };
}

const listOf = (...users: [string, string][]) => [{ school: 'FJB', revision: 'r', users }];

describe('an address', () => {
  const names = ['anna', 'bent', 'cato'];
  const anyLease = record({
    members: subarray(names),
    examUsers: subarray(names),
    opened: subarray(names),
    from: integer({ min: -20, max: 20 }),
    exam: boolean(),
  });
  const line = record({
    address: constantFrom(
      '10.0.0.5',
      '10.0.0.6',
      '10.0.0.0/24',
      '10.0.0.4/30',
      '10.0.0.0/8',
      '2001:db8::/64',
    ),
    user: constantFrom(...names),
  });

  it('is shut when it is among all of them, or the narrowest range that holds it is', () => {
    assert(
      property(
        array(anyLease, { maxLength: 3 }),
        uniqueArray(line, { maxLength: 5, selector: ({ address }) => address }),
        constantFrom('10.0.0.5', '10.0.0.9', '10.1.0.1', '192.168.0.1', '2001:db8::7'),
        (made, lines, address) => {
          const leases = made.map(({ members, examUsers, opened, from, exam }, index) =>
            lease(index + 1, members, {
              exam,
              from: after(from),
              examUsers: examUsers.filter((user) => members.includes(user)),
              opened: opened.map((user) => ({ user, until: null })),
            }),
          );
          const lists = listOf(...lines.map(({ address: at, user }): [string, string] => [at, user]));
          const narrowest = ['10.0.0.5', '10.0.0.4/30', '10.0.0.0/24', '10.0.0.0/8', '2001:db8::/64'].find(
            (range) =>
              lines.some(({ address: at }) => at === range) &&
              (range === address ||
                (address === '10.0.0.5' && range.startsWith('10.')) ||
                (address === '10.0.0.9' && ['10.0.0.0/24', '10.0.0.0/8'].includes(range)) ||
                (address === '10.1.0.1' && range === '10.0.0.0/8') ||
                (address.includes(':') && range.includes(':'))),
          );
          const all = shutByAddress(leases, lists, now);
          const expected = narrowest === undefined ? [] : (all.get(narrowest) ?? []);
          expect(shutAt(leases, lists, address, now)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has its times worked out once with all that are under the same locks', () => {
    const leases = [
      lease(1, ['anna', 'bent', 'cato', 'exam'], {
        opened: [{ user: 'cato', until: after(30) }],
        examUsers: ['exam'],
      }),
      lease(2, ['anna', 'bent'], { from: after(20) }),
    ];
    const lists = listOf(
      ['10.0.0.1', 'anna'],
      ['10.0.0.2', 'bent'],
      ['10.0.0.3', 'cato'],
      ['10.0.0.4', 'exam'],
    );
    const shut = shutByAddress(leases, lists, now);
    expect(shut.get('10.0.0.1')).toBe(shut.get('10.0.0.2'));
    expect(shut.get('10.0.0.3')?.map(({ from }) => from.toISOString())).toEqual([after(30)]);
    expect(shut.get('10.0.0.4')?.map(({ open }) => open)).toEqual([['ndla.no', 'udir.no']]);
    expect(shut.get('10.0.0.1')?.map(({ from }) => from.toISOString())).toEqual([after(0), after(20)]);
  });
});
