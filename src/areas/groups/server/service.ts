/** What other areas may ask of groups. */
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

import { groupList } from '../contract.ts';
import { listGroups } from './store.ts';

/** How many rows the group list has under these filters, written as they stand in its address. */
export async function countGroups(
  db: Db,
  scope: Scope,
  filters: Record<string, string>,
  now: Date,
): Promise<number> {
  const question = groupList.query.parse({ ...filters, pageSize: 1 });
  return (await listGroups(db, scope, question, now)).TotalItems;
}
