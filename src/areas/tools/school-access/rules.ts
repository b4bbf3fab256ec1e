/**
 * The rules of temporary access and blocks (specification §4, §5): what state an entry is in on a day, what tonight's
 * import does with it, and which days it may have. Days are Oslo days.
 */
import { addDays, addYears } from '#kernel/dates.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';

export const accessKinds = ['temporary', 'block'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** As stored. The states people see follow from it and the day. */
export type StoredStatus = 'planned' | 'active' | 'ended' | 'failed';

export const accessStatuses = ['planned', 'waitingImport', 'active', 'ending', 'ended', 'failed'] as const;
export type AccessStatus = (typeof accessStatuses)[number];

/** What ends within so many days is told of in time to renew it (endpoints.md, "warnings"). */
export const warningDays = 14;

export interface EntryState {
  status: StoredStatus;
  start: string;
  end: string;
  /** Somebody ended it by hand. */
  endsNext: boolean;
}

/** Carried out at the import the evening before; a night without an import is made up for. */
const isDueToStart = (entry: EntryState, day: string): boolean => entry.start <= addDays(day, 1);

/** Taken away at the import on the last day, or at the next one when somebody ended it. */
const isDueToEnd = (entry: EntryState, day: string): boolean => entry.endsNext || entry.end <= day;

export function statusOn(entry: EntryState, day: string): AccessStatus {
  if (entry.status === 'planned') return isDueToStart(entry, day) ? 'waitingImport' : 'planned';
  if (entry.status === 'active') return isDueToEnd(entry, day) ? 'ending' : 'active';
  return entry.status;
}

export type Step = 'start' | 'end' | 'lapse' | 'nothing';

/** What the import on a day does with an entry. One that is over before it began is only struck off. */
export function stepAtImport(entry: EntryState, day: string): Step {
  if (entry.status === 'planned' && entry.end <= day) return 'lapse';
  if (entry.status === 'planned' && isDueToStart(entry, day)) return 'start';
  if (entry.status === 'active' && isDueToEnd(entry, day)) return 'end';
  return 'nothing';
}

interface Dates {
  start: string;
  end: string;
  renew?: string | null | undefined;
}

/** What is wrong with the days somebody wants. `startStands`: it has begun, so its start is no longer a question. */
export function problemWithDates(
  { start, end, renew }: Dates,
  today: string,
  startStands = false,
): FieldProblem | undefined {
  const farthest = addYears(today, limits.accessStartAheadYears);
  if (!startStands && start < today) return problem('start', 'past');
  if (!startStands && start > farthest) return problem('start', 'startAhead');
  if (end < start) return problem('end', 'beforeStart');
  if (end < today) return problem('end', 'past');
  if (end > addYears(start, limits.accessSpanYears)) return problem('end', 'span');
  if (typeof renew === 'string' && (renew < start || renew > end)) return problem('renewDate', 'outside');
  return undefined;
}

const problem = (path: string, key: string): FieldProblem => ({ path, key, params: {} });
