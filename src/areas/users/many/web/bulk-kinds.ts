/** What can be done to many users at once. */

/** In the order they are offered. */
export const bulkKinds = [
  'firstTime',
  'addToGroup',
  'requirePassword',
  'unlock',
  'deactivate',
  'activate',
  'renew',
  'deleteExpired',
] as const;
export type BulkKind = (typeof bulkKinds)[number];
