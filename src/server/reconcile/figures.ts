/** How the directory follows, for whoever watches the portal from outside. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export interface Figures {
  /** On their way, refused and tried again, set aside. */
  waiting: number;
  failing: number;
  stopped: number;
  drift: number;
}

export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*) filter (where stopped_at is null and error is null)::int as waiting,
           count(*) filter (where stopped_at is null and error is not null)::int as failing,
           count(*) filter (where stopped_at is not null)::int as stopped,
           (select count(*)::int from directory.drift) as drift
      from directory.due`.execute(db);
  return rows[0] ?? { waiting: 0, failing: 0, stopped: 0, drift: 0 };
}
