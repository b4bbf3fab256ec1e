/** What the clock does with a lock (specification §4, §9): its states, its beginning, its chat, and collisions. */
import { limits } from '../limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const lockStates = ['active', 'planned', 'finished'] as const;
export type LockState = (typeof lockStates)[number];

export const chatRestrictions = ['none', 'restricted', 'blocked'] as const;
export type ChatRestriction = (typeof chatRestrictions)[number];

/** From the first instant of `from` until the first of `until`. */
export interface Period {
  from: Date;
  until: Date;
}

export function stateAt({ from, until }: Period, now: Date): LockState {
  if (now >= until) return 'finished';
  return now < from ? 'planned' : 'active';
}

/** What may be done with a lock in each state. Nothing that has been is changed. */
const actsIn = {
  update: ['planned', 'active'],
  end: ['active'],
  delete: ['planned'],
  open: ['active'],
} as const satisfies Record<string, readonly LockState[]>;

export function isActOf(act: keyof typeof actsIn, state: LockState): boolean {
  const states: readonly LockState[] = actsIn[act];
  return states.includes(state);
}

interface Wanted {
  /** Undefined: at once. */
  start: Date | undefined;
  exam: boolean;
  created: Date;
}

/** An exam lock is active 30 minutes after it was made at the earliest. */
export function activeFrom({ start, exam, created }: Wanted): Date {
  const wished = start ?? created;
  if (!exam) return wished;
  const earliest = new Date(created.getTime() + limits.examLockDelayMinutes * MINUTE);
  return wished < earliest ? earliest : wished;
}

/** What is wrong with the times somebody wants: both in the future, the end after the start. */
export function problemWithTimes(
  { start, end, from }: { start: Date | undefined; end: Date; from: Date },
  now: Date,
): { path: 'start' | 'end'; key: 'future' | 'afterStart' | 'afterActive' } | undefined {
  if (start !== undefined && start <= now) return { path: 'start', key: 'future' };
  if (end <= now) return { path: 'end', key: 'future' };
  if (start !== undefined && end <= start) return { path: 'end', key: 'afterStart' };
  return end <= from ? { path: 'end', key: 'afterActive' } : undefined;
}

export const overlaps = (one: Period, other: Period): boolean =>
  one.from < other.until && other.from < one.until;

/** When the chat follows: asked for at `asked`, in force somewhere up to `certain`, free again by `free`. */
export interface ChatTimes {
  asked: Date;
  certain: Date;
  free: Date;
}

/**
 * Chat is restricted 1-4 hours before the internet, and may stay so up to 4 hours after (specification §9). `since`: when
 * that was asked for, with the lock or later.
 */
export function chatTimes({ from, until }: Period, since: Date): ChatTimes {
  const { mostHours, leastHours } = limits.chatLead;
  const wished = from.getTime() - mostHours * HOUR;
  const asked = Math.max(wished, since.getTime());
  return {
    asked: new Date(asked),
    certain: new Date(asked + (mostHours - leastHours) * HOUR),
    free: new Date(until.getTime() + limits.chatTailHours * HOUR),
  };
}

export const chatPhases = ['before', 'asked', 'certain', 'ending', 'free'] as const;
export type ChatPhase = (typeof chatPhases)[number];

/** How far the chat has come with following a lock, by the clock alone. */
export function chatPhaseAt({ asked, certain, free }: ChatTimes, until: Date, now: Date): ChatPhase {
  if (now >= free) return 'free';
  if (now >= until) return 'ending';
  if (now >= certain) return 'certain';
  return now >= asked ? 'asked' : 'before';
}

export const isChatLate = (period: Period, since: Date): boolean =>
  chatTimes(period, since).certain > period.from;

const strictness: Record<ChatRestriction, number> = { none: 0, restricted: 1, blocked: 2 };

interface Chatting extends Period {
  chat: ChatRestriction;
  since: Date;
}

/** From when a lock that is changed now asks for its chat: from now, unless it was asked for so strictly before. */
export function chatSince(before: Chatting, after: Omit<Chatting, 'since'>, now: Date): Date {
  const isAhead = chatTimes(after, before.since).asked > now;
  const wasAsked =
    strictness[before.chat] >= strictness[after.chat] && chatTimes(before, before.since).asked <= now;
  return isAhead || wasAsked ? before.since : now;
}

/** What the chat of somebody under these locks is to be at a moment: the strictest of them. */
export function chatAt(locks: readonly Chatting[], now: Date): ChatRestriction {
  return locks
    .filter((lock) => chatTimes(lock, lock.since).asked <= now && now < lock.until)
    .reduce<ChatRestriction>(
      (strictest, { chat }) => (strictness[chat] > strictness[strictest] ? chat : strictest),
      'none',
    );
}
