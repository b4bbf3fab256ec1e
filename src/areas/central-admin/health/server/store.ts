/** What the database says about the portal's health: counts and times, nobody's name. */
import { sql } from 'kysely';

import { ownerRoles } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

interface Facts {
  version: string;
  migration: string;
  size: number;
  connections: number;
  mostConnections: number;
  sealedAt: Date | null;
  unsealed: number;
  /** Finished longer than a minute ago and still without a seal. */
  lateSeals: number;
  federatedAt: Date | null;
  keepers: number;
  withoutFactor: number;
  directoryKind: string;
  directoryAt: Date | null;
  directoryError: string | null;
  directoryErrorAt: Date | null;
}

export async function readFacts(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
           (select name from migration order by name desc limit 1) as migration,
           pg_database_size(current_database())::float8 as size,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as most_connections,
           (select sealed_at from journal.seal order by seq desc limit 1) as sealed_at,
           late.unsealed, late.late_seals,
           (select max(created_at) from session where auth_level like 'feide%') as federated_at,
           k.keepers, k.without_factor,
           d.kind as directory_kind, greatest(d.connected_at, d.seen_at, d.swept_at) as directory_at,
           coalesce(d.error_text, d.error) as directory_error, d.error_at as directory_error_at
      from (select count(*)::int as keepers,
                   (count(*) filter (where not exists (select from second_factor f where f.user_id = u.id)))::int as without_factor
              from users u join user_credential c on c.user_id = u.id
             where not u.deactivated
               and exists (select from role_grant g where g.user_id = u.id and g.role = any (${[...ownerRoles]}))) k
     cross join (select count(*)::int as unsealed,
                        (count(*) filter (where o.recorded_at < now() - interval '1 minute'))::int as late_seals
                   from journal.operation o
                  where o.id > coalesce((select max(operation_id) from journal.seal), 0) - 10000
                    and o.status <> 'running'
                    and not exists (select from journal.seal s where s.operation_id = o.id)) late
      left join directory.state d on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database says nothing of itself');
  return row;
}

export interface SourceFacts {
  name: string;
  workedAt: Date | null;
  failedAt: Date | null;
  outcome: string | null;
}

export async function readSources(db: Db): Promise<SourceFacts[]> {
  const { rows } = await sql<SourceFacts>`
    select d.name, s.outcome, case when s.outcome <> 'completed' then s.looked_at end as failed_at,
           (select max(r.finished_at) from import_run r
             where r.data_source_id = d.id and r.status = 'completed' and not r.dry_run) as worked_at
      from data_source d left join data_source_state s on s.source_id = d.id
     where d.enabled order by d.place, d.id`.execute(db);
  return rows;
}
