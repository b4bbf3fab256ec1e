/** Entries somebody should look at: they end soon, their person has left, or something else contradicts them. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { all } from '#server/list/source.ts';

import type { AccessWarning } from '../contract.ts';
import type { AccessKind } from '../rules.ts';
import { entriesWithin, entryTables } from './list.ts';
import { warningSql } from './warning.ts';

const MOST = 50;

/** One warning per entry; those that end first stand first. */
export async function findWarnings(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  at: { days: number; today: string },
): Promise<AccessWarning[]> {
  const { rows } = await sql<AccessWarning>`
    select * from (
      select e.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
             e.end_on as "end", ${warningSql(kind, at)} as warning
        from ${entryTables}
       where ${all([sql`e.kind = ${kind}`, sql`e.status in ('planned', 'active', 'failed')`, ...entriesWithin(scope)])}) w
     where w.warning is not null
     order by w."end", w.id limit ${MOST}`.execute(db);
  return rows;
}
