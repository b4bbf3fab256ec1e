/** What an enforcement point is, and when it is well. */
export const pointKinds = ['squid', 'other', 'simulated'] as const;
export type PointKind = (typeof pointKinds)[number];

export const pointStates = ['alive', 'silent', 'never'] as const;
export type PointState = (typeof pointStates)[number];

/** A clock further off than this is warned of: locks would begin and end at another time than the screens say. */
export const CLOCK_WARNING_MS = 1_000;

export const isClockOff = (clockMs: number | null): boolean =>
  clockMs !== null && Math.abs(clockMs) > CLOCK_WARNING_MS;

/** `silentAfterS`: so long without a word, and it is not counted on. */
export function stateOf(seenAt: Date | null, realNow: Date, silentAfterS: number): PointState {
  if (seenAt === null) return 'never';
  return realNow.getTime() - seenAt.getTime() < silentAfterS * 1_000 ? 'alive' : 'silent';
}
