/** What may be done with a lock, and by whom (specification §4, §6). */
import type { ErrorCode } from '#kernel/errors.ts';
import { isActOf, type LockState } from '#kernel/internet/lock-times.ts';
import { because, type Why } from '#kernel/why.ts';

export const lockActs = ['update', 'end', 'delete', 'open', 'copy'] as const;
export type LockAct = (typeof lockActs)[number];

/** What stands against an act on a lock. */
interface Against {
  code: ErrorCode;
  why: Why;
}

/** A teacher's are the locks one made, and those on one's own groups alone. */
export const notYours: Against = {
  code: 'internet-lock.not-yours',
  why: because('internet-lock.own', 'schoolIct', 'schoolAdministrator'),
};
/** In an exam, only those who administer it open the internet for somebody; a teacher cannot. */
const examAdministratorsOnly: Against = {
  code: 'internet-lock.exam',
  why: because('internet-lock.exam', 'schoolIct', 'schoolAdministrator'),
};

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

/** Opening the internet for somebody in spite of a lock that is in force. */
export function againstOpening(
  { exam, own }: Pick<Subject, 'exam' | 'own'>,
  { ownGroupsOnly }: Pick<Holder, 'ownGroupsOnly'>,
): Against | undefined {
  if (exam && ownGroupsOnly) return examAdministratorsOnly;
  return own ? undefined : notYours;
}

export function actsOn({ status, exam, own }: Subject, { manages, ownGroupsOnly }: Holder): LockAct[] {
  if (!manages) return [];
  const reaches = own || !ownGroupsOnly;
  return lockActs.filter((act) => {
    // A copy is a lock of one's own.
    if (act === 'copy') return true;
    // In an exam, only those who administer it open the internet for somebody.
    if (act === 'open' && exam && ownGroupsOnly) return false;
    return reaches && isActOf(act, status);
  });
}
