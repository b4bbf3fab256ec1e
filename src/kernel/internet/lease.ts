/**
 * A lock as it is handed to whoever enforces it: everything needed to decide by the clock alone, without asking again.
 * It ends by itself, so no lock outlives its end when the portal is away.
 */
import type { Entry, LockInForce } from './decide.ts';
import { type Period, stateAt } from './lock-times.ts';

export interface Lease extends Period {
  id: number;
  exam: boolean;
  open: readonly Entry[];
  /** User names, in lower case. */
  members: ReadonlySet<string>;
  /** Opened by name, until a moment or (null) for as long as the lock lasts. */
  opened: ReadonlyMap<string, Date | null>;
}

/** The locks that reach a person at a moment. */
export function locksReaching(leases: Iterable<Lease>, userName: string, now: Date): LockInForce[] {
  const name = userName.toLowerCase();
  return [...leases]
    .filter((lease) => lease.members.has(name) && stateAt(lease, now) === 'active')
    .map(({ id, exam, open, opened }) => ({ id, exam, open, opened: isOpened(opened.get(name), now) }));
}

const isOpened = (until: Date | null | undefined, now: Date): boolean =>
  until === null || (until !== undefined && now < until);
