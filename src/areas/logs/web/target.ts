/** Whom an entry of the change log is about, and where that is read. */

/** `user:kari.nordmann`, `group:FJB 8A`, or of a deleted account its id: `gone:4711`. */
export type LogTarget = `${'user' | 'group' | 'gone'}:${string}`;

/** Before the portal was: the change log opens at the last 30 days unless the address says otherwise. */
export const ALL_TIME = '2000-01-01..';

export const changeLogOf = (target: LogTarget) =>
  ({ to: '/logs', search: { target, at: ALL_TIME } }) as const;
