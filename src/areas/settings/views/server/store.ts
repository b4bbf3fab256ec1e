/** Saved views; every statement is bound to their owner. */
import { DatabaseError } from 'pg';

import { refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import { SavedView } from '../contract.ts';

export async function listViews(db: Db, scope: Scope, list: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('savedView')
    .select(['id', 'name', 'state'])
    .where('userId', '=', scope.userId)
    .where('list', '=', list)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute();
  return rows.map((row) => SavedView.parse(row));
}

export async function insertView(
  db: Db,
  scope: Scope,
  { list, name, state }: { list: string } & Omit<SavedView, 'id'>,
  now: Date,
): Promise<SavedView> {
  const row = await db
    .insertInto('savedView')
    .values({ userId: scope.userId, list, name, state: JSON.stringify(state), createdAt: now })
    .returning(['id', 'name', 'state'])
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName);
  return SavedView.parse(row);
}

export async function updateView(
  db: Db,
  scope: Scope,
  id: number,
  { name, state }: { name?: string | undefined; state?: SavedView['state'] | undefined },
): Promise<SavedView | undefined> {
  const row = await db
    .updateTable('savedView')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      state: state === undefined ? eb.ref('state') : JSON.stringify(state),
    }))
    .where('id', '=', id)
    .where('userId', '=', scope.userId)
    .returning(['id', 'name', 'state'])
    .executeTakeFirst()
    .catch(refuseTakenName);
  return row && SavedView.parse(row);
}

/** True when there was one. */
export async function deleteView(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedView')
    .where('id', '=', id)
    .where('userId', '=', scope.userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function refuseTakenName(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'saved_view_user_id_list_name_key') {
    return refuseField('view.name-taken', 'name', 'taken');
  }
  throw error;
}
