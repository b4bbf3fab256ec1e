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
  /** The same for exam users, who have the exam's resources besides. */
  openToExamUsers: readonly Entry[];
  /** The pages that are open in every lock of its school. */
  always: readonly Entry[];
  /** User names, in lower case, of everybody it reaches. */
  members: ReadonlySet<string>;
  /** Those of the members who are exam users. */
  examUsers: ReadonlySet<string>;
  /** Opened by name, until a moment or (null) for as long as the lock lasts. */
  opened: ReadonlyMap<string, Date | null>;
}

/** The locks that reach a person at a moment. */
export function locksReaching(leases: Iterable<Lease>, userName: string, now: Date): LockInForce[] {
  const name = userName.toLowerCase();
  return [...leases]
    .filter((lease) => lease.members.has(name) && stateAt(lease, now) === 'active')
    .map(({ id, exam, always, opened, ...lease }) => ({
      id,
      exam,
      always,
      open: lease.examUsers.has(name) ? lease.openToExamUsers : lease.open,
      opened: isOpened(opened.get(name), now),
    }));
}

const isOpened = (until: Date | null | undefined, now: Date): boolean =>
  until === null || (until !== undefined && now < until);
