/** Whom an entry of the change log is about, and where that is read. */

/** `user:kari.nordmann` or `group:FJB 8A`. */
export type LogTarget = `${'user' | 'group'}:${string}`;

/** Before the portal was: the change log opens at the last 30 days unless the address says otherwise. */
const ALL_TIME = '2000-01-01..';

export const changeLogOf = (target: LogTarget) =>
  ({ to: '/logs', search: { target, at: ALL_TIME } }) as const;
