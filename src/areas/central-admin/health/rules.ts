/** When a part of the portal needs somebody. Pure; times in milliseconds. */
import type { HealthState } from './contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A backup a day, seen a little late; a restore tried out twice a year; the journal checked each week. */
export const ages = {
  backup: { attention: 26 * HOUR, failed: 7 * DAY },
  restoreTest: { attention: 183 * DAY, failed: 366 * DAY },
  journalCheck: { attention: 8 * DAY, failed: 31 * DAY },
  source: { attention: 2 * DAY, failed: 7 * DAY },
} as const;

interface Went {
  workedAt: Date | null;
  failure: string | null;
}

/** What should happen now and then. */
export function stateOfAge(
  { workedAt, failure }: Went,
  limit: { attention: number; failed: number },
  at: Date,
): HealthState {
  if (failure !== null) return 'failed';
  if (workedAt === null) return 'attention';
  const age = at.getTime() - workedAt.getTime();
  return age > limit.failed ? 'failed' : age > limit.attention ? 'attention' : 'ok';
}

/** `free` and `total` in bytes. A database that cannot write stops everything. */
export function stateOfDisk(free: number, total: number): HealthState {
  const share = total > 0 ? free / total : 0;
  return share < 0.05 ? 'failed' : share < 0.15 ? 'attention' : 'ok';
}

const weight: Record<HealthState, number> = { failed: 3, attention: 2, ok: 1, unset: 0 };

export const worst = (states: readonly HealthState[]): HealthState =>
  states.reduce<HealthState>((most, state) => (weight[state] > weight[most] ? state : most), 'unset');
