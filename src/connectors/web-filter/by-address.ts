/**
 * What locks mean for addresses, for those who know nobody by name: a PAC file in a browser, a DNS server. By the same
 * rules as everywhere, for the people the schools have said sit at each address.
 */
import { BlockList, isIP } from 'node:net';

import { accessUnder } from '#kernel/internet/decide.ts';
import { type Lease, locksReaching } from '#kernel/internet/lease.ts';

import { leaseOf } from './protocol/lease.ts';
import { LEASE_HOURS, type WireAddresses, type WireLease } from './protocol/messages.ts';

/** A time in which an address reaches these domains and nothing else. */
export interface Shut {
  from: Date;
  until: Date;
  open: readonly string[];
}

const AHEAD_MS = LEASE_HOURS * 3_600_000;

/** By address or range; those that are never shut within a day only where a wider range might speak for them. */
export function shutByAddress(
  leases: readonly WireLease[],
  lists: readonly WireAddresses[],
  now: Date,
): Map<string, Shut[]> {
  const byUser = new Map<string, Lease[]>();
  for (const lease of leases.map(leaseOf)) {
    for (const name of lease.members) {
      const known = byUser.get(name);
      if (known) known.push(lease);
      else byUser.set(name, [lease]);
    }
  }
  // A school has thousands of machines and some locks: those under the same ones are shut at the same times.
  const known = new Map<string, Shut[]>();
  const timesFor = (user: string): Shut[] => {
    const under = byUser.get(user) ?? [];
    const key = under.map((lease) => standingIn(lease, user)).join();
    const shut = known.get(key) ?? timesOf(under, user, now);
    known.set(key, shut);
    return shut;
  };
  const all = lists.flatMap(({ users }) => users);
  const hasRanges = all.some(([address]) => address.includes('/'));
  return new Map(
    all
      .map(([address, user]) => [address, timesFor(user)] as const)
      .filter(([, shut]) => hasRanges || shut.length > 0),
  );
}

/** The same of one address alone, or of the narrowest range that holds it. */
export function shutAt(
  leases: readonly WireLease[],
  lists: readonly WireAddresses[],
  address: string,
  now: Date,
): Shut[] {
  const user = userAt(lists, address);
  if (user === undefined) return [];
  return timesOf(leases.filter(({ members }) => members.includes(user)).map(leaseOf), user, now);
}

function userAt(lists: readonly WireAddresses[], address: string): string | undefined {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  let [narrowest, found]: [number, string | undefined] = [-1, undefined];
  for (const [written, user] of lists.flatMap(({ users }) => users)) {
    const [net = '', width] = written.split('/');
    if (width === undefined) {
      if (written === address) [narrowest, found] = [Number.POSITIVE_INFINITY, user];
    } else if (Number(width) > narrowest && isIP(net) === isIP(address)) {
      const range = new BlockList();
      range.addSubnet(net, Number(width), family);
      if (range.check(address, family)) [narrowest, found] = [Number(width), user];
    }
  }
  return found;
}

/** All that makes a lock count for somebody as it does. */
function standingIn({ id, examUsers, opened }: Lease, user: string): string {
  const until = opened.has(user) ? `o${opened.get(user)?.getTime() ?? ''}` : '';
  return `${id}${examUsers.has(user) ? 'x' : ''}${until}`;
}

/** Between two moments at which something begins or ends, nothing changes. */
function timesOf(leases: readonly Lease[], user: string, now: Date): Shut[] {
  const last = now.getTime() + AHEAD_MS;
  const moments = leases
    .flatMap(({ from, until, opened }) => [from, until, opened.get(user) ?? from])
    .map((moment) => moment.getTime())
    .filter((moment) => moment > now.getTime() && moment < last);
  const edges = [...new Set([now.getTime(), ...moments, last])].toSorted((a, b) => a - b);
  return edges.slice(0, -1).flatMap((from, index) => {
    const access = accessUnder(locksReaching(leases, user, new Date(from)));
    if (!access.locked) return [];
    const open = access.open.map(({ domain }) => domain);
    return [{ from: new Date(from), until: new Date(edges[index + 1] ?? last), open }];
  });
}
