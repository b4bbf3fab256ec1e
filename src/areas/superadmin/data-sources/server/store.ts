/** All SQL about data sources. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import { refuse, refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import type { DataSource, DataSourceInput } from '../contract.ts';
import type { SavedAccess, StoredAccess } from './access.ts';

const hasSecret = sql`exists (select from kept_secret k where k.name = 'data-source/' || d.id || '/secret')`;

export async function listSources(db: Db, _scope: Scope, school: string | undefined): Promise<DataSource[]> {
  const { rows } = await sql<{ source: DataSource }>`
    select jsonb_build_object('id', d.id, 'name', d.name, 'source', d.kind, 'method', d.method, 'folder', d.folder,
             'address', d.address, 'userName', d.user_name, 'tokenAddress', d.token_address, 'hostKey', d.host_key,
             'hasSecret', ${hasSecret}, 'runAt', d.run_at,
             'place', d.place, 'enabled', d.enabled, 'limits', d.thresholds, 'precedence', d.precedence,
             'version', d.version, 'feed', s.feed,
             'school', case when k.id is not null then jsonb_build_object('code', k.code, 'name', k.name) end,
             'lastRun', case when s.outcome is not null then
               jsonb_build_object('outcome', s.outcome, 'at', s.looked_at, 'runId', s.run_id, 'problem', s.problem) end,
             'pupils', coalesce(p.pupils, 0), 'employees', coalesce(p.employees, 0),
             'rejected', coalesce(r.rejected, 0)) as source
      from data_source d
      left join data_source_state s on s.source_id = d.id
      left join school k on k.id = d.school_id
      left join import_run r on r.id = s.run_id
      left join (select source, count(*) filter (where role = 'student') as pupils,
                        count(*) filter (where role <> 'student') as employees
                   from users where expires_on is null group by source) p on p.source = s.feed
     where ${school ?? null}::text is null or k.code = ${school ?? null}
     order by d.place, lower(d.name)`.execute(db);
  return rows.map(({ source }) => source);
}

export async function schoolIdOf(db: Db, _scope: Scope, code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from school where code = ${code}`.execute(db);
  return rows[0]?.id ?? refuse('school.not-found');
}

/** Of two at the same moment the database lets one through. */
function refuseTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'data_source_name') {
    refuseField('data-source.name-taken', 'name', 'taken');
  }
  throw error;
}

type Saved = Pick<
  DataSourceInput,
  'name' | 'source' | 'runAt' | 'place' | 'enabled' | 'limits' | 'precedence'
> & { schoolId: number | null; access: SavedAccess };

export async function addSource(tx: Db, _scope: Scope, saved: Saved, now: Date): Promise<number> {
  const { name, source, schoolId, runAt, place, enabled, limits, precedence } = saved;
  const { method, folder, address, userName, tokenAddress, hostKey } = saved.access;
  const { rows } = await sql<{ id: number }>`
    insert into data_source (name, kind, school_id, method, folder, address, user_name, token_address, host_key,
                             run_at, place, enabled, thresholds, precedence, created_at)
    values (${name}, ${source}, ${schoolId}, ${method}, ${folder}, ${address}, ${userName}, ${tokenAddress}, ${hostKey},
            ${runAt}, ${place}, ${enabled}, ${JSON.stringify(limits)}::jsonb,
            ${JSON.stringify(precedence)}::jsonb, ${now})
    returning id`
    .execute(tx)
    .catch(refuseTaken);
  const [row] = rows;
  if (!row) throw new Error('The source was not added');
  return row.id;
}

/** Undefined when the source is gone. */
export async function lockSource(
  tx: Db,
  _scope: Scope,
  id: number,
): Promise<(StoredAccess & { version: number }) | undefined> {
  const { rows } = await sql<StoredAccess & { version: number }>`
    select version, method, folder, address, user_name, token_address, host_key, ${hasSecret} as has_secret
      from data_source d where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function updateSource(tx: Db, _scope: Scope, id: number, saved: Saved): Promise<void> {
  const { name, source, schoolId, runAt, place, enabled, limits, precedence } = saved;
  const { method, folder, address, userName, tokenAddress, hostKey } = saved.access;
  await sql`
    update data_source set name = ${name}, kind = ${source}, school_id = ${schoolId}, method = ${method},
           folder = ${folder}, address = ${address}, user_name = ${userName}, token_address = ${tokenAddress},
           host_key = ${hostKey},
           run_at = ${runAt}, place = ${place}, enabled = ${enabled}, thresholds = ${JSON.stringify(limits)}::jsonb,
           precedence = ${JSON.stringify(precedence)}::jsonb, version = version + 1
     where id = ${id}`
    .execute(tx)
    .catch(refuseTaken);
}

export async function removeSource(tx: Db, _scope: Scope, id: number): Promise<boolean> {
  const { rows } = await sql`delete from data_source where id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}

export interface RunnableSource extends StoredAccess {
  id: number;
  name: string;
  thresholds: unknown;
  feed: string | null;
}

export async function findSource(db: Db, _scope: Scope, id: number): Promise<RunnableSource | undefined> {
  const { rows } = await sql<RunnableSource>`
    select d.id, d.name, d.method, d.folder, d.address, d.user_name, d.token_address, d.host_key, ${hasSecret} as has_secret,
           d.thresholds, s.feed
      from data_source d left join data_source_state s on s.source_id = d.id where d.id = ${id}`.execute(db);
  return rows[0];
}

interface Night {
  day: string;
  started: string;
  steps: { name: string; changed?: number; failure?: string }[];
}

export async function latestNight(db: Db, _scope: Scope): Promise<Night | null> {
  const { rows } = await sql<{ night: Night }>`
    select jsonb_build_object('day', day, 'started', started_at, 'steps', steps) as night
      from night_run order by day desc limit 1`.execute(db);
  return rows[0]?.night ?? null;
}
