import type { ClockMove } from './contract.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** The moment a move leads to, from what the portal and the machine take for now. */
export function targetOf(move: ClockMove, shown: Date, real: Date): Date {
  if (move.reset) return real;
  if (move.to !== undefined) return new Date(move.to);
  return new Date(shown.getTime() + (move.days ?? 0) * DAY_MS + (move.hours ?? 0) * HOUR_MS);
}
