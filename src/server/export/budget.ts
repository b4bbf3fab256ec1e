/**
 * The mass-disclosure guard (design.md §2): each role has a budget of rows it may take out in files within a day and
 * night. Work is not stopped by it: the export goes through, and the log says that somebody took out more than their
 * work asks for.
 */
import { sql } from 'kysely';

import type { Role } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import { use, usedOf } from '#server/budget.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';
import { log } from '#server/log.ts';

/** Rows within 24 hours: about twice a large school for its own people, about twice a small municipality above. */
export const exportBudget: Record<Role, number> = {
  teacher: 250,
  groupAdministrator: 1_500,
  licenceAdministrator: 1_500,
  schoolIct: 3_000,
  schoolAdministrator: 3_000,
  centralAdmin: 0,
  superadmin: 25_000,
};
const NOBODYS = 0;

interface Taken {
  scope: Scope;
  rows: number;
  now: Date;
}

/** Counts what was taken; the first export that goes past the budget leaves an entry in the log. */
export async function countTaken(db: Db, { scope, rows, now }: Taken): Promise<void> {
  if (rows === 0 || scope.kind === 'nobody') return;
  const before = await addUp(db, { scope, rows, now });
  const budget = scope.role === undefined ? NOBODYS : exportBudget[scope.role];
  if (before > budget || before + rows <= budget) return;
  log.warn({ userId: scope.userId, rows: before + rows, budget }, 'An export budget is passed');
  await tell(db, { scope, rows: before + rows, now }, budget);
}

/** What the person had taken already within the last day and night. */
const addUp = (db: Db, { scope: { userId }, rows, now }: Taken): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const budget = { kind: 'exported-rows' as const, userId, now };
    const before = await usedOf(tx, budget);
    await use(tx, budget, rows);
    return before;
  });

async function tell(db: Db, { scope, rows, now }: Taken, budget: number): Promise<void> {
  const { rows: found } = await sql<{ name: string }>`
    select user_name as name from users where id = ${scope.userId}`.execute(db);
  const schoolId = scope.kind === 'self' || scope.kind === 'nobody' ? undefined : scope.schoolId;
  const wish = {
    event: 'export.budget-passed',
    route: 'export',
    actor: { id: scope.userId, name: found[0]?.name ?? '', role: scope.role ?? null },
    schoolId,
    now,
  };
  const about = JSON.stringify({ table: 'users', key: String(scope.userId), rows, budget });
  await inOperation(db, wish, (tx, operationId) =>
    sql`update journal.operation set message_code = 'export.budget-passed', message_params = ${about}::jsonb
         where id = ${operationId}`.execute(tx),
  );
}
