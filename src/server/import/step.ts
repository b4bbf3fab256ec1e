/** A piece of the night's work that comes before the sources are read (specification §4). */
import type { Db } from '#server/db.ts';

export interface NightlyStep {
  /** For the log and the run's report. */
  name: string;
  /**
   * `tx` is a transaction inside the night's operation; `day` is the Oslo day of `now`. Done twice on a day it changes
   * nothing the second time, and what a missed night left undone is made up for.
   */
  run: (tx: Db, at: { now: Date; day: string }) => Promise<{ changed: number }>;
}
