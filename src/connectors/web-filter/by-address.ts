/**
 * What locks mean for addresses, for those who know nobody by name: a PAC file in a browser, a DNS server. By the same
 * rules as everywhere, for the people the schools have said sit at each address.
 */
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
    for (const name of lease.members) byUser.set(name, [...(byUser.get(name) ?? []), lease]);
  }
  const known = new Map<string, Shut[]>();
  const all = lists.flatMap(({ users }) => users);
  const hasRanges = all.some(([address]) => address.includes('/'));
  return new Map(
    all
      .map(([address, user]) => {
        const shut = known.get(user) ?? timesOf(byUser.get(user) ?? [], user, now);
        known.set(user, shut);
        return [address, shut] as const;
      })
      .filter(([, shut]) => hasRanges || shut.length > 0),
  );
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
