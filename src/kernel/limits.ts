/** Business constants (specification §9). Lengths in characters, times in the unit the name says. */
export const limits = {
  pageSize: 30,
  backgroundPageSize: 500,
  maximumPageSize: 500,
  timeoutMs: 30_000,
  extendedTimeoutMs: 120_000,
  /** Seconds before its expiry at which a token is renewed. */
  tokenExpiryMarginS: 31,
  passwordMinimum: 7,
  lockMinutes: 30,
  failuresBeforeLock: 10,
  groupName: 57,
  groupDescription: 256,
  /** Characters of a given or family name in the directory (`givenName`, `sn`). */
  directoryName: 64,
  userTitle: 64,
  description: 256,
  email: 254,
  newUserDays: 30,
  /** Temporary access and blocks: the longest they last, and how far ahead they begin: calendar years. */
  accessSpanYears: 1,
  accessStartAheadYears: 1,
  /** The longest a deactivation lasts unless the site says otherwise. */
  deactivationSpanDays: 90,
  /** Internet locks (specification §5, §9). */
  lockOwnDomains: 10,
  lockPackages: 5,
  examLockDelayMinutes: 30,
  /** Chat is restricted this long before the internet lock, and may stay so this long after. */
  chatLead: { leastHours: 1, mostHours: 4 },
  chatTailHours: 4,
  examCandidates: 300,
  /** More than these are made in the background. */
  examCandidatesAtOnce: 100,
  /** What undoing more changes than this would do is found out in the background only. */
  undoPreviewed: 150_000,
  /** Above this many hits a search over the whole owner says "more than" instead of counting on. */
  cappedCount: 10_000,
} as const;
