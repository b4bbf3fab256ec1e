/**
 * New memberships, of which there are twenty to a person. They are written in portions, so that what the triggers look
 * at stays small; and where there are many, their foreign keys are checked by two statements beforehand instead of twice
 * for each row, which takes as long as writing the rows.
 */
import type pg from 'pg';

import { sqlFile } from './sql-file.ts';

/** Pages of the plan (8 kB) to a statement: about 200,000 memberships. */
const PORTION = 2_000;
/** From here on looking at them all at once costs less. */
const MANY = 10_000;

export async function insertMemberships(client: pg.ClientBase): Promise<void> {
  const isChecked = (await areMany(client)) && (await mayCheckAtOnce(client));
  if (isChecked) {
    await client.query(await sqlFile('memberships'));
    await client.query('set local session_replication_role = replica');
  }
  const pages = await pagesOfPlan(client);
  for (let page = 0; page < pages; page += PORTION) {
    await client.query(
      `${insert} from plan_membership n cross join stage_run r
        where n.group_is_new and n.ctid >= '(${page},0)' and n.ctid < '(${page + PORTION},0)'`,
    );
  }
  await client.query(`${insert} from membership_added n cross join stage_run r`);
  if (isChecked) await client.query('set local session_replication_role = origin');
}

const insert = `
  insert into membership (group_id, user_id, role, subrole, start_on, end_on, source, added_at)
  select n.group_id, n.user_id, n.role, n.subrole, n.start_on, n.end_on, r.feed, r.now`;

async function areMany(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ many: boolean }>(
    'select exists (select from membership_new offset $1) as many',
    [MANY],
  );
  return rows[0]?.many ?? false;
}

/**
 * The account of the database must be allowed to (`docs/operations.md`), and every trigger of our own must fire all the
 * same: otherwise PostgreSQL checks row by row.
 */
async function mayCheckAtOnce(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`
    select has_parameter_privilege('session_replication_role', 'SET')
       and not exists (select from pg_trigger where tgrelid = 'membership'::regclass and not tgisinternal
                                                and tgenabled <> 'A') as may`);
  return rows[0]?.may ?? false;
}

async function pagesOfPlan(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('pg_temp.plan_membership') / current_setting('block_size')::integer)::integer as pages`,
  );
  return rows[0]?.pages ?? 0;
}
