/** What stands in the form of a lock at first: of a new one, of one for an exam, of a copy. Moments are ISO. */
import { addDays, osloMoment } from '#kernel/dates.ts';
import { dateInOslo, formatTime } from '#web/format.ts';

import type { LockDetail, LockGroup } from '../contract.ts';

/** The day of an exam that the lock is for. */
interface ExamDayWish {
  name: string;
  /** ISO. */
  day: string;
}

export type LockWish =
  | { kind: 'new'; groups?: readonly LockGroup[]; day?: ExamDayWish }
  | { kind: 'copy'; lock: LockDetail }
  | { kind: 'change'; lock: LockDetail };

export const groupsOf = (wish: LockWish): readonly LockGroup[] =>
  wish.kind === 'new' ? (wish.groups ?? []) : wish.lock.groups;

/** `now`: by the portal's clock. */
export const firstValues = (wish: Extract<LockWish, { kind: 'new' }>, now: string) => ({
  ...empty(groupsOf(wish)),
  ...(wish.day && onDay(wish.day, now)),
});

const empty = (groups: readonly LockGroup[]) => ({
  description: '',
  groupNames: groups.map(({ name }) => name),
  immediate: true,
  start: '',
  end: '',
  ownDomains: [] as string[],
  domainPackageIds: [] as number[],
  examResources: false,
  chat: 'none',
});

/** An exam has only a day, so the lock starts with usual school hours. The teacher adjusts them. */
const EXAM_HOURS = { start: '08:30', end: '15:00' } as const;

/** The exam's day and name; at once only where its hours have begun. */
function onDay({ name, day }: ExamDayWish, now: string) {
  const start = osloMoment(day, EXAM_HOURS.start);
  const end = osloMoment(day, EXAM_HOURS.end);
  const hasBegun = start <= new Date(now);
  return {
    description: name,
    examResources: true,
    immediate: hasBegun,
    start: hasBegun ? '' : start.toISOString(),
    end: end > new Date(now) ? end.toISOString() : '',
  };
}

export const valuesOf = (lock: LockDetail) => ({
  description: lock.description,
  groupNames: lock.groupNames,
  immediate: lock.immediate,
  start: lock.start,
  end: lock.end,
  ownDomains: lock.ownDomains,
  domainPackageIds: lock.domainPackages.map(({ id }) => id),
  examResources: lock.examResources,
  chat: lock.chat,
});

/** The same hours, on the same weekday of the first week that is still to come. */
export function copied(lock: LockDetail, now: string) {
  const later = (moment: string) => {
    let day = dateInOslo(moment);
    while (osloMoment(day, formatTime(lock.start)) <= new Date(now)) day = addDays(day, 7);
    return day;
  };
  const startDay = later(lock.start);
  const lengthMs = Date.parse(lock.end) - Date.parse(lock.start);
  const start = osloMoment(startDay, formatTime(lock.start));
  return {
    ...valuesOf(lock),
    immediate: false,
    start: start.toISOString(),
    end: new Date(start.getTime() + lengthMs).toISOString(),
  };
}
