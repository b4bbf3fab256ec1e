/** The file against the portal: the plan, and the plan carried out. Both are SQL over whole sets (`sql/`). */
import type pg from 'pg';

import { codeFor, type NewSchool } from './school-code.ts';
import type { ImportSettings } from './settings.ts';
import { sqlFile } from './sql-file.ts';

interface PlanOptions {
  runId: number;
  feed: string;
  now: Date;
  settings: ImportSettings;
  acceptLeavers: boolean;
}

/** A day's rules follow Norwegian time (specification §9). */
const ZONE = 'Europe/Oslo';

/** Begins the run's transaction and leaves it open, with the plan in temporary tables and recorded with the run. */
export async function makePlan(client: pg.ClientBase, options: PlanOptions): Promise<void> {
  const { runId, feed, now, settings, acceptLeavers } = options;
  await client.query('begin');
  await client.query(
    `create temp table stage_run as
     select $1::bigint as run_id, $2::text as feed, $3::timestamptz as now, day as today, day + $5::integer as expires_on,
            $6::numeric as guard_share, $7::integer as guard_minimum, $8::boolean as accept_leavers, $9::integer as digits
       from (select ($3::timestamptz at time zone $4)::date as day) d`,
    [
      runId,
      feed,
      now,
      ZONE,
      settings.graceDays,
      settings.guardShare,
      settings.guardMinimum,
      acceptLeavers,
      settings.userName.digits,
    ],
  );
  await client.query(await sqlFile('settle'));
  await client.query(await sqlFile('match'));
  await nameSchools(client);
  await client.query(await sqlFile('leave'));
  await client.query(await sqlFile('groups'));
  await client.query(await sqlFile('names'));
  await client.query(await sqlFile('record'));
}

/** A few thousand at the most, and each code depends on those before it. */
async function nameSchools(client: pg.ClientBase): Promise<void> {
  const { rows: existing } = await client.query<{ code: string }>(
    'select upper(code) as code from school union select upper(abbreviation) from school',
  );
  const taken = new Set(existing.map(({ code }) => code));
  const { rows: fresh } = await client.query<NewSchool & { n: number }>(
    `select n, name, short_name as "shortName" from plan_school where is_new order by n`,
  );
  const codes = fresh.map((school) => codeFor(school, taken));
  await client.query(
    `update plan_school p set code = c.code from unnest($1::integer[], $2::text[]) as c (n, code) where c.n = p.n`,
    [fresh.map(({ n }) => n), codes],
  );
}

/** Applies the plan; the transaction is inside the run's operation, and the caller commits. */
export async function applyPlan(client: pg.ClientBase): Promise<void> {
  await client.query(await sqlFile('apply'));
}
