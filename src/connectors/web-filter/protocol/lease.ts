/** Between the lease as it travels and the lease the rules of the kernel decide by. */
import type { Entry } from '#kernel/internet/decide.ts';
import type { Lease } from '#kernel/internet/lease.ts';

import type { WireLease } from './messages.ts';

/** Where a domain comes from stays with the portal: a point only needs that it is open. */
const asEntries = (domains: readonly string[]): Entry[] => domains.map((domain) => ({ domain, sources: [] }));

export function leaseOf(wire: WireLease): Lease {
  const open = asEntries(wire.open);
  return {
    id: wire.id,
    exam: wire.exam,
    from: new Date(wire.from),
    until: new Date(wire.until),
    open,
    openToExamUsers: [...open, ...asEntries(wire.examResources)],
    always: asEntries(wire.always),
    members: new Set(wire.members),
    examUsers: new Set(wire.examUsers),
    opened: new Map(
      wire.opened.map(({ user, until }) => [user, until === null ? null : new Date(until)] as const),
    ),
  };
}
