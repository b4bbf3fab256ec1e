/** What somebody should look at, in SQL: of entries `e` and their people `u`. */
import { sql } from 'kysely';

import type { Sql } from '#server/list/source.ts';

import type { AccessKind } from '../rules.ts';

/** Access that is also given the ordinary way or blocked; a block of somebody who is not there. */
const contradicted: Record<AccessKind, Sql> = {
  temporary: sql`(
    exists (select from school_user p where p.user_id = e.user_id and p.school_id = e.school_id
              and p.source <> 'temporary-access')
    or exists (select from access_entry b where b.kind = 'block' and b.user_id = e.user_id and b.school_id = e.school_id
                 and b.status in ('planned', 'active') and b.start_on <= e.end_on and b.end_on >= e.start_on))`,
  block: sql`not exists (select from school_user p where p.user_id = e.user_id and p.school_id = e.school_id)`,
};

/** The weightiest warning of an entry, or null. */
export const warningSql = (kind: AccessKind, { days, today }: { days: number; today: string }): Sql => sql`
  case when e.status = 'failed' and e.end_on >= ${today}::date then 'failed'
       when e.status not in ('planned', 'active') then null
       when u.expires_on < ${today}::date then 'userLeft'
       when ${contradicted[kind]} then 'conflict'
       -- Not of what has just been given: more than half of it is left.
       when not e.ends_next and least(e.end_on, e.renew_on) <= ${today}::date + ${days}::int
            and ${today}::date - e.start_on >= e.end_on - ${today}::date then 'endsSoon' end`;
