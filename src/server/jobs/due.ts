/** What the outside may know of the job queue: whether anybody looks after it, and how much waits in it. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

/** A node looks at the schedules twice a minute (`jobs.ts`); after so long without, none does. */
const SILENT_S = 120;

async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select to_regclass('pgboss.version') is not null as has`.execute(db);
  return rows[0]?.has === true;
}

/** By the database's own clock, which also stamped the last look. */
export async function areJobsAlive(db: Db): Promise<boolean> {
  if (!(await hasQueue(db))) return false;
  const { rows } = await sql<{ alive: boolean | null }>`
    select cron_on > now() - make_interval(secs => ${SILENT_S}) as alive from pgboss.version`.execute(db);
  return rows[0]?.alive === true;
}

export interface DueJobs {
  name: string;
  due: number;
  /** How long the one that has waited longest has been due, in seconds. */
  waitedS: number;
}

/** Every queue there is, also those in which nothing waits. */
export async function dueJobs(db: Db): Promise<DueJobs[]> {
  if (!(await hasQueue(db))) return [];
  const { rows } = await sql<DueJobs>`
    select q.name, count(j.id)::int as due,
           coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as "waitedS"
      from pgboss.queue q
      left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry') and j.start_after <= now()
     group by q.name order by q.name`.execute(db.withoutPlugins());
  return rows;
}
