/** The hours in which imports normally run (specification §9): where the clock stands beside them. */
export interface Window {
  /** `16:00` */
  from: string;
  to: string;
}

export type Place = 'before' | 'within' | 'after';

/** `time` as `14:52`, in Oslo, as the window is. */
export function placeOf(time: string, { from, to }: Window): Place {
  if (time < from) return 'before';
  return time < to ? 'within' : 'after';
}

/** A time of day as a share of the day, 0 to 1. */
export function shareOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / (24 * 60);
}
