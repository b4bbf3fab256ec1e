/**
 * What of a lock a point is handed. A lock is laid on people, not on places: the point of a school holds its own
 * school's locks whole, and of another school's those of its own people whom they reach, and nobody else's name.
 */
import type { Served } from '#connectors/web-filter/port.ts';
import type { WireLease } from '#connectors/web-filter/protocol/messages.ts';

import { revisionOf, type StoredLease } from './leases.ts';

/** Undefined: it is nothing to the point. */
export function handedTo({ schoolIds }: Served, lease: StoredLease): WireLease | undefined {
  const { wire, schoolId, elsewhere } = lease;
  if (schoolIds === undefined || schoolIds.includes(schoolId)) return wire;
  const names = new Set(
    elsewhere.flatMap((other) => (schoolIds.includes(other.schoolId) ? other.names : [])),
  );
  if (names.size === 0) return undefined;
  const { revision: _whole, ...said } = wire;
  const some = {
    ...said,
    members: said.members.filter((name) => names.has(name)),
    examUsers: [],
    opened: said.opened.filter(({ user }) => names.has(user)),
  };
  return { ...some, revision: revisionOf(some) };
}
