/** What other areas may ask of locks. */
export { withActs } from './act.ts';
export { lockFields, lockTables } from './list.ts';
export { alwaysOpenAt, entriesOf, examResourcesAt, packagesAt } from './opens.ts';
export { asPupil, examsWithin, locksWithin } from './reach.ts';
export { isLockWithin, readLocks, type StoredRow } from './store.ts';
