/** The file against the portal: the plan, and the plan carried out. Both are SQL over whole sets (`sql/`). */
import type pg from 'pg';

import { insertMemberships } from './memberships.ts';
import { codeFor, type NewSchool } from './school-code.ts';
import type { ImportSettings, Thresholds } from './settings.ts';
import { sqlFile } from './sql-file.ts';

interface PlanOptions {
  runId: number;
  feed: string;
  /** False: the file has changes only, and was completed with what the portal knows. */
  isWhole: boolean;
  now: Date;
  /** The day the rules are applied as of: today, or the day a rehearsal is for. */
  today: string;
  settings: ImportSettings;
  acceptLeavers: boolean;
  /** The data source the file comes from. */
  sourceId: number | undefined;
  /** A rehearsal says also what people would want to know before the summer. */
  reports: boolean;
}

/** Begins the run's transaction and leaves it open, with the plan in temporary tables and recorded with the run. */
export async function makePlan(client: pg.ClientBase, options: PlanOptions): Promise<void> {
  const { runId, feed, now, today, settings, acceptLeavers, sourceId } = options;
  await client.query('begin');
  await client.query(
    `create temp table stage_run as
     select $1::bigint as run_id, $2::text as feed, $3::timestamptz as now, $4::date as today,
            $4::date + $5::integer as expires_on, $6::boolean as accept_leavers, $7::integer as digits,
            $8::integer as source_id, (select school_id from data_source where id = $8) as school_id,
            $9::boolean as is_whole`,
    [
      runId,
      feed,
      now,
      today,
      settings.graceDays,
      acceptLeavers,
      settings.userName.digits,
      sourceId,
      options.isWhole,
    ],
  );
  await setLimits(client, settings.thresholds);
  // What was never looked at is taken for a thousand rows, and everything joined with it for a million.
  await client.query('analyze stage_run; analyze stage_threshold; analyze stage_decision');
  await client.query(await sqlFile('settle'));
  await client.query(await sqlFile('match'));
  await client.query(await sqlFile('sources'));
  await client.query(await sqlFile('contact'));
  await client.query(await sqlFile('identity'));
  await nameSchools(client);
  await client.query(await sqlFile('leave'));
  await client.query(await sqlFile('guard'));
  await client.query(await sqlFile('groups'));
  await client.query(await sqlFile('guard-memberships'));
  await client.query(await sqlFile('names'));
  await client.query(await sqlFile('at-once'));
  await client.query(await sqlFile('record'));
  await client.query(await sqlFile('details'));
  if (options.reports) await client.query(await sqlFile('report'));
}

/** The limits of this run, and what people decided about the slices of the same feed that were held before. */
async function setLimits(client: pg.ClientBase, thresholds: Thresholds): Promise<void> {
  const limits = Object.entries(thresholds).map(([kind, { share, atLeast, atMost }]) => ({
    kind,
    share,
    at_least: atLeast,
    at_most: atMost,
  }));
  await client.query(
    `create temp table stage_threshold as
     select * from jsonb_to_recordset($1::jsonb) as t (kind text, share numeric, at_least integer, at_most integer)`,
    [JSON.stringify(limits)],
  );
  await client.query(
    `create temp table stage_decision as
     select d.id, d.school_id, d.kind, d.decision, d.rows from import_decision d join stage_run r on r.feed = d.feed
      where d.until is null or d.until > r.today`,
  );
  await client.query(await sqlFile('thresholds'));
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
  await insertMemberships(client);
  await client.query(await sqlFile('analyze'));
  await client.query(await sqlFile('decided'));
}
