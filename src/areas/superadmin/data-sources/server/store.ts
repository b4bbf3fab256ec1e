/** All SQL about data sources. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import { refuse, refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import type { DataSource, DataSourceInput } from '../contract.ts';

export async function listSources(db: Db, _scope: Scope, school: string | undefined): Promise<DataSource[]> {
  const { rows } = await sql<{ source: DataSource }>`
    select jsonb_build_object('id', d.id, 'name', d.name, 'source', d.kind, 'folder', d.folder, 'runAt', d.run_at,
             'place', d.place, 'enabled', d.enabled, 'limits', d.thresholds, 'precedence', d.precedence,
             'version', d.version, 'feed', s.feed,
             'school', case when k.id is not null then jsonb_build_object('code', k.code, 'name', k.name) end,
             'lastRun', case when s.outcome is not null then
               jsonb_build_object('outcome', s.outcome, 'at', s.looked_at, 'runId', s.run_id) end) as source
      from data_source d
      left join data_source_state s on s.source_id = d.id
      left join school k on k.id = d.school_id
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

type Saved = Omit<DataSourceInput, 'id' | 'version' | 'school'> & { schoolId: number | null };

export async function addSource(tx: Db, _scope: Scope, saved: Saved, now: Date): Promise<number> {
  const { name, source, schoolId, folder, runAt, place, enabled, limits, precedence } = saved;
  const { rows } = await sql<{ id: number }>`
    insert into data_source (name, kind, school_id, folder, run_at, place, enabled, thresholds, precedence, created_at)
    values (${name}, ${source}, ${schoolId}, ${folder}, ${runAt}, ${place}, ${enabled}, ${JSON.stringify(limits)}::jsonb,
            ${JSON.stringify(precedence)}::jsonb, ${now})
    returning id`
    .execute(tx)
    .catch(refuseTaken);
  const [row] = rows;
  if (!row) throw new Error('The source was not added');
  return row.id;
}

/** The version there is now, or undefined when the source is gone. */
export async function lockSource(tx: Db, _scope: Scope, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from data_source where id = ${id} for update`.execute(tx);
  return rows[0]?.version;
}

export async function updateSource(tx: Db, _scope: Scope, id: number, saved: Saved): Promise<void> {
  const { name, source, schoolId, folder, runAt, place, enabled, limits, precedence } = saved;
  await sql`
    update data_source set name = ${name}, kind = ${source}, school_id = ${schoolId}, folder = ${folder},
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

export interface RunnableSource {
  id: number;
  name: string;
  folder: string;
  thresholds: unknown;
}

export async function findSource(db: Db, _scope: Scope, id: number): Promise<RunnableSource | undefined> {
  const { rows } = await sql<RunnableSource>`
    select id, name, folder, thresholds from data_source where id = ${id}`.execute(db);
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
