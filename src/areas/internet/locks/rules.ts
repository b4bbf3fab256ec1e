/** What may be done with a lock, and by whom (specification §4, §6). */
import { isActOf, type LockState } from '#kernel/internet/lock-times.ts';

export const lockActs = ['update', 'end', 'delete', 'open', 'copy'] as const;
export type LockAct = (typeof lockActs)[number];

export interface Holder {
  /** May make and change locks where they stand. */
  manages: boolean;
  /** Only those of their own groups: a teacher. */
  ownGroupsOnly: boolean;
}

interface Subject {
  status: LockState;
  exam: boolean;
  /** Whether the reader made it, or all its groups are theirs. */
  own: boolean;
}

export function actsOn({ status, exam, own }: Subject, { manages, ownGroupsOnly }: Holder): LockAct[] {
  if (!manages) return [];
  const reaches = own || !ownGroupsOnly;
  return lockActs.filter((act) => {
    // A copy is a lock of one's own.
    if (act === 'copy') return true;
    // Whoever is opened in an exam is so by those who administer it.
    if (act === 'open' && exam && ownGroupsOnly) return false;
    return reaches && isActOf(act, status);
  });
}
