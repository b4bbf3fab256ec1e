/** What other areas may ask of the import. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import { rejected } from './lists.ts';

/**
 * Whether anything brings people by itself: an enabled data source that can be reached, or the folder whose files are
 * taken as they come. `importFolder`: undefined where the installation has none; a source of files needs it.
 */
export async function hasSource(db: Db, _scope: Scope, importFolder: string | undefined): Promise<boolean> {
  if (importFolder !== undefined) return true;
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from data_source where enabled and method <> 'folder') as "any"`.execute(db);
  return rows[0]?.any ?? false;
}

/** Real runs since a day (Oslo): how many failed, and how many could not take records that the scope sees. */
export async function countImports(
  db: Db,
  scope: Scope,
  since: string,
): Promise<{ failed: number; rejecting: number }> {
  const { rows } = await sql<{ failed: number; rejecting: number }>`
    select count(*) filter (where r.status in ('failed', 'interrupted'))::int as failed,
           count(*) filter (where r.status = 'completed' and ${rejected(scope)} > 0)::int as rejecting
      from import_run r
     where not r.dry_run and r.started_at >= ${since}::date::timestamp at time zone 'Europe/Oslo'`.execute(
    db,
  );
  return rows[0] ?? { failed: 0, rejecting: 0 };
}
