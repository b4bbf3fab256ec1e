/** The rules of user deactivation (specification §4, §5): its days, and what the clock does with it. */
import { addDays } from '#kernel/dates.ts';
import type { FieldProblem } from '#kernel/errors.ts';

export const deactivationStatuses = ['planned', 'active', 'ended', 'failed'] as const;
export type DeactivationStatus = (typeof deactivationStatuses)[number];

/** Why a period was not carried out when its day came. */
export const deactivationFailures = ['registrar', 'account-protected'] as const;

export interface Period {
  start: string;
  /** The day the account opens again. */
  end: string;
}

/** An account is closed from the beginning of `start` until the beginning of `end`. */
export function statusOn({ start, end }: Period, day: string): DeactivationStatus {
  if (day < start) return 'planned';
  return day < end ? 'active' : 'ended';
}

/** What is wrong with the days somebody wants; `span` is the site's (specification §9). */
export function problemWithPeriod(
  { start, end }: Period,
  today: string,
  span: number,
): FieldProblem | undefined {
  if (start < today) return { path: 'start', key: 'past', params: {} };
  if (end <= start) return { path: 'end', key: 'beforeStart', params: {} };
  if (end > addDays(start, span)) return { path: 'end', key: 'span', params: { span } };
  return undefined;
}
