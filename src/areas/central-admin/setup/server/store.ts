/** How far a new portal has come, read from what is there. */
import { sql } from 'kysely';

import type { Connections } from '#server/connections/live.ts';
import type { Db } from '#server/db.ts';

import { type SetupStep, setupSteps, type StepRow } from '../contract.ts';

export async function holdSetup(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('setup'))`.execute(tx);
}

interface Found {
  owner: string | null;
  account: string | null;
  database: string;
  source: string | null;
  rehearsal: string | null;
  superadmin: string | null;
  later: SetupStep[];
  startedAt: Date | null;
}

export async function readSteps(
  db: Db,
  connections: Connections,
  userId: number | undefined,
): Promise<{ Items: StepRow[]; startedAt: Date | null }> {
  const { later, startedAt, ...found } = await findSteps(db, userId);
  const { publicUrl, oidcIssuer, directoryUrl, importFolder, mailUrl } = connections.current();
  const isUsed = connections.sourceOf('address') !== 'none' && !connections.waitsForRestart('address');
  const all: Record<SetupStep, string | null> = {
    ...found,
    address: isUsed ? publicUrl : null,
    federation: oidcIssuer ?? null,
    files: importFolder ?? null,
    directory: directoryUrl ?? null,
    mail: mailUrl ?? null,
  };
  const Items = setupSteps.map((step) => ({
    step,
    found: all[step],
    state:
      all[step] !== null ? ('done' as const) : later.includes(step) ? ('later' as const) : ('open' as const),
  }));
  return { Items, startedAt };
}

async function findSteps(db: Db, userId: number | undefined): Promise<Found> {
  const { rows } = await sql<Found>`
    select (select nullif(value #>> '{}', '') from site_setting where key = 'ownerName') as owner,
           (select u.user_name from recovery_code r join users u on u.id = r.user_id
             where u.id = ${userId ?? null}) as account,
           'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) as database,
           (select string_agg(name, ', ' order by name) from data_source) as source,
           (select file_name from import_run where status = 'completed' order by id desc limit 1) as rehearsal,
           (select case when exists (select from role_grant own where own.user_id = ${userId ?? null} and own.role = 'superadmin')
                        then string_agg(u.user_name, ', ' order by u.user_name)
                        -- Whoever only keeps the portal reads no people (docs/decisions/0016).
                        else nullif(count(*), 0)::text end
              from role_grant g join users u on u.id = g.user_id
             where g.role = 'superadmin' and not exists (select from user_credential c where c.user_id = u.id)) as superadmin,
           array(select step from setup_step) as later,
           (select min(started_at) from journal.operation where event = 'setup.begun') as started_at`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('The steps of the first day could not be read');
  return row;
}

export async function putOff(tx: Db, step: SetupStep, isLater: boolean, now: Date): Promise<void> {
  if (isLater) {
    await sql`
      insert into setup_step (step, put_off_at) values (${step}, ${now}) on conflict do nothing`.execute(tx);
  } else {
    await sql`delete from setup_step where step = ${step}`.execute(tx);
  }
}
