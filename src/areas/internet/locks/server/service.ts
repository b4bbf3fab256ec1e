/** What other areas may ask of locks. */
export { withActs } from './act.ts';
export { lockFields, lockTables } from './list.ts';
export { examsWithin, locksWithin } from './reach.ts';
export type { StoredRow } from './store.ts';
