/** Entries somebody should look at: they end soon, their person has left, or something else contradicts them. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';
import { all, type Sql } from '#server/list/source.ts';

import type { AccessWarning } from '../contract.ts';
import type { AccessKind } from '../rules.ts';
import { entriesWithin, entryTables } from './list.ts';

/** Access that is also given the ordinary way or blocked; a block of somebody who is not there. */
const contradicted: Record<AccessKind, Sql> = {
  temporary: sql`(
    exists (select from school_user p where p.user_id = e.user_id and p.school_id = e.school_id
              and p.source <> 'temporary-access')
    or exists (select from access_entry b where b.kind = 'block' and b.user_id = e.user_id and b.school_id = e.school_id
                 and b.status in ('planned', 'active') and b.start_on <= e.end_on and b.end_on >= e.start_on))`,
  block: sql`not exists (select from school_user p where p.user_id = e.user_id and p.school_id = e.school_id)`,
};

const MOST = 50;

/** One warning per entry, the weightiest; those that end first stand first. */
export async function findWarnings(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  { days, today }: { days: number; today: string },
): Promise<AccessWarning[]> {
  const { rows } = await sql<AccessWarning>`
    select * from (
      select e.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
             e.end_on as "end",
             case when u.expires_on < ${today}::date then 'userLeft'
                  when ${contradicted[kind]} then 'conflict'
                  when not e.ends_next and least(e.end_on, e.renew_on) <= ${today}::date + ${days}::int
                    then 'endsSoon' end as warning
        from ${entryTables}
       where ${all([sql`e.kind = ${kind}`, sql`e.status in ('planned', 'active')`, ...entriesWithin(scope)])}) w
     where w.warning is not null
     order by w."end", w.id limit ${MOST}`.execute(db);
  return rows;
}
