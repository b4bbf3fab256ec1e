/** What the screen of an exam says of the net and of each seat: what is known to be so, not what was wished. */
import type { Live, LiveLock, Seat } from '#areas/internet/exam-day/contract.ts';
import { osloDay } from '#kernel/dates.ts';

/** `unheld`: the lock counts, and no enforcement point has told that it holds it. */
export type NetState = 'before' | 'shut' | 'unheld' | 'over';

export function netOf(
  { active, until, held }: Pick<LiveLock, 'active' | 'until' | 'held'>,
  now: string,
): NetState {
  if (active) return held.length > 0 ? 'shut' : 'unheld';
  return until <= now ? 'over' : 'before';
}

/** From the day after on what was lacking is no alarm, also where nobody has ended the exam. */
export const isOver = ({ ended, examDate, now }: Pick<Live, 'ended' | 'examDate' | 'now'>): boolean =>
  ended !== null || osloDay(new Date(now)) > examDate;

export type SeatState = 'in' | 'noAccount' | 'shutAccount' | 'notIn';

export function seatOf(
  { lastLogin, account }: Pick<Seat, 'lastLogin' | 'account'>,
  live: Pick<Live, 'ended' | 'examDate' | 'now'>,
): SeatState {
  if (lastLogin !== null) return 'in';
  if (isOver(live)) return 'notIn';
  if (account === 'missing') return 'noAccount';
  return account === 'closed' && osloDay(new Date(live.now)) === live.examDate ? 'shutAccount' : 'notIn';
}
